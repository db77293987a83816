/** Compiles hash functions in WebAssembly. */
import { unusableData } from "@tandem/primitives";
import type { IHasher } from "hash-wasm";

/**
 * Compiles a hash function.
 * @throws {Fault} `unusable-data` if the system refuses the memory for it: V8 reserves address space
 * around the memory of each module.
 */
export async function loadHasher(create: () => Promise<IHasher>): Promise<IHasher> {
  try {
    return await create();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const message =
      "the system refuses the memory that WebAssembly reserves, ten gigabytes of address space for " +
      "each module: raise the limit, such as `ulimit -v`; other limits of memory do not count it";
    throw unusableData(message, cause);
  }
}
