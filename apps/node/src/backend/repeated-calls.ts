/**
 * Plain calls on a block that stands come to the same however often they are made, and pages that
 * show a contract make them again and again: their outputs are kept for a while.
 */
import type { Chain } from "@tandem/chain";
import { type CallRequest, emptyBytes, toKey } from "@tandem/primitives";
import type { CallResult } from "@tandem/state";
import { isPending } from "./locate.js";
import { type CallWatch, callAt, type Simulation } from "./simulate.js";

/** Calls kept, and bytes of what each was asked with and came to: 10 MB together. */
const callsKept = 2048;
const inputBytesMax = 1024;
const outputBytesMax = 4096;

type Output = Promise<Uint8Array | undefined>;

const plainMembers: ReadonlySet<string> = new Set<keyof CallRequest>(["from", "to", "data"]);

function isPlain(request: CallRequest): boolean {
  for (const name in request) {
    const isNamed = request[name as keyof CallRequest] !== undefined;
    if (isNamed && !plainMembers.has(name)) return false;
  }
  return true;
}

/** Undefined for a call that is more than an address, its data, and a sender. */
function keyOf({ request, ref, overrides }: Simulation, chain: Chain): string | undefined {
  const { from, to, data } = request;
  if (!isPlain(request) || to === undefined || overrides.length > 0 || isPending(ref))
    return undefined;
  if (data !== undefined && data.length > inputBytesMax) return undefined;
  const block = chain.resolve(ref);
  const header = block && chain.blocks.header(block);
  if (block === undefined || header === undefined) return undefined;
  // The block for what the call asks of it, the root for what may have been edited since.
  const root = chain.blocks.edits.after({ hash: block, header });
  const sender = from === undefined ? "nobody" : `by${toKey(from)}`;
  return toKey(block) + toKey(root) + toKey(to) + sender + toKey(data ?? emptyBytes);
}

interface Kept {
  readonly output: Output;
  /** Once it is there, where somebody is to be told of it again. */
  result?: CallResult;
  isUnderWay: boolean;
}

/**
 * @param watch is told of every call, also of those that are not carried out again.
 * @returns `callAt` with a memory; the same calls at the same time are made once.
 */
export function rememberCalls(chain: Chain, watch?: CallWatch): (simulation: Simulation) => Output {
  const kept = new Map<string, Kept>();

  function keep(key: string, simulation: Simulation): Output {
    const output = callAt(chain, simulation, watch, (result) => {
      if (watch?.isWorthTelling(result)) entry.result = result;
    });
    const entry: Kept = { output, isUnderWay: true };
    kept.set(key, entry);
    const oldest = kept.keys().next();
    if (kept.size > callsKept && !oldest.done) kept.delete(oldest.value);
    const forget = () => kept.delete(key);
    output.then((bytes) => {
      entry.isUnderWay = false;
      if (bytes === undefined || bytes.length > outputBytesMax) forget();
    }, forget);
    return output;
  }

  return (simulation) => {
    const key = keyOf(simulation, chain);
    if (key === undefined) return callAt(chain, simulation, watch);
    const entry = kept.get(key);
    if (entry === undefined) return keep(key, simulation);
    const tell = () => entry.result && watch?.told(simulation.request, entry.result);
    if (!entry.isUnderWay) tell();
    else if (watch !== undefined) entry.output.then(tell, tell);
    return entry.output;
  };
}
