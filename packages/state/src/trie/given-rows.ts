/**
 * Verifies the rows of trie nodes that another node of the cluster wrote, without changing a trie: each node is hashed,
 * and the node that it is a child of names that hash. So a state whose root is known is whole, if every node that one
 * of the rows names is among them or on the disk.
 */
import { keccak256, toKey } from "@tandem/primitives";
import { createGenerations } from "@tandem/runtime";
import { codesKnownMax, givenBytesKeptMax, preimagesKnownMax } from "../limits.js";
import type { Fact } from "./facts.js";
import { type BlockAdditions, GivenBlock, type KnownRows, type StateRows } from "./given-block.js";

/** The rows of the facts that a block adds to the state. */
export interface GivenState {
  /** Rows of nodes, each behind those that it names. */
  readonly nodes: readonly Uint8Array[];
  readonly code: readonly Uint8Array[];
  /** Addresses and slots that were changed. */
  readonly preimages: readonly Uint8Array[];
}

/** The rows to write, by their hashes. */
export interface AcceptedState {
  readonly nodes: readonly Fact[];
  readonly code: readonly Fact[];
  /** The preimages that may not be on the disk yet. */
  readonly preimages: readonly Fact[];
  /** The rows that those of the next block may name before these are written. */
  readonly given: BlockAdditions;
  /** Must be called when the rows are on the disk: what comes later may be made from them. */
  readonly written: () => void;
}

/** Verifies the rows that blocks add to the state, and keeps the branches among them. */
export class GivenRows {
  readonly #rows: StateRows;
  readonly #known: KnownRows = {
    branches: createGenerations(givenBytesKeptMax, ({ bytes }) => bytes.length),
    codes: createGenerations(codesKnownMax),
    preimages: createGenerations(preimagesKnownMax),
  };

  constructor(rows: StateRows) {
    this.#rows = rows;
  }

  /** Returns the RLP of a branch of a block that was written lately. */
  branch(hash: Uint8Array): Uint8Array | undefined {
    return this.#known.branches.get(toKey(hash))?.bytes;
  }

  /**
   * Accepts the rows that a block adds to the state, in steps.
   * @param root of the state after the block.
   * @param parent the rows of the block before, if they may not be written yet. What is returned must not be written
   * without them.
   * @throws {Fault} `unusable-data` if the rows do not lead to the whole state of the root.
   */
  *acceptSteps(
    state: GivenState,
    root: Uint8Array,
    parent?: AcceptedState,
  ): Generator<void, AcceptedState> {
    const block = new GivenBlock(this.#rows, this.#known, parent?.given);
    const code = state.code.map((bytes): Fact => [keccak256(bytes), bytes]);
    block.addCode(code);
    const nodes: Fact[] = [];
    for (const row of state.nodes) {
      nodes.push(block.accept(row));
      yield;
    }
    block.assertNode(root);
    const preimages = block.unknown(state.preimages);
    block.end();
    return { nodes, code, preimages, given: block.given, written: () => block.keep() };
  }
}
