/** An end that follows another's, for a while. */

export interface LinkedAbort {
  /** Its own, which aborts when the parent does, with the same reason. */
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** The parent forgets it. */
  release(): void;
}

/**
 * For a parent that outlives what it stops: of each signal `AbortSignal.any` makes, its sources keep
 * a trace as long as they live (Node 20), and a node's live for weeks.
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
