/** Block 0: made from the spec, exempt from every rule, the same on every node of the chain. */
import {
  bloomLength,
  type ChainSpec,
  emptyBytes,
  emptyTrieRoot,
  type Header,
  hashHeader,
  type StoredBlock,
  unclesHash,
  unsealedProof,
} from "@tandem/primitives";
import { genesisState, type StateWrites } from "@tandem/state";

export interface Genesis {
  readonly block: StoredBlock;
  readonly writes: StateWrites;
}

export function createGenesis(spec: ChainSpec): Genesis {
  const { stateRoot, ...writes } = genesisState(spec.genesis.accounts);
  const header: Header = {
    parentHash: new Uint8Array(32),
    unclesHash: unclesHash([]),
    coinbase: spec.genesis.coinbase,
    stateRoot,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: new Uint8Array(bloomLength),
    difficulty: spec.genesis.difficulty,
    number: 0,
    gasLimit: spec.genesis.gasLimit,
    gasUsed: 0n,
    timestamp: spec.genesis.timestamp,
    extraData: spec.genesis.extraData,
    paidFees: 0n,
    minimumGasPrice: spec.genesis.minimumGasPrice,
    uncleCount: 0,
    ummRoot: emptyBytes,
    ...unsealedProof,
  };
  const hash = hashHeader(header);
  const totalDifficulty = header.difficulty;
  return {
    block: { header, transactions: [], uncles: [], receipts: [], hash, totalDifficulty },
    writes,
  };
}
