/**
 * Creates block 0 from the spec. It is exempt from every rule, and the same on every node of the
 * chain.
 */
import {
  type ChainSpec,
  emptyBloom,
  emptyBytes,
  emptyTrieRoot,
  type Header,
  hashHeader,
  type StateRoot,
  type StoredBlock,
  unclesHash,
  unsealedProof,
} from "@tandem/primitives";
import { genesisStateSteps, type RemoteState, type StateWrites } from "@tandem/state";

export interface Genesis {
  readonly block: StoredBlock;
  readonly writes: StateWrites;
}

/** Creates the genesis block, in steps. @param remote the state that a fork of another chain is based on. */
export function* createGenesisSteps(
  spec: ChainSpec,
  remote?: RemoteState,
): Generator<void, Genesis> {
  const { stateRoot, ...writes } = yield* genesisStateSteps(spec.genesis.accounts, remote);
  return { block: genesisBlock(spec, stateRoot), writes };
}

/** Creates the genesis block with the root of the state that its accounts have. */
export function genesisBlock(spec: ChainSpec, stateRoot: StateRoot): StoredBlock {
  const { forkedFrom } = spec.genesis;
  const header: Header = {
    parentHash: forkedFrom?.parentHash ?? new Uint8Array(32),
    unclesHash: unclesHash([]),
    coinbase: spec.genesis.coinbase,
    stateRoot,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: emptyBloom,
    difficulty: spec.genesis.difficulty,
    number: forkedFrom?.number ?? 0,
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
  // The block represents one of another chain, which the next block must name as its parent.
  const hash = forkedFrom?.hash ?? hashHeader(header);
  const totalDifficulty = header.difficulty;
  return { header, transactions: [], uncles: [], receipts: [], hash, totalDifficulty };
}
