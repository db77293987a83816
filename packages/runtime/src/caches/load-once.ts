/** Remembers a value that is loaded asynchronously at its first use. */

/**
 * Returns a function that loads a value once. Calls meanwhile wait for the same load. One that fails is not remembered: the
 * next call begins another, because the reason, such as missing memory or file descriptors, may have passed.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
