/**
 * Which requests the chain behind ours answers: those about blocks up to the one that was forked, and
 * about states before it; and by hash what we do not know, as long as it is not after the fork.
 */
import type { Chain } from "@tandem/chain";
import { Fault, toHex, toQuantity } from "@tandem/primitives";
import type { ForwardedRequest, Upstream } from "@tandem/rpc";
import { behind } from "./behind.js";
import type { Fork } from "./fork.js";

/** Where a method has its block. States: that of the forked block itself is ours, and may be edited. */
const stateMethods: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_createAccessList: 1,
  debug_traceCall: 1,
};

const blockMethods: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockByHash: 0,
  eth_getBlockTransactionCountByNumber: 0,
  eth_getBlockTransactionCountByHash: 0,
  eth_getUncleCountByBlockNumber: 0,
  eth_getUncleCountByBlockHash: 0,
  eth_getUncleByBlockNumberAndIndex: 0,
  eth_getUncleByBlockHashAndIndex: 0,
  eth_getTransactionByBlockNumberAndIndex: 0,
  eth_getTransactionByBlockHashAndIndex: 0,
  eth_getBlockReceipts: 0,
  trace_block: 0,
  debug_traceBlockByNumber: 0,
  debug_traceBlockByHash: 0,
  debug_getRawBlock: 0,
  debug_getRawHeader: 0,
  debug_getRawReceipts: 0,
  native_getRawBlockHeaderByNumber: 0,
  native_getRawBlockHeaderByHash: 0,
  eth_feeHistory: 1,
};

/** Where a block is named by its hash first, and where a transaction is. */
const blockHashMethods = new Set([
  "eth_getBlockByHash",
  "eth_getBlockTransactionCountByHash",
  "eth_getUncleCountByBlockHash",
  "eth_getUncleByBlockHashAndIndex",
  "eth_getTransactionByBlockHashAndIndex",
  "eth_getBlockReceipts",
  "debug_traceBlockByHash",
  "trace_block",
  "debug_getRawBlock",
  "debug_getRawHeader",
  "debug_getRawReceipts",
  "native_getRawBlockHeaderByHash",
  "native_getTransactionReceiptNodesByHash",
]);
const transactionMethods = new Set([
  "eth_getTransactionByHash",
  "eth_getTransactionReceipt",
  "trace_transaction",
  "debug_traceTransaction",
  "debug_getRawTransaction",
  "native_getRawTransactionReceiptByHash",
]);

export function createUpstream({ node, from }: Fork, chain: Chain): Upstream {
  const forkHash = toHex(from.blockHash);
  const { hasBlock, hasTransaction } = behind({ node, from });

  /** Height a reference names, as far as it can be told without a look at any block. */
  function heightOf(ref: unknown): number | undefined {
    if (typeof ref === "object" && ref !== null) {
      const { blockNumber, blockHash } = ref as Record<string, unknown>;
      return heightOf(blockNumber ?? blockHash ?? "latest");
    }
    if (ref === "earliest") return 0;
    if (typeof ref !== "string" || ref === "pending") return undefined;
    if (ref.length === 66) return ref.toLowerCase() === forkHash ? from.blockNumber : undefined;
    if (/^0x[0-9a-f]{1,13}$/i.test(ref)) return Number(ref);
    const tag = ref === "latest" || ref === "safe" || ref === "finalized" ? ref : undefined;
    const hash = tag && chain.resolve({ tag });
    return hash && chain.blocks.header(hash)?.number;
  }

  /** The request with the block by its number: a tag means another there. */
  function ask({ method, params }: ForwardedRequest, place: number, height: number) {
    const isByHash = typeof params[place] === "string" && (params[place] as string).length === 66;
    const block = isByHash ? params[place] : toQuantity(height);
    return node.call(method, [...params.slice(0, place), block, ...params.slice(place + 1)]);
  }

  return {
    before(request) {
      const { method, params } = request;
      if (method === "trace_filter") return filterBehind(request);
      const place = stateMethods[method] ?? blockMethods[method];
      if (place === undefined) return undefined;
      const height = heightOf(params[place] ?? "latest");
      const last = method in stateMethods ? from.blockNumber - 1 : from.blockNumber;
      return height === undefined || height > last ? undefined : ask(request, place, height);
    },
    otherwise({ method, params }) {
      const isThere = isBehind(method, params);
      return isThere?.then((isSo) => (isSo ? node.call(method, params) : null));
    },
  };

  /** Whether what is named by hash was there already; undefined where nothing is. */
  function isBehind(method: string, params: readonly unknown[]): Promise<boolean> | undefined {
    const place = stateMethods[method] ?? 0;
    const hash = hashIn(params[place]);
    if (hash === undefined) return undefined;
    if (transactionMethods.has(method)) return hasTransaction(hash);
    const isBlock = method in stateMethods || blockHashMethods.has(method);
    return isBlock ? hasBlock(hash) : undefined;
  }

  /**
   * A range that the chain behind answers as a whole; undefined for one that is ours.
   * @throws {Fault} `bad-request` for one of both: what is left out of them would be counted twice.
   */
  function filterBehind({ method, params }: ForwardedRequest): Promise<unknown> | undefined {
    const filter = (params[0] ?? {}) as Readonly<Record<string, unknown>>;
    const first = heightOf(filter.fromBlock ?? "latest");
    const last = heightOf(filter.toBlock ?? "latest");
    if (first === undefined || last === undefined) return undefined;
    if (first > from.blockNumber || first > last) return undefined;
    if (last <= from.blockNumber) {
      const range = { fromBlock: toQuantity(first), toBlock: toQuantity(last) };
      return node.call(method, [{ ...filter, ...range }, ...params.slice(1)]);
    }
    const message = `filter: this chain forks another at block ${from.blockNumber}: ask for the blocks up to it and for those after it`;
    throw new Fault({ code: "bad-request", message });
  }
}

/** Of a block reference or a plain hash. */
function hashIn(param: unknown): string | undefined {
  const named = (param as { readonly blockHash?: unknown } | null | undefined)?.blockHash ?? param;
  return typeof named === "string" && named.length === 66 ? named : undefined;
}
