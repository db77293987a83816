/**
 * Joins traces of a range that begins before the fork: first those of the forked chain, then those of
 * this one.
 */
import { assertTraceRange } from "@tandem/chain";
import { type TraceQuery, toHex, toQuantity } from "@tandem/primitives";
import type { Backend, ForwardedTrace } from "@tandem/rpc";
import { unexpected } from "../fork/answers.js";
import type { Fork } from "../fork/fork.js";

type TraceFilter = Backend["traceFilter"];

const method = "trace_filter";

/** @throws the errors of the other node and of `ours`. */
export function forkedTraces({ node, from: fork }: Fork, ours: TraceFilter): TraceFilter {
  async function ask(query: TraceQuery): Promise<ForwardedTrace[]> {
    const { from, to, fromAddresses, toAddresses, after, count } = query;
    const filter = {
      fromBlock: toQuantity(from),
      toBlock: toQuantity(Math.min(to, fork.blockNumber)),
      ...(fromAddresses.length === 0 ? {} : { fromAddress: fromAddresses.map(toHex) }),
      ...(toAddresses.length === 0 ? {} : { toAddress: toAddresses.map(toHex) }),
      after,
      count,
    };
    const found = await node.call(method, [filter]);
    if (!Array.isArray(found)) throw unexpected({ node, method }, "a list of traces", found);
    return found.slice(0, count).map((forwarded) => ({ forwarded }));
  }

  /** Returns the number of matches before the fork, of which there are at most `after`, by bisection. */
  async function matchesOf(query: TraceQuery): Promise<number> {
    let [least, most] = [0, query.after];
    while (least < most) {
      const after = Math.floor((least + most) / 2);
      const isMore = (await ask({ ...query, after, count: 1 })).length > 0;
      [least, most] = isMore ? [after + 1, most] : [least, after];
    }
    return least;
  }

  return async (query, cancellation) => {
    if (query.from > fork.blockNumber) return ours(query, cancellation);
    assertTraceRange(query);
    const theirs = await ask(query);
    const count = query.count - theirs.length;
    if (query.to <= fork.blockNumber || count === 0) return theirs;
    const after = theirs.length > 0 ? 0 : query.after - (await matchesOf(query));
    const added = { ...query, from: fork.blockNumber + 1, after, count };
    return [...theirs, ...(await ours(added, cancellation))];
  };
}
