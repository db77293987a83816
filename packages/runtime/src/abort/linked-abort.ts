/** Links an abort controller to parent signals for a limited time. */
import { setMaxListeners } from "node:events";

export interface LinkedAbort {
  /** Aborts when one of the parents does, with the same reason. */
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Removes the links from the parents. */
  release(): void;
}

/**
 * Links to parents that live longer: with `AbortSignal.any` a parent keeps a reference for each
 * created signal as long as it lives (Node 20 and 22), and a node's signals live for weeks.
 */
export function linkAbort(...parents: readonly (AbortSignal | undefined)[]): LinkedAbort {
  const controller = new AbortController();
  const given = parents.filter((parent) => parent !== undefined);
  // One signal ends many calls at once; each removes its listener.
  if (given.length > 0) setMaxListeners(0, ...given);
  const follow = () => controller.abort(given.find(({ aborted }) => aborted)?.reason);
  if (given.some(({ aborted }) => aborted)) follow();
  else for (const parent of given) parent.addEventListener("abort", follow);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release() {
      for (const parent of given) parent.removeEventListener("abort", follow);
    },
  };
}
