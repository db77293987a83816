/**
 * Puts answers of the forked node into the specification's form, so that clients read one form whatever the node.
 * Older nodes and those of other chains leave members out, write null in their place, or write quantities with leading
 * zeros, as JSON numbers or in decimal. What has no known form stays as it is, and so do members that the specification
 * does not have.
 */
import {
  bloomOf,
  fromHex,
  isJsonObject,
  type JsonObject,
  type Log,
  toHex,
  unclesHash,
} from "@tandem/primitives";
import { contract, type LooseReader, looseReaderOf } from "@tandem/rpc";

type Form = (answer: unknown) => unknown;

const zeroAddress = toHex(new Uint8Array(20));
const zeroHash = toHex(new Uint8Array(32));
const noUncles = toHex(unclesHash([]));

/** The members in which `0x` stands for nothing, since they have a fixed length. */
const fixedMembers: ReadonlySet<string> = new Set([
  ...["author", "contractAddress", "from", "logsBloom", "miner", "root", "to"],
]);

/** The members that the first block of Rootstock's chains has as null: no work was done for it. */
const proofMembers: ReadonlySet<string> = new Set([
  "bitcoinMergedMiningHeader",
  "bitcoinMergedMiningCoinbaseTransaction",
  "bitcoinMergedMiningMerkleProof",
]);

/** Returns a form of objects; a value that is none stays as it is. */
const formOf =
  (complete: (found: JsonObject) => JsonObject): Form =>
  (answer) =>
    isJsonObject(answer) ? complete(withoutAbsent(answer)) : answer;

const withoutAbsent = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter(([name, value]) =>
      value == null ? proofMembers.has(name) : value !== "0x" || !fixedMembers.has(name),
    ),
  );

const listOf =
  (form: Form): Form =>
  (answer) =>
    Array.isArray(answer) ? answer.map(form) : answer;

/** Returns bytes with leading zeros up to a length: some nodes write `r`, `s` and nonces of blocks as quantities. */
function padded(value: unknown, length: number): unknown {
  if (typeof value !== "string" || !/^0x[0-9a-f]*$/i.test(value)) return value;
  return `0x${value.slice(2).padStart(2 * length, "0")}`;
}

const paddedMember = (found: JsonObject, name: string, length: number) =>
  found[name] === undefined ? {} : { [name]: padded(found[name], length) };

/** Returns the type of a transaction by the members that each type added (EIP-2930, 1559, 4844, 7702). */
function typeOf(found: JsonObject): string {
  if (found.authorizationList !== undefined) return "0x4";
  if (found.blobVersionedHashes !== undefined) return "0x3";
  if (found.maxFeePerGas !== undefined) return "0x2";
  return found.accessList === undefined ? "0x0" : "0x1";
}

/** Completes a transaction. That of rskj which pays its miners has no signature. */
const transaction = formOf((found) => ({
  blockHash: null,
  blockNumber: null,
  transactionIndex: null,
  to: null,
  nonce: "0x0",
  from: zeroAddress,
  gas: "0x0",
  value: "0x0",
  gasPrice: found.maxFeePerGas ?? "0x0",
  input: found.data ?? "0x",
  v: found.yParity ?? "0x0",
  type: typeOf(found),
  ...found,
  r: padded(found.r ?? "0x", 32),
  s: padded(found.s ?? "0x", 32),
}));

const log = formOf((found) => ({ data: "0x", ...found }));

/** Returns the bloom of logs that have the form; undefined for others. */
function bloomOfForms(logs: unknown): string | undefined {
  try {
    return toHex(bloomOf((logs as readonly JsonObject[]).map(bytesOfLog)));
  } catch {
    return undefined;
  }
}

const bytesOfLog = ({ address, topics, data }: JsonObject): Log => ({
  address: fromHex(address as string) as Log["address"],
  topics: (topics as readonly string[]).map((topic) => fromHex(topic) as Log["topics"][number]),
  data: fromHex(data as string),
});

/** Leaves either the status or, for blocks before Byzantium, the root of the state. */
function outcomeOf({ root, ...found }: JsonObject): JsonObject {
  const isRoot = typeof root === "string" && root.length === zeroHash.length;
  return found.status === undefined && isRoot ? { ...found, root } : found;
}

/** Completes a receipt but for its logs and their bloom, which Otterscan's lists do not have. */
function bareReceiptOf(given: JsonObject): JsonObject {
  const { contractAddress, ...found } = outcomeOf(given);
  const isCreation = contractAddress !== undefined && contractAddress !== zeroAddress;
  const time = found.blockTimestamp;
  return {
    to: null,
    from: zeroAddress,
    type: "0x0",
    ...found,
    contractAddress: isCreation ? contractAddress : null,
    ...(typeof time === "string" ? { blockTimestamp: Number(time) } : {}),
  };
}

const bareReceipt = formOf((found) => ({
  logs: null,
  logsBloom: null,
  ...bareReceiptOf(found),
}));

const receipt = formOf((found) => {
  const logs = listOf(log)(found.logs ?? []);
  return { logsBloom: bloomOfForms(logs), ...bareReceiptOf(found), logs };
});

/** Completes a block without its transactions. A header alone does not tell which uncles it has. */
function headerOf(found: JsonObject): JsonObject {
  const hasNoUncles = found.sha3Uncles === undefined || found.sha3Uncles === noUncles;
  return {
    number: null,
    hash: null,
    logsBloom: null,
    sha3Uncles: noUncles,
    transactionsRoot: zeroHash,
    stateRoot: zeroHash,
    receiptsRoot: zeroHash,
    miner: found.author ?? zeroAddress,
    difficulty: "0x0",
    extraData: "0x",
    gasLimit: "0x0",
    gasUsed: "0x0",
    ...(hasNoUncles ? { uncles: [] } : {}),
    ...found,
    ...paddedMember(found, "nonce", 8),
    ...paddedMember(found, "mixHash", 32),
  };
}

const header = formOf(headerOf);

const listedBlock = formOf((found) => ({ size: "0x0", ...headerOf(found) }));

const block = formOf((found) => ({
  size: "0x0",
  ...headerOf(found),
  transactions: listOf(transaction)(found.transactions ?? []),
}));

const blockDetails = formOf((found) => ({ ...found, block: listedBlock(found.block) }));

const blockTransactions = formOf((found) => ({
  ...found,
  fullblock: block(found.fullblock),
  receipts: listOf(bareReceipt)(found.receipts),
}));

const forms: Readonly<Record<string, Form>> = {
  erigon_getHeaderByNumber: header,
  eth_getBlockByHash: block,
  eth_getBlockByNumber: block,
  eth_getBlockReceipts: listOf(receipt),
  eth_getCode: (code) => (code === "0x0" ? "0x" : code),
  eth_getHeaderByHash: header,
  eth_getHeaderByNumber: header,
  eth_getStorageAt: (value) => padded(value, 32),
  eth_getTransactionByBlockHashAndIndex: transaction,
  eth_getTransactionByBlockNumberAndIndex: transaction,
  eth_getTransactionByHash: transaction,
  eth_getTransactionReceipt: receipt,
  eth_getUncleByBlockHashAndIndex: block,
  eth_getUncleByBlockNumberAndIndex: block,
  ots_getBlockDetails: blockDetails,
  ots_getBlockDetailsByHash: blockDetails,
  ots_getBlockTransactions: blockTransactions,
};

/** The readers of quantities in results, by method; they are made at the first use. */
const readers = new Map<string, LooseReader | undefined>();

function readerOf(method: string): LooseReader | undefined {
  if (!readers.has(method)) {
    const declared = contract.find(({ name }) => name === method);
    readers.set(method, declared && looseReaderOf(declared.result));
  }
  return readers.get(method);
}

/** Returns whether an answer may have so many members that it is read in parts elsewhere, and not here at once. */
const isLong = (method: string) => method === "eth_getLogs" || /^(debug|trace)_/.test(method);

/** Returns the result of a method in the specification's form, as far as it is known how to. */
export function inExactForm(method: string, answer: unknown): unknown {
  if (isLong(method)) return answer;
  const form = Object.hasOwn(forms, method) ? forms[method] : undefined;
  const completed = form === undefined ? answer : form(answer);
  const read = readerOf(method);
  return read === undefined ? completed : read(completed);
}
