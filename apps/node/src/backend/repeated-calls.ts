/**
 * Caches the output of plain calls on mined blocks: the output is always the same, and web pages
 * repeat the calls.
 */
import { type CallRequest, emptyBytes, toKey } from "@tandem/primitives";
import type { Cancellation } from "@tandem/runtime";
import type { CallResult } from "@tandem/state";
import { isPending } from "./locate.js";
import type { ReadChain } from "./read-chain.js";
import { type CallWatch, callAt, type Simulation } from "./simulate.js";

/** The number of cached calls, and the bytes of a request with its output: 10 MB together. */
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

/** Returns whether the call runs on another state or in another block than the chain's own. */
function isChanged({ overrides, blockOverrides }: Simulation): boolean {
  if (overrides.length > 0) return true;
  for (const _ in blockOverrides) return true;
  return false;
}

/** Returns undefined for a call with more than an address, its data and a sender. */
function keyOf(simulation: Simulation, chain: ReadChain): string | undefined {
  const { request, ref } = simulation;
  const { from, to, data } = request;
  if (!isPlain(request) || to === undefined || isChanged(simulation) || isPending(ref))
    return undefined;
  if (data !== undefined && data.length > inputBytesMax) return undefined;
  const block = chain.resolve(ref);
  const header = block && chain.blocks.header(block);
  if (block === undefined || header === undefined) return undefined;
  // The block determines the environment of the call, and the root changes with edits of the state.
  const root = chain.blocks.edits.after({ hash: block, header });
  const sender = from === undefined ? "nobody" : `by${toKey(from)}`;
  return toKey(block) + toKey(root) + toKey(to) + sender + toKey(data ?? emptyBytes);
}

interface Kept {
  readonly output: Output;
  /** Is set once the call has ended, if a watch must receive it again. */
  result?: CallResult;
  isUnderWay: boolean;
  /** The requests that wait for the call; undefined if it is not cancelled. */
  readonly waiting: Waiting | undefined;
}

/** Cancels a call once no request waits for it. */
class Waiting implements Cancellation {
  readonly #all: Cancellation[];

  constructor(first: Cancellation) {
    this.#all = [first];
  }

  add(another: Cancellation): void {
    this.#all.push(another);
  }

  get isAborted(): boolean {
    return this.#all.every(({ isAborted }) => isAborted);
  }
}

/**
 * Executes a call, or returns the output of an equal one.
 * @param cancellation ends the call if no other request waits for it. Without it the call runs to
 * its end.
 */
export type RememberedCall = (
  chain: ReadChain,
  simulation: Simulation,
  cancellation?: Cancellation,
) => Output;

/**
 * Caches calls. All calls must be on the same chain.
 * @param watch receives every call, including those from the cache.
 * @returns `callAt` with a cache. Equal calls at the same time are executed once.
 */
export function rememberCalls(watch?: CallWatch): RememberedCall {
  const kept = new Map<string, Kept>();

  function keep(key: string, chain: ReadChain, simulation: Simulation, waiting?: Waiting): Output {
    const at =
      waiting === undefined ? chain : { ...chain, executor: chain.executor.cancelledBy(waiting) };
    const output = callAt(at, simulation, watch, (result) => {
      if (watch?.isWorthLogging(result)) entry.result = result;
    });
    const entry: Kept = { output, isUnderWay: true, waiting };
    kept.set(key, entry);
    const oldest = kept.keys().next();
    if (kept.size > callsKept && !oldest.done) kept.delete(oldest.value);
    const forget = () => {
      if (kept.get(key) === entry) kept.delete(key);
    };
    output.then((bytes) => {
      entry.isUnderWay = false;
      if (bytes === undefined || bytes.length > outputBytesMax) forget();
    }, forget);
    return output;
  }

  return (chain, simulation, cancellation) => {
    const key = keyOf(simulation, chain);
    if (key === undefined) return callAt(chain, simulation, watch);
    const entry = kept.get(key);
    // A call for which no request waits is about to end without an output.
    if (entry === undefined || (entry.isUnderWay && entry.waiting?.isAborted === true)) {
      return keep(key, chain, simulation, cancellation && new Waiting(cancellation));
    }
    if (cancellation !== undefined) entry.waiting?.add(cancellation);
    const logCall = () => entry.result && watch?.executed(simulation.request, entry.result);
    if (!entry.isUnderWay) logCall();
    else if (watch !== undefined) entry.output.then(logCall, logCall);
    return entry.output;
  };
}
