/** Counts what a connection holds of a message that is not complete. */
import type { Client } from "../clients/client.js";
import { Share } from "../clients/share.js";
import type { Limits } from "../limits.js";

/** Bytes that are not counted: most messages arrive at once. */
const uncountedBytesMax = 64 * 1024;

/** Complete messages over the limits are answered, so those under way have a share of their own. */
export const unfinishedShare = ({ bodiesBytesMax, clientBodiesBytesMax }: Limits): Share =>
  new Share({ name: "unfinished-bytes", max: bodiesBytesMax, clientMax: clientBodiesBytesMax });

export class UnfinishedBytes {
  readonly #share: Share;
  readonly #client: Client;
  #counted = 0;

  constructor(share: Share, client: Client) {
    this.#share = share;
    this.#client = client;
  }

  /** Counts what is held now. Returns false if that is more than the client may hold, or all together. */
  hold(bytes: number): boolean {
    if (bytes <= uncountedBytesMax) {
      this.release();
      return true;
    }
    const more = bytes - this.#counted;
    if (more > 0 && this.#share.exceededBy(this.#client, more) !== undefined) return false;
    this.#share.add(this.#client, more);
    this.#counted = bytes;
    return true;
  }

  /** Releases what is counted; may be called more than once. */
  release(): void {
    this.#share.give(this.#client, this.#counted);
    this.#counted = 0;
  }
}
