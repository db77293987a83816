/** Reads the newest blocks of the chain, each once: from the head down by parent hash. */
import { bytesOfHex, toHex } from "@tandem/primitives";
import { type Calls, isUnknownMethod } from "@tandem/rpc/client";
import type { BlockDetails, ListedBlock } from "./answers.js";
import type { Head } from "./session.js";

type Reads = Pick<Calls, "ots_getBlockDetails" | "ots_getBlockDetailsByHash">;

/** Caches blocks by hash while they are among the newest ones. */
export class RecentBlocks {
  readonly #reads: Reads;
  readonly #max: number;
  #known = new Map<string, ListedBlock>();
  /** The last error that says that the node does not describe a block. */
  #refusal: unknown;

  /** @param max the number of blocks. */
  constructor(reads: Reads, max: number) {
    this.#reads = reads;
    this.#max = max;
  }

  /**
   * Returns the head and the blocks before it, newest first. They are linked by their parent hashes.
   * A node that was forked may not describe those of the other node: they are left out.
   * @throws if it does not describe the head.
   */
  async upTo(head: Head): Promise<readonly ListedBlock[]> {
    this.#refusal = undefined;
    await this.#readHeights(head.number);
    const found: ListedBlock[] = [];
    let hash = head.hash;
    while (found.length < this.#max) {
      const block = this.#known.get(hash) ?? (await this.#readBlock(hash));
      if (block === undefined) break;
      found.push(block);
      if (block.number === 0) break;
      hash = toHex(block.parentHash);
    }
    if (found.length === 0 && this.#refusal !== undefined) throw this.#refusal;
    this.#known = new Map(found.map((block) => [toHex(block.hash ?? block.parentHash), block]));
    return found;
  }

  /**
   * Reads the missing heights at once, so that a chain that grew by many blocks does not need a
   * request for each.
   */
  async #readHeights(head: number): Promise<void> {
    const heights = new Set([...this.#known.values()].map(({ number }) => number));
    const wanted = Array.from({ length: this.#max }, (_, depth) => head - depth).filter(
      (height) => height >= 0 && !heights.has(height),
    );
    const answers = await Promise.all(
      wanted.map((number) =>
        this.#described(this.#reads.ots_getBlockDetails({ block: { number } })),
      ),
    );
    for (const answer of answers) if (answer !== undefined) this.#keep(answer.block);
  }

  async #readBlock(hash: string): Promise<ListedBlock | undefined> {
    const bytes = bytesOfHex(hash) as Uint8Array;
    const answer = await this.#described(this.#reads.ots_getBlockDetailsByHash({ hash: bytes }));
    if (answer !== undefined) this.#keep(answer.block);
    return answer?.block;
  }

  async #described(answer: Promise<BlockDetails | undefined>): Promise<BlockDetails | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (!isUnknownMethod(error)) throw error;
      this.#refusal = error;
      return undefined;
    }
  }

  #keep(block: ListedBlock): void {
    if (block.hash !== undefined) this.#known.set(toHex(block.hash), block);
  }
}
