/** Declares the channel through which nodes of a cluster send requests to the sealer. */

/** A request to the sealer, and its answer, as bytes. */
export interface Channel {
  /**
   * Answers the requests of other nodes from now on.
   * @returns a function that stops it.
   */
  serve(answer: (request: Uint8Array) => Promise<Uint8Array>): () => void;
  /**
   * Sends a request to the node that serves.
   * @param signal aborts the wait for an answer that cannot arrive any more.
   * @throws {NobodyServes} if there is none: the request was not delivered.
   * @throws {RequestTooLarge} if the servers do not accept it.
   * @throws {LogUnavailable} if it did not answer: the request may have been executed or not.
   */
  ask(request: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** Reports that a request has more bytes than the servers accept in one message. */
export class RequestTooLarge extends Error {
  readonly bytesMax: number;
  constructor(bytesMax: number) {
    super(`a request to the sealer has at most ${bytesMax} bytes`);
    this.bytesMax = bytesMax;
  }
}

/** Reports that no node answers for the cluster at present. */
export class NobodyServes extends Error {}
