/**
 * Joins logs of a range that begins before the fork: first those of the forked chain, then those of
 * this one.
 */
import type { Chain } from "@tandem/chain";
import { type BlockRef, type LocatedLog, toHex, toQuantity } from "@tandem/primitives";
import type { Backend, LogQuery } from "@tandem/rpc";
import { yieldIfDue } from "@tandem/runtime";
import { heightOf } from "../backend/logs.js";
import { type Asked, bytesIn, countIn, unexpected } from "../fork/answers.js";
import type { Fork } from "../fork/fork.js";
import { behind } from "./behind.js";

type Logs = Backend["logs"];

/** @throws the errors of the other node and of `ours`. */
export function forkedLogs({ node, from: fork }: Fork, chain: Chain, ours: Logs): Logs {
  const { hasBlock } = behind({ node, from: fork });
  const heightIn = (ref: BlockRef): number =>
    "tag" in ref && ref.tag === "earliest" ? 0 : heightOf(chain, ref, chain.head().header.number);
  const ask = async (filter: LogQuery["filter"], range: Record<string, string>) => {
    const { addresses, topics } = filter;
    const address = addresses.length === 0 ? {} : { address: addresses.map(toHex) };
    const wanted = topics.map((one) => (one === undefined ? null : one.map(toHex)));
    const method = "eth_getLogs";
    const found = await node.call(method, [{ ...address, topics: wanted, ...range }]);
    if (!Array.isArray(found)) throw unexpected({ node, method }, "a list of logs", found);
    const located: LocatedLog[] = [];
    for (const log of found) {
      located.push(locatedOf(log, { node, method }));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    return located;
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
    const [first, last] = [heightIn(range.from), heightIn(range.to)];
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

/** @throws {Fault} `execution-failed` if a member has not the form of a log's. */
function locatedOf(found: unknown, asked: Asked): LocatedLog {
  if (typeof found !== "object" || found === null) throw unexpected(asked, "a log", found);
  const log = found as Readonly<Record<string, unknown>>;
  if (!Array.isArray(log.topics)) throw unexpected(asked, "a list of topics", log.topics);
  return {
    log: {
      address: bytesIn(log.address, asked, 20),
      topics: log.topics.map((topic) => bytesIn(topic, asked, 32)),
      data: bytesIn(log.data, asked),
    },
    blockHash: bytesIn(log.blockHash, asked, 32),
    blockNumber: countIn(log.blockNumber, asked),
    transactionHash: bytesIn(log.transactionHash, asked, 32),
    transactionIndex: countIn(log.transactionIndex, asked),
    logIndex: countIn(log.logIndex, asked),
  };
}
