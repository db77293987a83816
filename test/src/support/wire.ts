/** Defines the JSON of the node's answers: quantities, data and hashes are hex strings. */

export type Hex = `0x${string}`;

export interface WireLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: Hex;
  readonly transactionIndex: Hex;
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  readonly removed?: boolean;
}

export interface WireReceipt {
  readonly transactionHash: Hex;
  readonly transactionIndex: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: Hex;
  readonly contractAddress: Hex | null;
  readonly cumulativeGasUsed: Hex;
  readonly effectiveGasPrice: Hex;
  readonly gasUsed: Hex;
  readonly logs: readonly WireLog[];
  readonly logsBloom: Hex;
  readonly status: Hex;
  readonly from: Hex;
  readonly to: Hex | null;
  readonly type: Hex;
}

export interface WireTransaction {
  readonly hash: Hex;
  readonly nonce: Hex;
  readonly blockHash: Hex | null;
  readonly blockNumber: Hex | null;
  readonly transactionIndex: Hex | null;
  readonly from: Hex;
  readonly to: Hex | null;
  readonly gas: Hex;
  readonly gasPrice: Hex;
  readonly value: Hex;
  readonly input: Hex;
  readonly v: Hex;
  readonly r: Hex;
  readonly s: Hex;
  readonly type: Hex;
  readonly yParity?: Hex;
  readonly chainId?: Hex;
  readonly maxFeePerGas?: Hex;
  readonly maxPriorityFeePerGas?: Hex;
  readonly accessList?: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];
  readonly authorizationList?: readonly {
    readonly chainId: Hex;
    readonly address: Hex;
    readonly nonce: Hex;
    readonly yParity: Hex;
    readonly r: Hex;
    readonly s: Hex;
  }[];
}

/** `Body` is a hash, or a whole transaction if those were requested. */
export interface WireBlock<Body extends Hex | WireTransaction = Hex> {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly sha3Uncles: Hex;
  readonly logsBloom: Hex;
  readonly transactionsRoot: Hex;
  readonly stateRoot: Hex;
  readonly receiptsRoot: Hex;
  readonly miner: Hex;
  readonly difficulty: Hex;
  readonly totalDifficulty: Hex;
  readonly cumulativeDifficulty: Hex;
  readonly extraData: Hex;
  readonly size: Hex;
  readonly gasLimit: Hex;
  readonly gasUsed: Hex;
  readonly timestamp: Hex;
  readonly transactions: readonly Body[];
  readonly uncles: readonly Hex[];
  readonly minimumGasPrice: Hex;
  readonly bitcoinMergedMiningHeader: Hex;
  readonly bitcoinMergedMiningCoinbaseTransaction: Hex;
  readonly bitcoinMergedMiningMerkleProof: Hex;
  readonly hashForMergedMining: Hex;
  readonly paidFees: Hex;
}
