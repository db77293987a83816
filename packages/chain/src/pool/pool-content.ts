/** Lists and counts the content of the pool, in steps between which the pool may change. */
import type { PoolContent, PoolCounts, SignedTransaction } from "@tandem/primitives";
import { poolLimits } from "../limits.js";
import type { SenderQueue } from "./sender-queue.js";

interface Senders {
  /** A copy: a sender whose queue is dropped and made anew meanwhile is not visited twice. */
  readonly queues: readonly SenderQueue[];
  /** Returns a function that returns the nonce of a sender's account at the present head. */
  readonly nonces: () => (queue: SenderQueue) => bigint;
}

function* visitSenders(
  { queues, nonces }: Senders,
  visit: (queue: SenderQueue, nonce: bigint) => void,
): Generator<void, void> {
  let nonceOf = nonces();
  for (const [at, queue] of queues.entries()) {
    if (at % poolLimits.sendersBeforeYield === 0) {
      yield;
      nonceOf = nonces();
    }
    visit(queue, nonceOf(queue));
  }
}

/** Lists the transactions of senders. */
export function* contentSteps(senders: Senders): Generator<void, PoolContent> {
  const pending: SignedTransaction[] = [];
  const queued: SignedTransaction[] = [];
  yield* visitSenders(senders, (queue, nonce) => {
    const own = queue.content(nonce);
    for (const one of own.pending) pending.push(one);
    for (const one of own.queued) queued.push(one);
  });
  return { pending, queued };
}

/** Counts what `contentSteps` lists. */
export function* countSteps(senders: Senders): Generator<void, PoolCounts> {
  let [pending, queued] = [0, 0];
  yield* visitSenders(senders, (queue, nonce) => {
    const own = queue.counts(nonce);
    pending += own.pending;
    queued += own.queued;
  });
  return { pending, queued };
}
