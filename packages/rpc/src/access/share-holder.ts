/** Counts the bytes that one connection or call holds of a share. */
import type { Client } from "./client.js";
import { assertWithin, type ExceededShare, type Share } from "./share.js";

/** Bytes that are not counted: most messages arrive at once, and most answers are short. */
const uncountedBytesMax = 64 * 1024;

const countedOf = (bytes: number): number => (bytes <= uncountedBytesMax ? 0 : bytes);

export class ShareHolder {
  readonly #share: Share;
  readonly #client: Client;
  #held = 0;

  constructor(share: Share, client: Client) {
    this.#share = share;
    this.#client = client;
  }

  /** Counts what is held now, unless it exceeds a limit, which is returned. */
  hold(bytes: number): ExceededShare | undefined {
    const more = countedOf(bytes) - countedOf(this.#held);
    const exceeded = more > 0 ? this.#share.exceededBy(this.#client, more) : undefined;
    if (exceeded !== undefined) return exceeded;
    this.#share.add(this.#client, more);
    this.#held = bytes;
    return undefined;
  }

  /**
   * Counts further bytes.
   * @throws {Fault} `limit-exceeded` if the client, or all together, would exceed a limit.
   */
  take(bytes: number): void {
    assertWithin(this.hold(this.#held + bytes));
  }

  /** Releases what is counted; may be called more than once. */
  release(): void {
    this.hold(0);
  }
}
