/**
 * Answers Otterscan's methods, headers and reads of many slots for blocks of a forked node that does not have these
 * methods, as Rootstock's nodes do not, from methods of Ethereum that it has. Without them an explorer shows no block
 * before the fork.
 */
import {
  Fault,
  fromBigInt,
  isJsonObject,
  type JsonObject,
  padStart,
  toHex,
  toQuantity,
} from "@tandem/primitives";
import { explorerPageMax, isUnknownMethod, slotsMax } from "@tandem/rpc";
import { quantityIn, unexpected } from "../fork/answers.js";
import type { RemoteNode } from "../fork/remote-node.js";
import { isHash } from "./block-refs.js";

type Node = Pick<RemoteNode, "address" | "call">;

const isListOfObjects = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.every(isJsonObject);

/** The hex characters of a transaction's input in a list: `0x` and the selector of a method. */
const listedInputLength = 10;

const substitutes: Readonly<
  Record<string, (node: Node, params: readonly unknown[]) => Promise<unknown>>
> = {
  erigon_getHeaderByNumber: headerAt,
  eth_getHeaderByHash: headerAt,
  eth_getHeaderByNumber: headerAt,
  eth_getStorageValues: slotValues,
  ots_getBlockDetails: (node, [ref]) => detailsOf(node, ref),
  ots_getBlockDetailsByHash: (node, [hash]) => detailsOf(node, hash),
  ots_getBlockTransactions: pageOf,
};

/** Returns whether an answer is a header without the members that only a block tells, as geth's are. */
const isShort = (method: string, answer: unknown) =>
  substitutes[method] === headerAt &&
  isJsonObject(answer) &&
  (answer.size === undefined || answer.uncles === undefined);

/** Returns a node that also answers the methods above. */
export const withExplorerMethods = (node: Node): Node => ({
  get address() {
    return node.address;
  },
  async call(method, params) {
    const substitute = Object.hasOwn(substitutes, method) ? substitutes[method] : undefined;
    if (substitute === undefined) return node.call(method, params);
    try {
      const answer = await node.call(method, params);
      return isShort(method, answer) ? await substitute(node, params) : answer;
    } catch (error) {
      if (!isUnknownMethod(error)) throw error;
      return substitute(node, params);
    }
  },
});

interface Block extends JsonObject {
  readonly transactions: readonly unknown[];
}

/** @param ref a height as a JSON number or in hex, or a hash. @throws {Fault} `execution-failed`. */
async function blockAt(node: Node, ref: unknown, isWhole: boolean): Promise<Block | null> {
  const method = isHash(ref) ? "eth_getBlockByHash" : "eth_getBlockByNumber";
  const given = typeof ref === "number" ? toQuantity(ref) : ref;
  const block = await node.call(method, [given, isWhole]);
  if (block === null || block === undefined) return null;
  if (Array.isArray((block as JsonObject).transactions)) return block as Block;
  throw unexpected({ node, method }, "a block", block);
}

function headerOf({ transactions: _, ...header }: Block): JsonObject {
  return header;
}

async function headerAt(node: Node, [ref]: readonly unknown[]): Promise<JsonObject | null> {
  const block = await blockAt(node, ref, false);
  return block && headerOf(block);
}

/** Returns the values of slots by account, each by a request of its own: not every node accepts batches. */
async function slotValues(node: Node, [given, block]: readonly unknown[]) {
  const method = "eth_getStorageAt";
  const slotAt = async (account: string, slot: unknown) => {
    const value = quantityIn(await node.call(method, [account, slot, block]), { node, method });
    return toHex(padStart(fromBigInt(value), 32));
  };
  const read = slotsIn(given).map(async ([account, slots]) => {
    const values = await Promise.all(slots.map((slot) => slotAt(account, slot)));
    return [account.toLowerCase(), values] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Returns the slots of a request by account. @throws {Fault} `bad-request` if they are none or too many. */
function slotsIn(given: unknown): readonly (readonly [account: string, slots: unknown[]])[] {
  const lists = Object.entries(isJsonObject(given) ? given : {});
  const slots = lists.map(([account, list]) => [account, Array.isArray(list) ? list : []] as const);
  const count = slots.reduce((sum, [, list]) => sum + list.length, 0);
  if (count > 0 && count <= slotsMax) return slots;
  const message = `requests: expected 1 to ${slotsMax} storage positions`;
  throw new Fault({ code: "bad-request", message });
}

const listed = (block: Block) => ({
  ...headerOf(block),
  logsBloom: null,
  transactionCount: block.transactions.length,
});

async function detailsOf(node: Node, ref: unknown) {
  const block = await blockAt(node, ref, false);
  if (block === null) return null;
  return {
    block: listed(block),
    issuance: { blockReward: "0x0", uncleReward: "0x0", issuance: "0x0" },
    totalFees: await feesOf(node, block),
  };
}

/** Returns the fees of a block in wei: Rootstock's blocks state them, for others they are added up. */
async function feesOf(node: Node, block: Block): Promise<string> {
  if (typeof block.paidFees === "string") return block.paidFees;
  const asked = { node, method: receiptsMethod };
  const receipts = await receiptsOf(node, block, 0, block.transactions.length);
  let fees = 0n;
  for (const { gasUsed, effectiveGasPrice } of receipts) {
    fees += quantityIn(gasUsed, asked) * quantityIn(effectiveGasPrice, asked);
  }
  return toQuantity(fees);
}

const receiptsMethod = "eth_getBlockReceipts";

/**
 * Returns the receipts of the transactions from `start` until `end`. Rootstock's nodes have no method for those of a
 * block, and are asked for one after the other.
 */
async function receiptsOf(
  node: Node,
  { hash, transactions }: Block,
  start: number,
  end: number,
): Promise<readonly JsonObject[]> {
  if (start === end) return [];
  try {
    const receipts = await node.call(receiptsMethod, [hash]);
    const count = transactions.length;
    if (isListOfObjects(receipts) && receipts.length === count) return receipts.slice(start, end);
    throw unexpected({ node, method: receiptsMethod }, `${count} receipts`, receipts);
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
  }
  const receipts: JsonObject[] = [];
  for (const transaction of transactions.slice(start, end)) {
    receipts.push(await receiptOf(node, transaction));
  }
  return receipts;
}

/** @param transaction its hash, or an object with it. @throws {Fault} `execution-failed`. */
async function receiptOf(node: Node, transaction: unknown): Promise<JsonObject> {
  const method = "eth_getTransactionReceipt";
  const hash = isJsonObject(transaction) ? transaction.hash : transaction;
  const receipt = await node.call(method, [hash]);
  if (isJsonObject(receipt)) return receipt;
  throw unexpected({ node, method }, "a receipt", receipt);
}

/** Returns a page of the transactions of a block with their receipts. Page 0 has the last ones. */
async function pageOf(node: Node, [ref, page, size]: readonly unknown[]) {
  const skipped = numberIn(page, "page", 0, Number.MAX_SAFE_INTEGER);
  const most = numberIn(size, "size", 1, explorerPageMax);
  const block = await blockAt(node, ref, true);
  if (block === null) return null;
  const end = Math.max(0, block.transactions.length - skipped * most);
  const start = Math.max(0, end - most);
  const shown = block.transactions.slice(start, end);
  if (!isListOfObjects(shown)) {
    throw unexpected({ node, method: "eth_getBlockByNumber" }, "transactions", shown);
  }
  const receipts = await receiptsOf(node, block, start, end);
  return {
    fullblock: { ...listed(block), transactions: shown.map(withShortInput) },
    receipts: receipts.map((one) => ({ ...one, logs: null, logsBloom: null })),
  };
}

/** Returns a number that is given in hex or as a JSON number. @throws {Fault} `bad-request` out of the range. */
function numberIn(param: unknown, name: string, least: number, most: number): number {
  const isNumeric = typeof param === "number" || typeof param === "string";
  const number = isNumeric ? Number(param) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
  throw new Fault({ code: "bad-request", message: `${name}: expected ${least} to ${most}` });
}

const withShortInput = (transaction: JsonObject) => ({
  ...transaction,
  input: String(transaction.input ?? "0x").slice(0, listedInputLength),
});
