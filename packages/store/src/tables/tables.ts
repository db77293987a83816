/** Every table of the disk on one screen. */
import {
  body,
  header,
  height,
  heightAndHash,
  indexKeyAt,
  integer,
  location,
  nothing,
  only,
  positions,
  raw,
  receipts as receiptList,
  text,
} from "./codec.js";
import { fact, meta, type Table, view } from "./table.js";
import { traceRow } from "./trace-row.js";

export const headers = fact("headers", raw, header, "Block hash to the full header.");
export const bodies = fact("bodies", raw, body, "Block hash to transactions, senders and uncles.");
export const receipts = fact(
  "receipts",
  raw,
  receiptList,
  "Block hash to the receipts of its transactions.",
);
export const traces = fact(
  "traces",
  raw,
  traceRow,
  "Block hash to the traces of its transactions.",
);
export const totalDifficulties = fact(
  "total-difficulties",
  raw,
  integer,
  "Block hash to total difficulty.",
);
export const blocksByHeight = fact(
  "blocks-by-height",
  heightAndHash,
  nothing,
  "Height and hash of every block of any branch: the candidates for uncles.",
);
export const nodes = fact(
  "nodes",
  raw,
  raw,
  "keccak-256 to a node of an account or storage trie, whole or by what an older one has instead.",
);
export const code = fact("code", raw, raw, "keccak-256 to contract code.");
export const preimages = fact(
  "preimages",
  raw,
  raw,
  "keccak-256 to the address or storage slot it is of: tries have the hashes alone.",
);
export const remoteAccounts = fact(
  "remote-accounts",
  raw,
  raw,
  "Address to the account another chain had at the block that was forked: nonce, balance, code hash.",
);
export const remoteSlots = fact("remote-slots", raw, raw, "Address and slot to its value there.");
export const baseRoots = fact(
  "base-roots",
  raw,
  raw,
  "Block hash to the state it was executed on, where that is not its parent's: it had been edited.",
);
export const requestedPrices = fact(
  "requested-prices",
  raw,
  integer,
  "Block hash to its minimum gas price, in wei, where a developer requested that one.",
);
export const requestedGasLimits = fact(
  "requested-gas-limits",
  raw,
  integer,
  "Block hash to its gas limit, where a developer requested that one.",
);
export const prevRandaos = fact(
  "prev-randaos",
  raw,
  integer,
  "Block hash to what opcode 0x44 answers in it, where a developer requested that in place of the difficulty.",
);

export const canonical = view("canonical", height, raw, "Height to the hash of the chosen block.");
export const transactionLookup = view(
  "transaction-lookup",
  raw,
  location,
  "Transaction hash to its canonical block and its index there.",
);
export const logIndex = view(
  "log-index",
  indexKeyAt,
  positions,
  "Address, or topic at its place, and height to the positions of the logs that have it.",
);

export const traceIndex = view(
  "trace-index",
  indexKeyAt,
  positions,
  "Address traced from or to, and height, to the positions of its traces in the block.",
);
export const traceCounts = view(
  "trace-counts",
  height,
  integer,
  "Height to its number of traces, where there are any.",
);

export const editedRoots = view(
  "edited-roots",
  raw,
  raw,
  "Block hash to the state after it, where that was edited since.",
);

export const head = meta("head", only, raw, "Hash of the newest canonical block.");
export const devSettings = meta(
  "dev-settings",
  only,
  text,
  "What calls changed: time, mining. JSON.",
);
export const pool = meta(
  "pool",
  only,
  raw,
  "What waited when the node was stopped: raw transactions and their senders.",
);
export const snapshots = meta("snapshots", height, raw, "Number of a snapshot to what it keeps.");
export const logPosition = meta(
  "log-position",
  only,
  text,
  "Place in the log that this node has applied, where it shares its chain with others. JSON.",
);
export const forkPoint = meta(
  "fork-point",
  only,
  text,
  "Block of another chain that was forked. JSON.",
);
export const genesis = meta("genesis", only, raw, "Hash of block 0: which chain this is.");
export const chainName = meta("chain-name", only, text, "The chain's name, for messages.");
export const chainId = meta("chain-id", only, integer, "EIP-155 id the chain's transactions have.");
export const rules = meta("rules", only, raw, "Digest of the parameters its blocks are judged by.");
export const schema = meta("schema", only, integer, "Number of this layout.");
export const writeCount = meta(
  "write-count",
  only,
  integer,
  "How many batches were written, to tell whether the last ones are lost.",
);

/** Lists the tables in the order above; the name of each is unique. */
export const tables: readonly Pick<Table<unknown, unknown>, "kind" | "name" | "about">[] = [
  headers,
  bodies,
  receipts,
  traces,
  totalDifficulties,
  blocksByHeight,
  nodes,
  code,
  preimages,
  remoteAccounts,
  remoteSlots,
  baseRoots,
  requestedPrices,
  requestedGasLimits,
  prevRandaos,
  canonical,
  transactionLookup,
  logIndex,
  traceIndex,
  traceCounts,
  editedRoots,
  head,
  devSettings,
  pool,
  snapshots,
  logPosition,
  forkPoint,
  genesis,
  chainName,
  chainId,
  rules,
  schema,
  writeCount,
];

/** The layout this code writes. A change of any table above is a new number and a step of an upgrade. */
export const schemaNumber = 10n;
