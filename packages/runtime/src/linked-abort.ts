/** Links an abort controller to a parent signal for a limited time. */

export interface LinkedAbort {
  /** Aborts when the parent does, with the same reason. */
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Removes the link from the parent. */
  release(): void;
}

/**
 * Links to a parent that lives longer: with `AbortSignal.any` the parent keeps a reference for each
 * created signal as long as it lives (Node 20), and a node's signals live for weeks.
 */
export function linkAbort(parent: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController();
  const follow = () => controller.abort(parent?.reason);
  if (parent?.aborted === true) follow();
  else parent?.addEventListener("abort", follow);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => parent?.removeEventListener("abort", follow),
  };
}
