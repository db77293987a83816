/** Reports whether the node is syncing blocks that a client submits, and its progress. */
import type { SyncStatus } from "@tandem/primitives";
import { type Logger, Topic } from "@tandem/runtime";
import { chainLimits } from "../limits.js";

export interface Sync {
  /** Returns undefined while the node is not syncing. */
  status(): SyncStatus | undefined;
  /**
   * Announces that blocks up to this height will be submitted. Ends syncing if the head is that
   * high already.
   */
  setHighestBlock(highestBlock: number): void;
  /** Updates the status. Must be called on every change of the head. */
  headMoved(): void;
  /** Calls `listener` when syncing begins, and with undefined when it ends. */
  listen(listener: (status: SyncStatus | undefined) => void): () => void;
  /** Ends syncing without an event. */
  stop(): void;
}

export function createSync(logger: Logger, headNumber: () => number): Sync {
  const topic = new Topic<SyncStatus | undefined>(logger);
  let goal: { readonly startingBlock: number; readonly highestBlock: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const status = () => goal && { ...goal, currentBlock: headNumber() };
  const end = () => {
    clearTimeout(timer);
    if (goal === undefined) return;
    goal = undefined;
    topic.publish(undefined);
  };
  const waitForNext = () => {
    // The client that submits the blocks may stop.
    clearTimeout(timer);
    timer = setTimeout(end, chainLimits.syncIdleMs);
    timer.unref();
  };
  return {
    status,
    setHighestBlock(highestBlock) {
      const head = headNumber();
      if (highestBlock <= head) return end();
      const isBeginning = goal === undefined;
      goal = { startingBlock: goal?.startingBlock ?? head, highestBlock };
      waitForNext();
      if (isBeginning) topic.publish(status());
    },
    headMoved() {
      if (goal === undefined) return;
      if (headNumber() >= goal.highestBlock) end();
      else waitForNext();
    },
    listen: topic.listen,
    stop() {
      clearTimeout(timer);
      goal = undefined;
    },
  };
}
