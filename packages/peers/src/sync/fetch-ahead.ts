/** Fetches blocks of a peer ahead of their import, as many as fit into the memory. */
import type { BlockHash } from "@tandem/primitives";
import { peerLimits } from "../limits.js";

/** Asks the peer for a block, and asserts that it is the one. @throws {PeerFault} */
export type FetchBlock<Link> = (link: Link) => Promise<Uint8Array>;

export class FetchAhead<Link extends { readonly hash: BlockHash }> {
  readonly #links: readonly Link[];
  readonly #fetch: FetchBlock<Link>;
  /** Maps the place of each block that was asked for to it; to undefined if it did not fit. */
  readonly #asked = new Map<number, Promise<Uint8Array | undefined>>();
  #askedCount = 0;
  /** The number of blocks to ask for, by the size of the last one. */
  #ahead = 1;
  /** The bytes of the blocks that have arrived and are not released. */
  #heldBytes = 0;

  constructor(links: readonly Link[], fetch: FetchBlock<Link>) {
    this.#links = links;
    this.#fetch = fetch;
  }

  /** Returns the block at a place: the first one, or the one after that which was released last. @throws {PeerFault} */
  async take(place: number): Promise<Uint8Array> {
    this.#ask(place);
    const arrived = await this.#asked.get(place);
    if (arrived !== undefined) return arrived;
    // Those before it are imported. A peer sends this one again that sends blocks much longer than those before.
    const encoded = await this.#fetch(this.#links[place] as Link);
    this.#heldBytes += encoded.length;
    return encoded;
  }

  /** Calls a function with a block when it has arrived, if it is fetched ahead. */
  whenArrived(place: number, handle: (encoded: Uint8Array) => void): void {
    this.#asked.get(place)?.then(
      (encoded) => encoded && handle(encoded),
      () => {},
    );
  }

  /** Frees the memory of a block that was taken and is imported. */
  release(place: number, { length }: Uint8Array): void {
    this.#asked.delete(place);
    this.#heldBytes -= length;
    const fitting = Math.floor(peerLimits.blocksAheadBytesMax / length);
    this.#ahead = Math.max(1, Math.min(peerLimits.blocksAheadMax, fitting));
  }

  /** Asks for many at once, in one write. */
  #ask(place: number): void {
    if (this.#askedCount - place > this.#ahead / 2) return;
    const end = Math.min(this.#links.length, place + this.#ahead);
    for (; this.#askedCount < end; this.#askedCount++) {
      const fetching = this.#fetchAhead(this.#links[this.#askedCount] as Link);
      // It may fail while another block is being imported, or when nobody waits for it any more.
      fetching.catch(() => {});
      this.#asked.set(this.#askedCount, fetching);
    }
  }

  /** Returns undefined if it does not fit beside those that are held. */
  async #fetchAhead(link: Link): Promise<Uint8Array | undefined> {
    const encoded = await this.#fetch(link);
    const held = this.#heldBytes + encoded.length;
    if (this.#heldBytes > 0 && held > peerLimits.blocksAheadBytesMax) return undefined;
    this.#heldBytes = held;
    return encoded;
  }
}
