/** Ends and removes what a test has started when a signal ends the process of the test. */
const script = new URL("../../../../scripts/at-end-signal.mjs", import.meta.url).href;

export const { atEndSignal } = (await import(script)) as {
  /**
   * Calls a function, which must not wait for anything, before a signal ends this process.
   * @returns a function that removes it.
   */
  atEndSignal(cleanup: (signal: NodeJS.Signals) => void): () => void;
};
