/** Finds a port for a program that cannot choose one itself. */
const script = new URL("../../../../scripts/free-port.mjs", import.meta.url).href;

export const { freePort } = (await import(script)) as {
  /** Returns a port that no connection and no server gets that does not ask for it. */
  freePort(): Promise<number>;
};
