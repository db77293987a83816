/** Models a chain from its new blocks and the events of its head. */
import assert from "node:assert/strict";
import {
  type HeadMoved,
  isEqual,
  type SignedTransaction,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { table } from "@tandem/store";
import type { World } from "../world.js";
import { totalBalance } from "./total-balance.js";

export class BranchModel {
  /** The canonical blocks by height, from the events. */
  readonly canonical: StoredBlock[];
  /** The branch to extend, if it is not the head's. */
  #chosen: StoredBlock | undefined;
  readonly #world: World;
  readonly #tree: StoredBlock[];
  /** All transactions that were sent, or that were ever on the chain. */
  readonly #known = new Map<string, SignedTransaction>();
  /** The transactions whose nonce the chain has used for another one. */
  readonly #gone = new Set<string>();

  constructor(world: World) {
    this.#world = world;
    this.canonical = [world.chain.head()];
    this.#tree = [world.chain.head()];
    world.chain.onHeadMoved((event) => this.#follow(event));
  }

  /** Returns all blocks, oldest first. */
  get tree(): readonly StoredBlock[] {
    return this.#tree;
  }

  get head(): StoredBlock {
    return this.canonical.at(-1) as StoredBlock;
  }

  get chosen(): StoredBlock | undefined {
    return this.#chosen;
  }

  set chosen(block: StoredBlock | undefined) {
    this.#chosen = block !== undefined && isEqual(block.hash, this.head.hash) ? undefined : block;
  }

  /** Returns the parent for the next block. */
  tip(): StoredBlock {
    return this.#chosen ?? this.head;
  }

  /** Returns a block, counted from the newest. */
  blockAt(place: number): StoredBlock {
    return this.#tree[this.#tree.length - 1 - (place % this.#tree.length)] as StoredBlock;
  }

  block(hash: Uint8Array): StoredBlock {
    const found = this.#tree.find((block) => isEqual(block.hash, hash));
    assert.ok(found, "every block was told of");
    return found;
  }

  /** Adds a new block. */
  add(hash: Uint8Array): StoredBlock {
    const block = this.#world.chain.blocks.block(hash);
    assert.ok(block, "what was made is kept");
    if (!this.#tree.some((other) => isEqual(other.hash, hash))) this.#tree.push(block);
    return block;
  }

  /** Adds a sent transaction. */
  learn(hash: Uint8Array): void {
    const transaction = this.#world.chain.pool.get(hash);
    assert.ok(transaction);
    this.#known.set(toHex(hash), transaction);
  }

  #follow({ removed, added }: HeadMoved): void {
    for (const block of removed) assert.deepEqual(this.canonical.pop()?.hash, block.hash);
    for (const block of added) {
      assert.deepEqual(block.header.parentHash, this.head.hash);
      this.canonical.push(block);
      this.add(block.hash);
      for (const tx of block.transactions) {
        this.#known.set(toHex(tx.hash), tx);
        this.#gone.delete(toHex(tx.hash));
      }
    }
    const state = this.#world.chain.headState();
    for (const [hash, tx] of this.#waiting()) {
      if (tx.fields.nonce < state.nonceOf(tx.sender)) this.#gone.add(hash);
    }
    const { chosen } = this;
    if (chosen && added.some(({ hash }) => isEqual(hash, chosen.hash))) this.#chosen = undefined;
  }

  /** Returns known transactions that are not on the chain and still valid. */
  #waiting(): [string, SignedTransaction][] {
    const mined = new Set<string>(
      this.canonical.flatMap(({ transactions }) => transactions.map(({ hash }) => toHex(hash))),
    );
    return [...this.#known].filter(([hash]) => !mined.has(hash) && !this.#gone.has(hash));
  }

  /** Checks the invariants after a step. @param supply wei of all accounts. */
  check(supply: bigint): void {
    const { chain, store } = this.#world;
    const head = chain.head();
    assert.deepEqual(this.head.hash, head.hash, "subscribers know the head");
    assert.deepEqual(chain.development.tip(), this.tip().hash, "the choice ends by itself");
    for (const { header, hash } of this.canonical) {
      assert.deepEqual(chain.blocks.canonicalHash(header.number), hash);
    }
    assert.equal(chain.blocks.canonicalHash(head.header.number + 1), undefined);
    const heaviest = this.#tree.every(
      ({ totalDifficulty }) => totalDifficulty <= head.totalDifficulty,
    );
    assert.ok(heaviest, "the head is the heaviest");
    const { pending, queued } = runSync(chain.pool.content(chain.headState));
    assert.deepEqual(
      [...pending, ...queued].map(({ hash }) => toHex(hash)).sort(),
      this.#waiting()
        .map(([hash]) => hash)
        .sort(),
      "the pool has what is not mined",
    );
    const source = {
      node: (hash: Uint8Array) => store.get(table.nodes, hash),
      code: (hash: Uint8Array) => store.get(table.code, hash),
    };
    assert.equal(totalBalance(source, head.header.stateRoot), supply);
  }
}
