/**
 * Plain calls on a block that stands come to the same however often they are made, and pages that
 * show a contract make them again and again: their outputs are kept for a while.
 */
import type { Chain } from "@tandem/chain";
import { type CallRequest, toHex } from "@tandem/primitives";
import { isPending } from "./locate.js";
import { callAt, type Simulation } from "./simulate.js";

/** Calls kept, and bytes of what each was asked with and came to: 10 MB together. */
const callsKept = 2048;
const inputBytesMax = 1024;
const outputBytesMax = 4096;

type Output = Promise<Uint8Array | undefined>;

/** Undefined for a call that is more than an address, its data, and a sender. */
function keyOf({ request, ref, overrides }: Simulation, chain: Chain): string | undefined {
  const { from, to, data, ...rest } = request;
  const isPlain = Object.values(rest satisfies CallRequest).every((one) => one === undefined);
  if (!isPlain || to === undefined || overrides.length > 0 || isPending(ref)) return undefined;
  if (data !== undefined && data.length > inputBytesMax) return undefined;
  const block = chain.resolve(ref);
  if (block === undefined) return undefined;
  const parts = [block, to, from ?? "", data ?? ""];
  return parts.map((part) => (typeof part === "string" ? part : toHex(part))).join(" ");
}

/** @returns `callAt` with a memory; the same calls at the same time are made once. */
export function rememberCalls(chain: Chain): (simulation: Simulation) => Output {
  const kept = new Map<string, Output>();

  function keep(key: string, output: Output): Output {
    kept.set(key, output);
    const oldest = kept.keys().next();
    if (kept.size > callsKept && !oldest.done) kept.delete(oldest.value);
    const forget = () => kept.delete(key);
    output.then((bytes) => {
      if (bytes === undefined || bytes.length > outputBytesMax) forget();
    }, forget);
    return output;
  }

  return (simulation) => {
    const key = keyOf(simulation, chain);
    if (key === undefined) return callAt(chain, simulation);
    return kept.get(key) ?? keep(key, callAt(chain, simulation));
  };
}
