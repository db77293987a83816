/**
 * Makes child blocks and checks them, by the node's own consensus code. Only the search for the
 * nonce is missing: its duration was drawn, so `work: "drawn"` stands in for the hash below target.
 */
import {
  type Ancestry,
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
  type BlockHash,
  type ChainSpec,
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

export interface BlockFactory {
  readonly genesis: ChildBlock;
  difficultyOn(parent: ChildBlock, timestamp: number, uncleCount: number): bigint;
  createTemplate(template: BlockContents, pool: number): BlockTemplate;
  /** Creates a block, or returns the rule by which nodes refuse it. */
  make(
    template: BlockTemplate,
    found: { readonly parts: BitcoinParts; readonly pool: number; readonly now: number },
  ): ChildBlock | Violation;
  /** What need not be found out again of blocks that were made here. */
  readonly uncleCheck: UncleCheck;
}

const noUncles = unclesHash([]);

/** @param places nodes that may know a block. */
export function createBlockFactory(spec: ChainSpec, places: number): BlockFactory {
  let nextId = 1;
  const hashes = new WeakMap<Header, BlockHash>();
  const validHashes = new WeakSet<BlockHash>();
  const uncleCheck: UncleCheck = {
    work: "drawn",
    hashOf: (header) => hashes.get(header) ?? hashHeader(header),
    isKnownValid: (hash) => validHashes.has(hash),
  };
  const addresses = new Map<number, Uint8Array>();
  const addressOf = (pool: number): Uint8Array => {
    const known = addresses.get(pool);
    if (known !== undefined) return known;
    const address = new Uint8Array(20);
    new DataView(address.buffer).setUint32(16, pool + 1);
    addresses.set(pool, address);
    return address;
  };

  function wrap(
    header: Header,
    hashForMergedMining: Uint8Array,
    rest: Pick<ChildBlock, "id" | "parent" | "uncles" | "pool" | "foundAt" | "totalDifficulty">,
  ): ChildBlock {
    const hash = hashHeader(header);
    hashes.set(header, hash);
    validHashes.add(hash);
    return {
      ...rest,
      header,
      hash,
      paidFees: header.paidFees,
      epoch: rest.parent && epochOn(rest.parent),
      uncleHeaders: rest.uncles.map((uncle) => uncle.header),
      facts: mainChainBlock(hashForMergedMining, header),
      knownTo: new Uint8Array(places),
      isPublished: false,
      isMain: false,
      listedAt: undefined,
      uncleChoices: new Map(),
    };
  }

  function findViolation(
    header: Header,
    { parent, uncles }: BlockContents,
    nowSeconds: number,
    ancestry: Ancestry,
  ): Violation | undefined {
    const block = { header, transactions: [], uncles: uncles.map((uncle) => uncle.header) };
    return (
      validateHeader({
        header,
        parent: parent.header,
        ancestry,
        spec,
        nowSeconds,
        work: "drawn",
      }) ?? validateUncles(block, ancestry, spec, nowSeconds, uncleCheck)
    );
  }

  const genesis = wrap(genesisHeader(spec), new Uint8Array(32), {
    id: 0,
    parent: undefined,
    uncles: [],
    pool: -1,
    foundAt: 0,
    totalDifficulty: spec.genesis.difficulty,
  });
  genesis.isPublished = true;
  genesis.knownTo.fill(1);

  return {
    genesis,
    uncleCheck,
    difficultyOn: (parent, timestamp, uncleCount) =>
      nextDifficulty({ parent: parent.header, timestamp, uncleCount, spec }),
    createTemplate(template, pool) {
      const { parent, uncles, timestamp, paidFees } = template;
      const uncleCount = uncles.length;
      const header: UnsealedHeader = {
        ...parent.header,
        parentHash: parent.hash,
        unclesHash: uncleCount === 0 ? noUncles : unclesHash(uncles.map((uncle) => uncle.header)),
        coinbase: addressOf(pool),
        stateRoot: emptyTrieRoot,
        difficulty: nextDifficulty({ parent: parent.header, timestamp, uncleCount, spec }),
        number: parent.header.number + 1,
        timestamp,
        paidFees,
        uncleCount,
      };
      const rules = rulesAt(spec.forks, header.number);
      return { contents: template, header, work: createWork(header, ancestryOf(parent), rules) };
    },
    make({ contents: template, header: unsealed, work }, { parts, pool, now }) {
      const { parent, uncles } = template;
      const header = seal(unsealed, proofFromParts(parts));
      const nowSeconds = spec.genesis.timestamp + Math.floor(now);
      const broken = findViolation(header, template, nowSeconds, ancestryOf(parent));
      if (broken !== undefined) return broken;
      const weight = blockWeight({
        header,
        transactions: [],
        uncles: uncles.map((uncle) => uncle.header),
      });
      const totalDifficulty = parent.totalDifficulty + weight;
      return wrap(header, work.hashForMergedMining, {
        id: nextId++,
        parent,
        uncles,
        pool,
        foundAt: now,
        totalDifficulty,
      });
    },
  };
}
