/** Replaces `node:timers/promises` in a browser. */

const afterMs = (ms: number): Promise<void> =>
  new Promise((resolve) => globalThis.setTimeout(resolve, ms));

export { afterMs as setTimeout };
export const setImmediate = (): Promise<void> => afterMs(0);
