/** Has the members of a block, a transaction and a receipt that all nodes have. */
import { bloomOf, fromHex, toHex } from "@tandem/primitives";

export type Members = Readonly<Record<string, unknown>>;

export const hashOf = (digits: string) => `0x${digits.repeat(32)}`;
export const [blockHash, transactionHash, topic] = [hashOf("b1"), hashOf("7a"), hashOf("70")];
const from = `0x${"a1".repeat(20)}`;
export const to = `0x${"a2".repeat(20)}`;
export const miner = `0x${"a3".repeat(20)}`;
export const noUncles = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";
export const zeroHash = hashOf("00");

const place = { blockHash, blockNumber: "0x5", transactionIndex: "0x0" };
export const log = {
  ...place,
  transactionHash,
  logIndex: "0x0",
  address: to,
  data: "0x",
  topics: [topic],
};
export const bloom = toHex(
  bloomOf([{ address: fromHex(to), topics: [fromHex(topic)], data: fromHex("0x") }] as never),
);

const roots = {
  transactionsRoot: hashOf("c1"),
  stateRoot: hashOf("c2"),
  receiptsRoot: hashOf("c3"),
};
/** The members of a block that every node has. */
export const common = {
  number: "0x5",
  hash: blockHash,
  parentHash: hashOf("b0"),
  ...roots,
  logsBloom: bloom,
  extraData: "0x",
  gasLimit: "0x6691b7",
  gasUsed: "0x5208",
  timestamp: "0x5f5e100",
};
export const sent = {
  hash: transactionHash,
  ...place,
  from,
  to,
  gas: "0x5208",
  value: "0x1",
  input: "0x",
};
export const mined = {
  transactionHash,
  ...place,
  from,
  to,
  cumulativeGasUsed: "0x5208",
  gasUsed: "0x5208",
};
export const signature = { v: "0x1b", r: "0x1f", s: hashOf("5e") };
