/** Declares the channel by which nodes of a cluster ask the sealer. */

/** A request to the sealer, and its answer, as bytes. */
export interface Channel {
  /**
   * Answers the requests of other nodes from now on.
   * @returns a function that ends it.
   */
  serve(answer: (request: Uint8Array) => Promise<Uint8Array>): () => void;
  /**
   * Asks the node that serves.
   * @param signal ends the wait for an answer that cannot come any more.
   * @throws {NobodyServes} when there is none; the request was not handed to anybody.
   * @throws {RequestTooLarge} when the servers do not take it.
   * @throws {LogUnavailable} when it did not answer; whether it has done what was asked is not known.
   */
  ask(request: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** Reports that a request has more bytes than the servers take in one message. */
export class RequestTooLarge extends Error {
  readonly bytesMax: number;
  constructor(bytesMax: number) {
    super(`a request to the sealer has at most ${bytesMax} bytes`);
    this.bytesMax = bytesMax;
  }
}

/** Reports that no node answers for the cluster at present. */
export class NobodyServes extends Error {}
