/** The tables of the database. */
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
  "keccak-256 to a node of an account or storage trie, whole or as differences from an older one.",
);
export const code = fact("code", raw, raw, "keccak-256 to contract code.");
export const preimages = fact(
  "preimages",
  raw,
  raw,
  "keccak-256 to its preimage, an address or storage slot: tries contain only the hashes.",
);
export const remoteAccounts = fact(
  "remote-accounts",
  raw,
  raw,
  "Address to the account of the forked chain at the fork block: nonce, balance, code hash.",
);
export const remoteSlots = fact(
  "remote-slots",
  raw,
  raw,
  "Address and slot to the value at the fork block.",
);
export const baseRoots = fact(
  "base-roots",
  raw,
  raw,
  "Block hash to the state root it was executed on, if that state was edited and is not its parent's.",
);
export const requestedPrices = fact(
  "requested-prices",
  raw,
  integer,
  "Block hash to its minimum gas price, in wei, if that price was requested.",
);
export const requestedGasLimits = fact(
  "requested-gas-limits",
  raw,
  integer,
  "Block hash to its gas limit, if that limit was requested.",
);
export const prevRandaos = fact(
  "prev-randaos",
  raw,
  integer,
  "Block hash to the result of opcode 0x44 in it, if one was requested in place of the difficulty.",
);

export const canonical = view(
  "canonical",
  height,
  raw,
  "Height to the hash of the canonical block.",
);
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
  "Height to its number of traces, if there are any.",
);

export const editedRoots = view(
  "edited-roots",
  raw,
  raw,
  "Block hash to the state root after it, if that state was edited.",
);

export const head = meta("head", only, raw, "Hash of the newest canonical block.");
export const devSettings = meta(
  "dev-settings",
  only,
  text,
  "Settings changed by calls: time, mining. JSON.",
);
export const pool = meta(
  "pool",
  only,
  raw,
  "Pending transactions when the node was stopped: raw transactions and their senders.",
);
export const snapshots = meta("snapshots", height, raw, "Number of a snapshot to its content.");
export const snapshotFacts = meta(
  "snapshot-facts",
  height,
  raw,
  "Number of a snapshot to its block's hash and the length of its row, if a newer version wrote it.",
);
export const logPosition = meta(
  "log-position",
  only,
  text,
  "Position up to which the log of a cluster is applied. JSON.",
);
export const forkPoint = meta("fork-point", only, text, "Fork block of another chain. JSON.");
export const genesis = meta("genesis", only, raw, "Hash of block 0, which identifies the chain.");
export const genesisState = meta(
  "genesis-state",
  only,
  raw,
  "State root of block 0, and a digest of it with the accounts of the chain from which it was computed.",
);
export const chainName = meta("chain-name", only, text, "The chain's name, for messages.");
export const chainId = meta("chain-id", only, integer, "EIP-155 id of the chain's transactions.");
export const rules = meta("rules", only, raw, "Digest of the chain's consensus parameters.");
export const schema = meta("schema", only, integer, "Number of this layout.");
export const writeCount = meta(
  "write-count",
  only,
  integer,
  "Number of batches written, which shows whether the last ones are lost.",
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
  snapshotFacts,
  logPosition,
  forkPoint,
  genesis,
  genesisState,
  chainName,
  chainId,
  rules,
  schema,
  writeCount,
];

/**
 * The layout that this code writes. A change of any table above requires a new number and an
 * upgrade step.
 */
export const schemaNumber = 12n;
