/**
 * Joins logs of a range that begins before the fork: first those of the forked chain, then those of
 * this one.
 */
import type { Chain } from "@tandem/chain";
import { type BlockRef, fromHex, type LocatedLog, toHex, toQuantity } from "@tandem/primitives";
import type { Backend, LogQuery } from "@tandem/rpc";
import { behind } from "./behind.js";
import type { Fork } from "./fork.js";

type Logs = Backend["logs"];

/** @throws the errors of the other node and of `ours`. */
export function forkedLogs({ node, from: fork }: Fork, chain: Chain, ours: Logs): Logs {
  const { hasBlock } = behind({ node, from: fork });
  const heightOf = (ref: BlockRef): number => {
    if ("number" in ref) return ref.number;
    if ("tag" in ref && ref.tag === "earliest") return 0;
    const hash = chain.resolve(ref);
    return (hash && chain.blocks.header(hash)?.number) ?? chain.head().header.number;
  };
  const ask = async (filter: LogQuery["filter"], range: Record<string, string>) => {
    const { addresses, topics } = filter;
    const address = addresses.length === 0 ? {} : { address: addresses.map(toHex) };
    const wanted = topics.map((one) => (one === undefined ? null : one.map(toHex)));
    const found = await node.call("eth_getLogs", [{ ...address, topics: wanted, ...range }]);
    return (found as WireLog[]).map(locatedOf);
  };

  return async function* (query, call) {
    const { filter, range } = query;
    if ("blockHash" in range) {
      const blockHash = toHex(range.blockHash);
      const isForked = blockHash === toHex(fork.blockHash);
      const isOurs = !isForked && chain.blocks.header(range.blockHash) !== undefined;
      if (isOurs || !(await hasBlock(blockHash))) yield* ours(query, call);
      else yield await ask(filter, { blockHash });
      return;
    }
    const [first, last] = [heightOf(range.from), heightOf(range.to)];
    if (first > fork.blockNumber || first > last) {
      yield* ours(query, call);
      return;
    }
    const toBlock = toQuantity(Math.min(last, fork.blockNumber));
    yield await ask(filter, { fromBlock: toQuantity(first), toBlock });
    if (last <= fork.blockNumber) return;
    yield* ours({ filter, range: { from: { number: fork.blockNumber + 1 }, to: range.to } }, call);
  };
}

interface WireLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockHash: string;
  readonly blockNumber: string;
  readonly transactionHash: string;
  readonly transactionIndex: string;
  readonly logIndex: string;
}

const locatedOf = (log: WireLog): LocatedLog => ({
  log: { address: fromHex(log.address), topics: log.topics.map(fromHex), data: fromHex(log.data) },
  blockHash: fromHex(log.blockHash),
  blockNumber: Number(log.blockNumber),
  transactionHash: fromHex(log.transactionHash),
  transactionIndex: Number(log.transactionIndex),
  logIndex: Number(log.logIndex),
});
