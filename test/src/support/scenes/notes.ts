/**
 * Provides a contract that emits its input, and the stages of an indexer of it: back-fill, live
 * blocks, reorgs.
 */
import assert from "node:assert/strict";
import { id } from "ethers";
import { developmentAccount } from "../development.js";
import { eventually } from "../eventually.js";
import { call } from "../rpc.js";
import type { Hex, WireLog } from "../wire.js";

export const notesAddress = `0x${"c0".repeat(20)}` as const;
/** The first topic of `Noted(uint256 indexed value)`. */
export const notedTopic = id("Noted(uint256)") as Hex;

/** Emits its input word: PUSH0 CALLDATALOAD, PUSH32 the topic, PUSH0 PUSH0 LOG2, STOP. */
export const notesCode = `0x5f357f${notedTopic.slice(2)}5f5fa200`;
const sender = developmentAccount(0).address;

/** The number of blocks after which the first notes are final for an indexer with a depth of thirty. */
const restingBlocks = 48;

export interface Note {
  readonly value: number;
  readonly block: number;
  readonly hash: string;
}

/** An indexer of a node: its current notes, by block. */
export interface Indexer {
  notes(): Promise<readonly Note[]>;
}

/** Returns the note in a log of the contract. */
export const noteOf = ({ topics, blockNumber, blockHash }: WireLog): Note => ({
  value: Number(topics[1]),
  block: Number(blockNumber),
  hash: blockHash,
});

/** A node with manual mining whose notes are indexed. */
export class NotesStory {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  #ask<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return call<T>(this.#url, method, params);
  }

  #transaction(value: number) {
    const data = `0x${value.toString(16).padStart(64, "0")}`;
    return { from: sender, to: notesAddress, gas: "0x20000", data };
  }

  async #note(value: number): Promise<void> {
    await this.#ask("eth_sendTransaction", this.#transaction(value));
    await this.#ask("evm_mine");
  }

  /** Deploys the contract, and emits notes long before an indexer starts. */
  async begin(): Promise<void> {
    await this.#ask("anvil_setCode", notesAddress, notesCode);
    await this.#ask("hardhat_impersonateAccount", sender);
    for (const value of [1, 2, 3]) await this.#note(value);
    await this.#ask("hardhat_mine", `0x${restingBlocks.toString(16)}`);
  }

  /** Waits until the indexer has these values, in the same blocks as the node. */
  async #isIndexed(indexer: Indexer, values: readonly number[]): Promise<void> {
    const filter = { address: notesAddress, fromBlock: "0x0", toBlock: "latest" };
    const notes = (await this.#ask<WireLog[]>("eth_getLogs", filter)).map(noteOf);
    assert.deepEqual(
      notes.map(({ value }) => value),
      values,
    );
    const wanted = JSON.stringify(notes);
    await eventually(`index of ${values}`, async () => {
      const found = (await indexer.notes()).map(({ value, block, hash }) => ({
        value,
        block,
        hash,
      }));
      return JSON.stringify(found) === wanted;
    });
  }

  /** Changes the chain in all ways that an indexer must follow, and checks its notes after each. */
  async play(indexer: Indexer): Promise<void> {
    // An indexer that handles the blocks after the final one with the next head needs one.
    await this.#ask("evm_mine");
    await this.#isIndexed(indexer, [1, 2, 3]);
    for (const value of [4, 5]) await this.#note(value);
    await this.#isIndexed(indexer, [1, 2, 3, 4, 5]);
    await this.#ask("anvil_reorg", 2, [[this.#transaction(6), 0]]);
    await this.#ask("anvil_dropAllTransactions");
    await this.#isIndexed(indexer, [1, 2, 3, 6]);
    const snapshot = await this.#ask("evm_snapshot");
    await this.#note(7);
    await this.#isIndexed(indexer, [1, 2, 3, 6, 7]);
    await this.#ask("evm_revert", snapshot);
    await this.#ask("evm_mine");
    await this.#isIndexed(indexer, [1, 2, 3, 6]);
    await this.#note(8);
    await this.#isIndexed(indexer, [1, 2, 3, 6, 8]);
  }
}
