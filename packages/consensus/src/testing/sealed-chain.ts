/** For tests: a chain of empty blocks, each sealed with real work at difficulty 1. */
import {
  type Block,
  type BlockHash,
  type ChainSpec,
  emptyBytes,
  emptyTrieRoot,
  type Header,
  hashHeader,
  rulesAt,
  testSpec,
  type UnsealedHeader,
  unclesHash,
  unsealedProof,
} from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";
import { nextDifficulty } from "../difficulty.js";
import { nextGasLimit } from "../gas-limit.js";
import { createEmbeddedBitcoin } from "../merged-mining/embedded-bitcoin.js";
import { seal } from "../merged-mining/seal.js";
import { createWork } from "../merged-mining/work.js";

export const spec: ChainSpec = testSpec;

export const neverAborted: AbortSignal = new AbortController().signal;

export interface SealedChain extends Ancestry {
  readonly head: Header;
  /** Returns a header that may follow the head, without a proof. */
  draft(uncles?: readonly Header[], changes?: Partial<UnsealedHeader>): UnsealedHeader;
  /** Seals a header as the child of the block at `header.number - 1`. */
  mine(header: UnsealedHeader): Promise<Header>;
  append(block: Block): void;
  /** Mines and appends empty blocks. */
  grow(count: number): Promise<void>;
}

const genesis: Header = {
  parentHash: new Uint8Array(32),
  unclesHash: unclesHash([]),
  coinbase: new Uint8Array(20),
  stateRoot: emptyTrieRoot,
  transactionsRoot: emptyTrieRoot,
  receiptsRoot: emptyTrieRoot,
  logsBloom: new Uint8Array(256),
  difficulty: spec.genesis.difficulty,
  number: 0,
  gasLimit: spec.genesis.gasLimit,
  gasUsed: 0n,
  timestamp: spec.genesis.timestamp,
  extraData: emptyBytes,
  paidFees: 0n,
  minimumGasPrice: spec.genesis.minimumGasPrice,
  uncleCount: 0,
  ummRoot: emptyBytes,
  ...unsealedProof,
};

export function createSealedChain(): SealedChain {
  const blocks: { readonly block: Block; readonly hash: BlockHash }[] = [];
  const bitcoin = createEmbeddedBitcoin();
  const append = (block: Block) => {
    blocks.push({ block, hash: hashHeader(block.header) });
  };
  append({ header: genesis, transactions: [], uncles: [] });

  const chain: SealedChain = {
    get head() {
      return (blocks.at(-1) as { block: Block }).block.header;
    },
    header: (height) => blocks[height]?.block.header,
    hash: (height) => blocks[height]?.hash,
    uncles: (height) => blocks[height]?.block.uncles ?? [],
    append,
    draft(uncles = [], changes = {}) {
      const parent = chain.head;
      const timestamp = parent.timestamp + spec.blockSeconds;
      const uncleCount = uncles.length;
      return {
        ...parent,
        parentHash: hashHeader(parent),
        unclesHash: unclesHash(uncles),
        number: parent.number + 1,
        timestamp,
        uncleCount,
        difficulty: nextDifficulty({ parent, timestamp, uncleCount, spec }),
        gasLimit: nextGasLimit({ parent, target: parent.gasLimit, spec }),
        ...unsealedProof,
        ...changes,
      };
    },
    async mine(header) {
      const work = createWork(header, chain, rulesAt(spec.forks, header.number));
      return seal(header, await bitcoin.seal(work, neverAborted));
    },
    async grow(count) {
      for (let i = 0; i < count; i++) {
        append({ header: await chain.mine(chain.draft()), transactions: [], uncles: [] });
      }
    },
  };
  return chain;
}
