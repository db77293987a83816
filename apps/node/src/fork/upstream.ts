/**
 * Which requests the chain behind ours answers: those about blocks up to the one that was forked, and
 * about states before it; and by hash what we do not know, as long as it is not after the fork.
 */
import type { Chain } from "@tandem/chain";
import { toHex, toQuantity } from "@tandem/primitives";
import type { ForwardedRequest, Upstream } from "@tandem/rpc";
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
};

/** Asked by the hash of a block or a transaction that may be of the chain behind. */
const byHash = new Set([
  "eth_getBlockByHash",
  "eth_getTransactionByHash",
  "eth_getTransactionReceipt",
  "eth_getTransactionByBlockHashAndIndex",
  "eth_getBlockReceipts",
  "trace_transaction",
]);

export function createUpstream({ node, from }: Fork, chain: Chain): Upstream {
  const forkHash = toHex(from.blockHash);

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
      const place = stateMethods[method] ?? blockMethods[method];
      if (place === undefined) return undefined;
      const height = heightOf(params[place] ?? "latest");
      const last = method in stateMethods ? from.blockNumber - 1 : from.blockNumber;
      return height === undefined || height > last ? undefined : ask(request, place, height);
    },
    otherwise({ method, params }) {
      if (!byHash.has(method) || `${params[0]}`.length !== 66) return undefined;
      return node.call(method, params).then((found) => (isLater(found) ? null : found));
    },
  };

  /** That chain has gone on since: what it did then is not of ours. */
  function isLater(found: unknown): boolean {
    const one = (Array.isArray(found) ? found[0] : found) as Record<string, unknown> | null;
    if (one === null || one === undefined) return false;
    const number = one.blockNumber ?? one.number;
    return number === null || Number(number) > from.blockNumber;
  }
}
