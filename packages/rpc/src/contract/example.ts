/** Defines wire values that the examples of several methods share: one transfer in one block. */

const zeros = (bytes: number) => `0x${"00".repeat(bytes)}`;

export const exampleAddress = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
export const exampleRecipient = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
export const exampleBlockHash =
  "0x2d6f6ab8f3c2b2dd1a4eabd7ee1b5db1f0b6dd2d3cf8d4f0f3a07b8f2f06f6a1";
export const exampleTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
export const exampleTransactionHash =
  "0x5bca9edd1baa42e0ed705201aecf70f443e0d0d53c0d4d7b7978d54180d3603e";
/** The request of the transaction below. */
export const exampleRequest = {
  from: exampleAddress,
  to: exampleRecipient,
  value: "0xde0b6b3a7640000",
  gas: "0x5208",
  gasPrice: "0x3938700",
  nonce: "0x0",
};
export const exampleRawTransaction =
  "0xf86b8084039387008252089470997970c51812dc3a010c7d01b50e0d17dc79c8880de0b6b3a764000080" +
  "62a0961e9e9154aa9ccde11b1f8a1a7dc059aea894ed3b102c5a2f1f61c4604e32ea" +
  "a03d0e4235e00c39750198823a7931a0818f257cd7b6a735d8529f094274571387";

/** The hash of no code, and the root of a trie without entries. */
export const emptyCode = "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
export const emptyTrie = "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421";
const emptyList = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";

export const exampleTransaction = {
  hash: exampleTransactionHash,
  nonce: "0x0",
  blockHash: exampleBlockHash,
  blockNumber: "0x1",
  transactionIndex: "0x0",
  from: exampleAddress,
  to: exampleRecipient,
  gas: "0x5208",
  gasPrice: "0x3938700",
  value: "0xde0b6b3a7640000",
  input: "0x",
  v: "0x62",
  r: "0x961e9e9154aa9ccde11b1f8a1a7dc059aea894ed3b102c5a2f1f61c4604e32ea",
  s: "0x3d0e4235e00c39750198823a7931a0818f257cd7b6a735d8529f094274571387",
  type: "0x0",
};

export const exampleReceipt = {
  transactionHash: exampleTransactionHash,
  transactionIndex: "0x0",
  blockHash: exampleBlockHash,
  blockNumber: "0x1",
  contractAddress: null,
  cumulativeGasUsed: "0x5208",
  effectiveGasPrice: "0x3938700",
  gasUsed: "0x5208",
  logs: [],
  logsBloom: zeros(256),
  status: "0x1",
  from: exampleAddress,
  to: exampleRecipient,
  type: "0x0",
};

export const exampleLog = {
  logIndex: "0x0",
  transactionIndex: "0x0",
  transactionHash: exampleTransactionHash,
  blockHash: exampleBlockHash,
  blockNumber: "0x1",
  address: exampleRecipient,
  data: "0x0000000000000000000000000000000000000000000000000000000000000001",
  topics: [exampleTopic],
};

export const exampleBlock = {
  number: "0x1",
  hash: exampleBlockHash,
  parentHash: zeros(32),
  sha3Uncles: emptyList,
  logsBloom: zeros(256),
  transactionsRoot: emptyTrie,
  stateRoot: emptyTrie,
  receiptsRoot: emptyTrie,
  miner: exampleAddress,
  difficulty: "0x1",
  totalDifficulty: "0x2",
  extraData: "0x",
  size: "0x2b1",
  gasLimit: "0x1c9c380",
  gasUsed: "0x5208",
  timestamp: "0x65e6f380",
  transactions: [exampleTransactionHash],
  uncles: [],
  minimumGasPrice: "0x3938700",
  bitcoinMergedMiningHeader: zeros(80),
  bitcoinMergedMiningCoinbaseTransaction: zeros(120),
  bitcoinMergedMiningMerkleProof: "0x",
  hashForMergedMining: zeros(32),
  paidFees: "0x12570a2b800",
  cumulativeDifficulty: "0x2",
  baseFeePerGas: "0x3938700",
  mixHash: zeros(32),
  nonce: zeros(8),
};
const { transactions: _, ...header } = exampleBlock;
/** The block without its transactions. */
export const exampleBlockHeader = header;
