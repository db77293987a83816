/**
 * Builds and validates child blocks by the node's consensus code. Only the search for the nonce is
 * simulated: its duration is drawn, so `work: "drawn"` replaces the check of the hash.
 */
import {
  blockWeight,
  createWork,
  mainChainBlock,
  nextDifficulty,
  proofFromParts,
  seal,
  type UncleCheck,
  type Violation,
  validateHeader,
  validateUncles,
} from "@tandem/consensus";
import {
  type Block,
  type BlockHash,
  type ChainSpec,
  emptyBloom,
  emptyBytes,
  emptyTrieRoot,
  type Header,
  hashHeader,
  rulesAt,
  type UnsealedHeader,
  unclesHash,
  type Work,
} from "@tandem/primitives";
import type { BitcoinParts } from "./bitcoin-headers.js";
import { ancestryOf, type ChildBlock, epochOn } from "./block.js";
import { genesisHeader } from "./chain-spec.js";

/** The contents of a block. */
export interface BlockContents {
  readonly parent: ChildBlock;
  readonly uncles: readonly ChildBlock[];
  /** Unix seconds. */
  readonly timestamp: number;
  readonly paidFees: bigint;
}

export interface BlockTemplate {
  readonly contents: BlockContents;
  readonly header: UnsealedHeader;
  readonly work: Work;
}

/** A nonce that was found for a template, and the pool that found it. */
interface FoundBlock {
  readonly parts: BitcoinParts;
  readonly pool: number;
  /** Virtual seconds. */
  readonly now: number;
}

/** Returns the address of a pool, which its blocks pay. */
function addressOf(pool: number): Uint8Array {
  const address = new Uint8Array(20);
  new DataView(address.buffer).setUint32(16, pool + 1);
  return address;
}

/** Builds the blocks of a simulated child, and applies the consensus rules to them. */
export class BlockFactory {
  readonly genesis: ChildBlock;
  /** Caches results about the blocks that were built here. */
  readonly uncleCheck: UncleCheck;
  readonly #spec: ChainSpec;
  readonly #places: number;
  readonly #hashes = new WeakMap<Header, BlockHash>();
  #nextId = 0;

  /** @param places the number of nodes that may know a block. */
  constructor(spec: ChainSpec, places: number) {
    this.#spec = spec;
    this.#places = places;
    this.uncleCheck = {
      work: "drawn",
      hashOf: (header) => this.#hashes.get(header) ?? hashHeader(header),
      isKnownValid: (header) => this.#hashes.has(header),
    };
    this.genesis = this.#wrap(genesisHeader(spec), new Uint8Array(32), {
      parent: undefined,
      uncles: [],
      pool: -1,
      foundAt: 0,
      totalDifficulty: spec.genesis.difficulty,
    });
    this.genesis.isPublished = true;
    this.genesis.knownTo.fill(1);
  }

  difficultyOn(parent: ChildBlock, timestamp: number, uncleCount: number): bigint {
    return nextDifficulty({ parent: parent.header, timestamp, uncleCount, spec: this.#spec });
  }

  createTemplate(contents: BlockContents, pool: number): BlockTemplate {
    const { parent, uncles, timestamp, paidFees } = contents;
    const uncleCount = uncles.length;
    const { number, gasLimit, extraData, minimumGasPrice } = parent.header;
    const header: UnsealedHeader = {
      parentHash: parent.hash,
      unclesHash: unclesHash(uncles.map((uncle) => uncle.header)),
      coinbase: addressOf(pool),
      stateRoot: emptyTrieRoot,
      transactionsRoot: emptyTrieRoot,
      receiptsRoot: emptyTrieRoot,
      logsBloom: emptyBloom,
      difficulty: this.difficultyOn(parent, timestamp, uncleCount),
      number: number + 1,
      gasLimit,
      gasUsed: 0n,
      timestamp,
      extraData,
      paidFees,
      minimumGasPrice,
      uncleCount,
      ummRoot: emptyBytes,
    };
    const rules = rulesAt(this.#spec.forks, header.number);
    return { contents, header, work: createWork(header, ancestryOf(parent), rules) };
  }

  /** Builds a block, or returns the consensus rule that it violates. */
  make(
    { contents, header: unsealed, work }: BlockTemplate,
    { parts, pool, now }: FoundBlock,
  ): ChildBlock | Violation {
    const { parent, uncles } = contents;
    const header = seal(unsealed, proofFromParts(parts));
    const block = { header, transactions: [], uncles: uncles.map((uncle) => uncle.header) };
    const broken = this.#findViolation(block, parent, now);
    if (broken !== undefined) return broken;
    const totalDifficulty = parent.totalDifficulty + blockWeight(block);
    const rest = { parent, uncles, pool, foundAt: now, totalDifficulty };
    return this.#wrap(header, work.hashForMergedMining, rest);
  }

  #findViolation(block: Block, parent: ChildBlock, now: number): Violation | undefined {
    const spec = this.#spec;
    const ancestry = ancestryOf(parent);
    const nowSeconds = spec.genesis.timestamp + Math.floor(now);
    const { header } = block;
    return (
      validateHeader({
        header,
        parent: parent.header,
        ancestry,
        spec,
        nowSeconds,
        work: "drawn",
      }) ?? validateUncles(block, ancestry, spec, nowSeconds, this.uncleCheck)
    );
  }

  #wrap(
    header: Header,
    hashForMergedMining: Uint8Array,
    rest: Pick<ChildBlock, "parent" | "uncles" | "pool" | "foundAt" | "totalDifficulty">,
  ): ChildBlock {
    const hash = hashHeader(header);
    this.#hashes.set(header, hash);
    const { parent, uncles, pool, foundAt, totalDifficulty } = rest;
    return {
      id: this.#nextId++,
      header,
      hash,
      totalDifficulty,
      paidFees: header.paidFees,
      parent,
      epoch: parent && epochOn(parent),
      uncles,
      uncleHeaders: uncles.map((uncle) => uncle.header),
      pool,
      foundAt,
      facts: mainChainBlock(hashForMergedMining, header),
      knownTo: new Uint8Array(this.#places),
      isPublished: false,
      isMain: false,
      listedAt: undefined,
      uncleChoices: new Map(),
    };
  }
}
