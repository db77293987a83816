/**
 * Runs a call of which nothing remains in an engine, without the library: its journal, objects and
 * promises would take longer than a short call itself, which needs no promise at all.
 */
import { emptyBytes } from "@tandem/primitives";
import { after, onceFor } from "@tandem/runtime";
import { Abandoned, type Engine } from "../engine/engine.js";
import { giveBroken, giveEngine, takeEngine } from "../engine/engine-pool.js";
import { place } from "../engine/layout.js";
import {
  type Begun,
  beginFrame,
  frameResult,
  recordOf,
  runFrame,
  writeEnvironment,
} from "../engine/outermost-frame.js";
import type { MessageEnv, OutermostMessage } from "../engine/outermost-message.js";
import { isCutShort } from "../engine/recorded-events.js";
import { replay } from "../engine/recording/replay.js";
import type { BlockEnv } from "../environment/block-env.js";
import { originalSlotsOf } from "../environment/evm-state.js";
import { runPaced } from "../environment/slices.js";
import { isPrecompile } from "../library/is-precompile.js";
import type { LibraryEvm } from "../library/library-evm.js";
import { engineGasMax } from "../limits.js";
import { type EvmCall, hidesBaseFee } from "./evm-call.js";

/** The result of the outermost frame; "abandoned" if the library must run the call instead. */
type Ended = ReturnType<typeof frameResult> | "abandoned";

/**
 * Runs a call; the state is the same afterwards.
 * @returns undefined for a call that does not begin here.
 * @throws {Fault} `limit-exceeded` over its time; then the instance must not be used again.
 */
export function runForgottenCall(
  library: LibraryEvm,
  call: EvmCall,
): Ended | Promise<Ended> | undefined {
  const engine = isForEngine(library, call) ? takeEngine() : undefined;
  if (engine === undefined) return undefined;
  const run = new ForgottenRun(library, engine, call);
  try {
    const ended = run.run();
    if (ended instanceof Promise) return ended.catch((error) => run.fail(error));
    return ended;
  } catch (error) {
    return run.fail(error);
  }
}

function isForEngine({ usesEngine, evm, state }: LibraryEvm, call: EvmCall): boolean {
  const { request, watcher, gas } = call;
  const isObservable = watcher === undefined || watcher.probe.recording !== undefined;
  return (
    usesEngine &&
    state.loader === undefined &&
    isObservable &&
    watcher?.stateWatcher === undefined &&
    (request.authorizationList ?? []).length === 0 &&
    gas < engineGasMax &&
    (request.to === undefined || !isPrecompile(evm, request.to))
  );
}

class ForgottenRun {
  readonly #library: LibraryEvm;
  readonly #engine: Engine;
  readonly #call: EvmCall;

  constructor(library: LibraryEvm, engine: Engine, call: EvmCall) {
    this.#library = library;
    this.#engine = engine;
    this.#call = call;
  }

  run(): Ended | Promise<Ended> {
    const { evm, ancestors, pace, state: libraryState } = this.#library;
    const engine = this.#engine;
    const { state } = libraryState;
    const message = outermostOf(this.#call);
    const { version: accountsVersion } = state;
    const slotsVersion = originalSlotsOf(state);
    const source = { evm, state, ancestors, loader: undefined, accountsVersion, slotsVersion };
    engine.open(source, this.#call.watcher?.probe.recording);
    writeEnvironment(engine, message);
    const sender = recordOf(engine, message.from);
    const nonce = engine.exports.countNonce(sender);
    const target =
      message.to === undefined
        ? engine.exports.creation(sender, nonce)
        : recordOf(engine, message.to);
    this.#warmUp(message, sender, target);
    const begun = beginFrame(engine, message, sender, target);
    const running = begun.isRunning ? runFrame(engine, pace.yieldIfDue) : undefined;
    return after(running, () => this.#end(begun));
  }

  /** Releases the engine. @throws the error unless the library can run the call instead. */
  fail(error: unknown): Ended {
    giveBroken(this.#engine, error);
    if (error instanceof Abandoned) return "abandoned";
    throw error;
  }

  /** Makes warm what is warm from the start (EIP-2929, EIP-2930, EIP-3651). */
  #warmUp({ env }: OutermostMessage, sender: number, target: number): void {
    const engine = this.#engine;
    const { exports, memory } = engine;
    exports.warm(sender);
    exports.warm(target);
    if (this.#library.common.isActivatedEIP(3651)) exports.warm(recordOf(engine, env.coinbase));
    for (const { address, storageKeys } of this.#call.request.accessList ?? []) {
      const record = recordOf(engine, address);
      exports.warm(record);
      for (const key of storageKeys) {
        memory.bytes.set(key, place.hand2);
        exports.warmSlot(record);
      }
    }
  }

  #end(begun: Begun): Ended | Promise<Ended> {
    const engine = this.#engine;
    const recording = this.#call.watcher?.probe.recording;
    if (isCutShort(engine.exports, recording))
      throw new Abandoned("more to record than there is room for");
    const ended = frameResult(engine, begun, this.#call.gas - this.#call.owed.intrinsic);
    if (recording === undefined) return this.#ended(ended);
    const replayed = runPaced(replay(engine, recording.sink), this.#library.pace.yieldIfDue);
    return after(replayed, () => this.#ended(ended));
  }

  #ended(ended: Ended): Ended {
    giveEngine(this.#engine, true);
    return ended;
  }
}

/** Returns the values of a block that calls on it read. @param baseFee what BASEFEE returns. */
const messageEnv = (env: BlockEnv, baseFee: bigint): MessageEnv => ({
  number: BigInt(env.number),
  timestamp: BigInt(env.timestamp),
  coinbase: env.coinbase,
  difficulty: env.difficulty,
  gasLimit: env.gasLimit,
  baseFee,
});

const paidEnvironment = onceFor((env: BlockEnv) => messageEnv(env, env.minimumGasPrice));
const freeEnvironment = onceFor((env: BlockEnv) => messageEnv(env, 0n));

function outermostOf(call: EvmCall): OutermostMessage {
  const { request, from, env, gasPrice, gas, owed } = call;
  const { to, value = 0n, data = emptyBytes } = request;
  return {
    env: hidesBaseFee(call) ? freeEnvironment(env) : paidEnvironment(env),
    from,
    to,
    gas: gas - owed.intrinsic,
    gasPrice,
    value,
    data,
  };
}
