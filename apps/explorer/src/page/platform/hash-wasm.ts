/**
 * Replaces the package hash-wasm. The page's content security policy permits no WebAssembly, so
 * Keccak-256 is computed in JavaScript, as in Node until the module is compiled.
 */

/** Returns a promise that is rejected, as where the system refuses the memory for WebAssembly. */
export const createKeccak = (): Promise<never> =>
  Promise.reject(new Error("the page's policy permits no WebAssembly"));
