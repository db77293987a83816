/**
 * Verifies the facts of blocks of the log. Those of the next block are verified while its parent is written: the thread
 * has nothing else to do then.
 */
import { type Block, type Hash32, isEqual } from "@tandem/primitives";
import { nextSlice } from "@tandem/runtime";
import type { AcceptedState, GivenRows } from "@tandem/state";
import type { BlockRows } from "../rows/block-rows.js";
import { type BlockFacts, type FactsResult, resultOfFacts } from "./block-facts.js";
import type { DecodedBlock } from "./import-raw.js";

/** A block that is being written, or was written last. */
interface Written {
  readonly hash: Uint8Array;
  /** Is undefined if the block was executed. */
  readonly state: AcceptedState | undefined;
}

export class FactsVerifier {
  readonly #rows: GivenRows;
  #verified: AcceptedState | undefined;
  #written: Written | undefined;
  /** The block that was decoded last. */
  #next: DecodedBlock | undefined;
  #ahead: { readonly facts: BlockFacts; readonly result: Promise<FactsResult> } | undefined;

  constructor(rows: GivenRows) {
    this.#rows = rows;
  }

  /** Notes a block that comes next in the log. */
  noteDecoded(next: DecodedBlock): void {
    this.#next = next;
    this.#verifyAhead();
  }

  /** Notes that the rows of a block are complete, and are passed to the database. */
  noteWriting(hash: Hash32, { state: { nodes } }: BlockRows): void {
    // Facts that were wrong were verified, too, but are not what is written.
    const state = this.#verified?.nodes === nodes ? this.#verified : undefined;
    this.#written = { hash, state };
    this.#verifyAhead();
  }

  /**
   * Returns the result of a block whose parent is written, by its facts.
   * @throws {Fault} `unusable-data` when they are not of this block, or lead to another state.
   */
  async result(block: Block, facts: BlockFacts): Promise<FactsResult> {
    const ahead = this.#ahead?.facts === facts ? this.#ahead.result : undefined;
    this.#ahead = undefined;
    // What was wrong may have been its parent's facts, if that was executed in the end.
    const verified = await ahead?.catch(() => undefined);
    const result = verified ?? (await resultOfFacts(block, facts, this.#rows));
    this.#verified = result.accepted;
    return result;
  }

  /** Begins with the next block, if it is a child of the one that is being written. */
  #verifyAhead(): void {
    const [next, written] = [this.#next, this.#written];
    if (next?.facts === undefined || written === undefined) return;
    const { block, facts } = next;
    if (!isEqual(block.header.parentHash, written.hash)) return;
    this.#next = undefined;
    const verify = async () => {
      // The batch of the parent is passed to the database first.
      await nextSlice();
      return resultOfFacts(block, facts, this.#rows, written.state);
    };
    const result = verify();
    // It is thrown when the block is imported.
    result.catch(() => {});
    this.#ahead = { facts, result };
  }
}
