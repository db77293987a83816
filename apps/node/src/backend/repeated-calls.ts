/**
 * Caches the output of plain calls on mined blocks: the output is always the same, and web pages
 * repeat the calls. A short call is cached when it comes for the second time: to cache one that never
 * comes again takes a tenth of its time.
 */
import {
  type BlockHash,
  type CallRequest,
  emptyBytes,
  keepLastKey,
  type StateRoot,
  toKey,
} from "@tandem/primitives";
import {
  type Cancellation,
  createGenerations,
  createSightings,
  firstHash,
  hashBytes,
  hashNumber,
} from "@tandem/runtime";
import type { CallResult } from "@tandem/state";
import { isPending } from "./locate.js";
import type { ReadChain } from "./read-chain.js";
import {
  type CallOutput,
  type CallWatch,
  callAt,
  hasMembers,
  type Simulation,
} from "./simulate.js";

/** The number of cached calls, and the bytes of a request with its output: 10 MB together. */
const callsKept = 2048;
/** The number of calls that are cached if they come again; four bytes each. */
const callsSeen = 8192;
const inputBytesMax = 1024;
const outputBytesMax = 4096;

const plainMembers: ReadonlySet<string> = new Set<keyof CallRequest>(["from", "to", "data"]);

function isPlain(request: CallRequest): boolean {
  for (const name in request) {
    const isNamed = request[name as keyof CallRequest] !== undefined;
    if (isNamed && !plainMembers.has(name)) return false;
  }
  return true;
}

/** Returns whether the call runs on another state or in another block than the chain's own. */
const isChanged = ({ overrides, blockOverrides }: Simulation): boolean =>
  overrides.length > 0 || hasMembers(blockOverrides);

/** The key of the last block and state is kept, since most calls are on the head. */
const stateKey = keepLastKey(toKey);

/** The number of states, of which some are of blocks that have other calls cached. */
const statesNumbered = 256;
const stateNumbers = createGenerations<number>(statesNumbered);
let lastStateNumber = 0;

/** Returns a short name of a state at a block. */
function numberOf(block: BlockHash, root: StateRoot): number {
  const key = stateKey(block, root);
  let number = stateNumbers.get(key);
  if (number === undefined) {
    number = ++lastStateNumber;
    stateNumbers.set(key, number);
  }
  return number;
}

/** A call that can be cached. */
interface Repeatable {
  readonly state: number;
  readonly to: Uint8Array;
  readonly from: Uint8Array | undefined;
  readonly data: Uint8Array;
}

/** Returns undefined for a call with more than an address, its data and a sender. */
function repeatable(simulation: Simulation, chain: ReadChain): Repeatable | undefined {
  const { request, ref } = simulation;
  const { from, to, data = emptyBytes } = request;
  if (!isPlain(request) || to === undefined || isChanged(simulation) || isPending(ref))
    return undefined;
  if (data.length > inputBytesMax) return undefined;
  const block = chain.resolve(ref);
  const header = block && chain.blocks.header(block);
  if (block === undefined || header === undefined) return undefined;
  // The block determines the environment of the call, and the root changes with edits of the state.
  const root = chain.blocks.edits.after({ hash: block, header });
  return { state: numberOf(block, root), to, from, data };
}

const keyOf = ({ state, to, from, data }: Repeatable): string =>
  `${state} ${toKey(to)}${from === undefined ? "n" : `y${toKey(from)}`}${toKey(data)}`;

function hashOf({ state, to, from, data }: Repeatable): number {
  const hash = hashBytes(hashNumber(firstHash, state), to);
  return hashBytes(from === undefined ? hashNumber(hash, 0) : hashBytes(hash, from), data);
}

interface Kept {
  /** The output, or a promise of it while the call is under way. */
  output: CallOutput | Promise<CallOutput>;
  /** Is set once the call has ended, if a watch must receive it again. */
  result?: CallResult;
  /** Whether the call must be executed again: it failed, or its output is too long. */
  isOver: boolean;
  /** The requests that wait for the call; undefined once it has ended, and if it is not cancelled. */
  waiting: Waiting | undefined;
}

/** Cancels a call once no request waits for it. */
class Waiting implements Cancellation {
  readonly #first: Cancellation;
  /** Few calls have others. */
  #others: Cancellation[] | undefined;

  constructor(first: Cancellation) {
    this.#first = first;
  }

  add(another: Cancellation): void {
    this.#others ??= [];
    this.#others.push(another);
  }

  get isAborted(): boolean {
    if (!this.#first.isAborted) return false;
    return this.#others?.every(({ isAborted }) => isAborted) ?? true;
  }
}

/**
 * Executes a call, or returns the output of an equal one. The cancellation of the simulation ends the
 * call if no other request waits for it.
 */
export type RememberedCall = (
  chain: ReadChain,
  simulation: Simulation,
) => CallOutput | Promise<CallOutput>;

/**
 * Caches calls. All calls must be on the same chain.
 * @param watch receives every call, including those from the cache.
 * @returns `callAt` with a cache. Equal calls that are under way are executed once.
 */
export function rememberCalls(watch?: CallWatch): RememberedCall {
  const cache = new CallCache(watch);
  return (chain, simulation) => cache.call(chain, simulation);
}

class CallCache {
  readonly #kept = createGenerations<Kept>(callsKept);
  readonly #seen = createSightings(callsSeen);
  readonly #watch: CallWatch | undefined;

  constructor(watch: CallWatch | undefined) {
    this.#watch = watch;
  }

  call(chain: ReadChain, simulation: Simulation): CallOutput | Promise<CallOutput> {
    const watch = this.#watch;
    const call = repeatable(simulation, chain);
    if (call === undefined) return callAt(chain, simulation, watch);
    if (!this.#seen.isRepeated(hashOf(call))) return this.#execute(call, chain, simulation);
    const key = keyOf(call);
    const entry = this.#kept.get(key);
    // A call for which no request waits is about to end without an output.
    const isLeft = entry?.output instanceof Promise && entry.waiting?.isAborted === true;
    if (entry === undefined || entry.isOver || isLeft)
      return this.#execute(call, chain, simulation, key);
    const { cancellation } = simulation;
    if (cancellation !== undefined) entry.waiting?.add(cancellation);
    const logCall = () => entry.result && watch?.executed(simulation.request, entry.result);
    if (!(entry.output instanceof Promise)) logCall();
    else if (watch !== undefined) entry.output.then(logCall, logCall);
    return entry.output;
  }

  /**
   * Executes a call, and caches it if it was seen before, or is under way when this returns.
   * @param key of a call that was seen before.
   */
  #execute(
    call: Repeatable,
    chain: ReadChain,
    simulation: Simulation,
    key?: string,
  ): CallOutput | Promise<CallOutput> {
    const watch = this.#watch;
    const { cancellation } = simulation;
    const waiting = cancellation && new Waiting(cancellation);
    const entry: Kept = { output: undefined, isOver: false, waiting };
    const { request, ref, overrides, blockOverrides } = simulation;
    const shared = { request, ref, overrides, blockOverrides, cancellation: waiting };
    const output = callAt(chain, shared, watch, (result) => {
      if (watch?.isWorthLogging(result)) entry.result = result;
    });
    if (output instanceof Promise) {
      this.#keepUnderWay(key ?? keyOf(call), entry, output);
    } else if (key !== undefined && isKeepable(output)) {
      entry.output = output;
      entry.waiting = undefined;
      this.#kept.set(key, entry);
    }
    return output;
  }

  /** Caches a call that is under way until its output is known, and then the output. */
  #keepUnderWay(key: string, entry: Kept, output: Promise<CallOutput>): void {
    entry.output = output;
    this.#kept.set(key, entry);
    const forget = () => {
      entry.isOver = true;
      entry.output = undefined;
      entry.waiting = undefined;
    };
    output.then((bytes) => {
      entry.output = bytes;
      entry.waiting = undefined;
      if (!isKeepable(bytes)) forget();
    }, forget);
  }
}

const isKeepable = (output: CallOutput): boolean =>
  output !== undefined && output.length <= outputBytesMax;
