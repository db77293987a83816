/**
 * Caches the output of plain calls on mined blocks: the output is always the same, and web pages
 * repeat the calls.
 */
import {
  type BlockHash,
  type CallRequest,
  emptyBytes,
  keepLastKey,
  type StateRoot,
  toKey,
} from "@tandem/primitives";
import { type Cancellation, createGenerations } from "@tandem/runtime";
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
const stateNumbers = createGenerations<string>(statesNumbered);
let lastStateNumber = 0;

/** Returns a short name of a state at a block: the key of each call begins with it. */
function stateName(block: BlockHash, root: StateRoot): string {
  const key = stateKey(block, root);
  const known = stateNumbers.get(key);
  if (known !== undefined) return known;
  const name = `${++lastStateNumber} `;
  stateNumbers.set(key, name);
  return name;
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
  const sender = from === undefined ? "n" : `y${toKey(from)}`;
  return stateName(block, root) + toKey(to) + sender + toKey(data ?? emptyBytes);
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
 * @returns `callAt` with a cache. Equal calls at the same time are executed once.
 */
export function rememberCalls(watch?: CallWatch): RememberedCall {
  const kept = createGenerations<Kept>(callsKept);

  /** Caches a call that is under way until its output is known, and then the output. */
  function keepUnderWay(key: string, entry: Kept, output: Promise<CallOutput>): void {
    kept.set(key, entry);
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

  function execute(
    key: string,
    chain: ReadChain,
    simulation: Simulation,
  ): CallOutput | Promise<CallOutput> {
    const { cancellation } = simulation;
    const waiting = cancellation && new Waiting(cancellation);
    const entry: Kept = { output: undefined, isOver: false, waiting };
    const { request, ref, overrides, blockOverrides } = simulation;
    const shared = { request, ref, overrides, blockOverrides, cancellation: waiting };
    const output = callAt(chain, shared, watch, (result) => {
      if (watch?.isWorthLogging(result)) entry.result = result;
    });
    entry.output = output;
    if (output instanceof Promise) {
      keepUnderWay(key, entry, output);
      return output;
    }
    entry.waiting = undefined;
    if (isKeepable(output)) kept.set(key, entry);
    return output;
  }

  return (chain, simulation) => {
    const key = keyOf(simulation, chain);
    if (key === undefined) return callAt(chain, simulation, watch);
    const entry = kept.get(key);
    // A call for which no request waits is about to end without an output.
    const isLeft = entry?.output instanceof Promise && entry.waiting?.isAborted === true;
    if (entry === undefined || entry.isOver || isLeft) return execute(key, chain, simulation);
    const { cancellation } = simulation;
    if (cancellation !== undefined) entry.waiting?.add(cancellation);
    const logCall = () => entry.result && watch?.executed(simulation.request, entry.result);
    if (!(entry.output instanceof Promise)) logCall();
    else if (watch !== undefined) entry.output.then(logCall, logCall);
    return entry.output;
  };
}

const isKeepable = (output: CallOutput): boolean =>
  output !== undefined && output.length <= outputBytesMax;
