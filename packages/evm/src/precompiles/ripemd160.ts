/** Precompile 0x03: RIPEMD-160 of any bytes, in 32 (yellow paper, appendix E). */
import { after } from "@tandem/runtime";
import { createRIPEMD160, type IHasher } from "hash-wasm";
import { failed, type Precompile, succeeded } from "./precompile.js";

let hasher: IHasher | undefined;

/** Compiles the hash function on first use; later calls return it at once. */
function loadHasher(): IHasher | Promise<IHasher> {
  if (hasher !== undefined) return hasher;
  return createRIPEMD160().then((compiled) => {
    hasher = compiled;
    return compiled;
  });
}

export const ripemd160: Precompile = (input) => {
  const { data, gasLimit, common } = input;
  const words = BigInt(Math.ceil(data.length / 32));
  const gas = common.param("ripemd160Gas") + common.param("ripemd160WordGas") * words;
  if (gasLimit < gas) return failed(input, "OUT_OF_GAS");
  return after(loadHasher(), (loaded) => {
    const word = new Uint8Array(32);
    word.set(loaded.init().update(data).digest("binary"), 12);
    return succeeded(gas, word);
  });
};
