/** Reads a chain whose head is moved by another thread, in the same database. */
import { type BlockHash, isEqual, type StateRoot } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { createExecutor } from "@tandem/state";
import { type Reader, table } from "@tandem/store";
import type { Chain } from "./chain.js";
import type { ChainOptions } from "./chain-options.js";
import { type Blocks, readBlocks } from "./reads/blocks.js";
import { type HeadBlock, locateTransaction, resolveRef } from "./reads/resolve-ref.js";
import { type Edits, readEdits } from "./rows/edits.js";
import { stateSource } from "./rows/state-rows.js";

/** The part of `Chain` that a reader provides. */
export interface ChainReader
  extends Pick<Chain, "spec" | "blocks" | "executor" | "resolve" | "locate"> {
  head(): HeadBlock;
}

/** The head that the writing thread announced. Its rows are in the database. */
export interface AnnouncedHead {
  readonly hash: BlockHash;
  readonly number: number;
  /** Root of the state after the head, with the edits made to it. */
  readonly root: StateRoot;
  /**
   * Counts the events after which view rows may have changed: blocks that were removed or came back, and edits of a
   * state.
   */
  readonly revisions: number;
}

export interface ChainReaderOptions
  extends Pick<ChainOptions, "spec" | "execution" | "isHeadFinal"> {
  readonly store: Reader;
  /** The clock for the time limits of calls. */
  readonly clock: Clock;
  /** Returns the newest announced head. It is the same object until a newer one is announced. */
  readonly announced: () => AnnouncedHead;
}

/**
 * Opens a reader. It never shows a block before it was announced as the head or as an ancestor of
 * the head.
 */
export function openChainReader(options: ChainReaderOptions): ChainReader {
  const { spec, store, clock, execution } = options;
  const followed = new FollowedHead(options);
  const { blocks, head } = followed;
  const executor = createExecutor({ ...spec, source: stateSource(store), clock, ...execution });
  return {
    spec,
    blocks,
    executor,
    head,
    resolve: (ref) => resolveRef(ref, head(), blocks, options.isHeadFinal),
    // The writer may be about to announce what it has written.
    locate: (hash) => locateTransaction(hash, head(), blocks, true),
  };
}

/** Follows the announced heads, and drops cached rows that they invalidate. */
class FollowedHead {
  readonly blocks: Blocks;
  readonly #options: ChainReaderOptions;
  readonly #read: Blocks;
  #edits: Edits;
  #announced: AnnouncedHead | undefined;
  #head: HeadBlock | undefined;

  constructor(options: ChainReaderOptions) {
    const { store, spec } = options;
    this.#options = options;
    this.#read = readBlocks(store, spec);
    this.#edits = readEdits(store);
    this.blocks = { ...this.#read, edits: this.#editsNow() };
  }

  readonly head = (): HeadBlock => {
    const announced = this.#options.announced();
    if (announced !== this.#announced || this.#head === undefined) this.#follow(announced);
    return this.#head as HeadBlock;
  };

  #follow(announced: AnnouncedHead): void {
    const { store } = this.#options;
    if (announced.revisions !== this.#announced?.revisions) {
      this.#read.clearLocationCache();
      this.#edits = readEdits(store);
    }
    const { hash } = announced;
    const header = this.#read.header(hash);
    if (header === undefined) {
      throw store.damaged({ table: table.headers.name, key: hash, rule: "row/missing" });
    }
    this.#announced = announced;
    this.#head = { hash, header };
  }

  /** The row of an edit of the newest state may be on disk before it is announced. */
  #editsNow(): Edits {
    const isHead = (hash: BlockHash) => isEqual(hash, this.head().hash);
    return {
      rootOf: (hash) => this.#edits.rootOf(hash),
      after: (block) => (isHead(block.hash) ? this.#newestRoot() : this.#edits.after(block)),
      before: (hash, parent) => this.#edits.before(hash, parent),
      restore: () => {
        throw new Error("a reader writes nothing");
      },
    };
  }

  #newestRoot(): StateRoot {
    return (this.#announced as AnnouncedHead).root;
  }
}
