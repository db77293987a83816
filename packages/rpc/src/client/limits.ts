/** Every limit of the client, each with its reason. */

export interface ClientLimits {
  /** Milliseconds an answer may take: the node gives calls a few seconds, long answers travel. */
  readonly answerMs: number;
  /** Calls that wait for an answer or a connection: under what the node takes from one socket. */
  readonly callsMax: number;
  /** Milliseconds before the first attempt to connect again; each further one waits twice as long. */
  readonly retryFirstMs: number;
  /** The longest such wait. */
  readonly retryLongestMs: number;
  /** Attempts in a row before the node counts as gone. */
  readonly retriesMax: number;
  /** Milliseconds of silence after which the node is asked whether it is still there. */
  readonly quietMs: number;
}

export const defaultClientLimits: ClientLimits = {
  answerMs: 30_000,
  callsMax: 900,
  retryFirstMs: 250,
  retryLongestMs: 10_000,
  retriesMax: 30,
  quietMs: 30_000,
};
