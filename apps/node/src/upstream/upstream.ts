/**
 * Decides which requests are forwarded to the forked chain: those for blocks up to the forked one,
 * for states before it, and for unknown hashes, unless they are of blocks after the fork.
 */
import type { Chain } from "@tandem/chain";
import { fromHex, type TxHash, toHex, toQuantity } from "@tandem/primitives";
import type { HistoricalRequest, Upstream } from "@tandem/rpc";
import type { Fork } from "../fork/fork.js";
import { type Answering, behind } from "./behind.js";
import { hashIn, heightIn, isHash } from "./block-refs.js";
import { withExplorerMethods } from "./explorer-methods.js";
import { shortenFeeHistory, withOwnNextPrice } from "./fee-history.js";
import { withReceiptPrices } from "./receipt-prices.js";
import { withRequiredParams } from "./required-params.js";

export function createUpstream(fork: Fork, chain: Chain): Upstream {
  const { from } = fork;
  const node = withExplorerMethods(withReceiptPrices(withRequiredParams(fork.node)));
  const heightOf = (ref: unknown) => heightIn(ref, from, chain);
  const past = behind({ node, from });
  /** @param last the last height that the forked chain answers. */
  function upTo(last: number, request: HistoricalRequest): Promise<unknown> | undefined {
    const isOfFees = request.method === "eth_feeHistory";
    const given = request.params[request.at] ?? "latest";
    // A fee history ends at the newest block also if it is asked for up to the pending one.
    const height = heightOf(isOfFees && given === "pending" ? "latest" : given);
    if (height === undefined || height > last) return undefined;
    const ask = isOfFees ? askFeeHistory : askAt;
    return ask({ node, from, chain }, request, height);
  }

  return {
    before(request) {
      switch (request.kind) {
        case "state": // This node has the state after the forked block, which may have been edited.
          return upTo(from.blockNumber - 1, request);
        case "block":
          return upTo(from.blockNumber, request);
        case "transaction":
          return undefined;
      }
    },
    otherwise(request) {
      const { method, params } = request;
      if (isOwnTransaction(request, chain)) return undefined;
      return isBehind(past, request)?.then((isThere) =>
        isThere ? node.call(method, params) : null,
      );
    },
  };
}

/**
 * Forwards a request for a height. It has the block's number, because a tag means another block
 * there, and for the forked block its hash, because a reorg there may have replaced it.
 */
function askAt(
  { node, from }: Answering,
  { method, params, at }: HistoricalRequest,
  height: number,
): Promise<unknown> {
  const paramsFor = (block: unknown) => [...params.slice(0, at), block, ...params.slice(at + 1)];
  const byHash = height === from.blockNumber ? methodByHash(method) : undefined;
  if (byHash !== undefined) return node.call(byHash, paramsFor(toHex(from.blockHash)));
  const given = params[at];
  return node.call(method, paramsFor(isHash(given) ? given : heightFor(method, height)));
}

/** Returns a height as a method takes it: Otterscan's want a JSON number, and not every node accepts hex there. */
const heightFor = (method: string, height: number) =>
  /^(ots|erigon)_/.test(method) ? height : toQuantity(height);

/** Forwards a request for a fee history up to a height. */
async function askFeeHistory(
  fork: Answering & { readonly chain: Chain },
  request: HistoricalRequest,
  height: number,
): Promise<unknown> {
  const params = shortenFeeHistory(request.params);
  const answer = await askAt(fork, { ...request, params }, height);
  const isUpToForked = height === fork.from.blockNumber;
  return isUpToForked ? withOwnNextPrice(answer, height, fork.chain) : answer;
}

/** Returns the method that takes a block's hash where this one takes its number, if there is one. */
function methodByHash(method: string): string | undefined {
  if (method === "eth_getBlockReceipts") return method;
  const isNumbered = /^eth_get\w+By(Block)?Number/.test(method);
  return isNumbered ? method.replace(/By(Block)?Number/, "By$1Hash") : undefined;
}

/**
 * Returns whether a request is for a transaction in the pool, for whose receipt clients ask until it is mined, or
 * for one that was mined here, of which a method returns nothing, such as where a successful one failed.
 */
function isOwnTransaction({ kind, params, at }: HistoricalRequest, chain: Chain): boolean {
  const text = kind === "transaction" ? hashIn(params[at]) : undefined;
  if (text === undefined) return false;
  const hash = fromHex(text) as TxHash;
  return chain.pool.get(hash) !== undefined || chain.locate(hash) !== undefined;
}

/** Returns whether the object of a hash precedes the fork; undefined if the request has no hash. */
function isBehind(
  past: ReturnType<typeof behind>,
  { kind, params, at }: HistoricalRequest,
): Promise<boolean> | undefined {
  const hash = hashIn(params[at]);
  if (hash === undefined) return undefined;
  return kind === "transaction" ? past.hasTransaction(hash) : past.hasBlock(hash);
}
