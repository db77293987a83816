/**
 * Runs the outermost message of a call or a transaction in an engine, in place of the library's
 * `runCall`. Before it ends, only the sender's nonce is written; then its changes are written to
 * the state in one pass.
 */
import type { EVM, EVMResult } from "@ethereumjs/evm";
import { Account as VmAccount, Address as VmAddress } from "@ethereumjs/util";
import { emptyBytes } from "@tandem/primitives";
import type { AccessJournal } from "../library/access-journal.js";
import type { CodeExcess } from "../library/code-size-error.js";
import { engineRestartsMax, gasInSlice, recordsBeforeLook } from "../limits.js";
import type { Recording } from "../trace/frame-sink.js";
import {
  type Created,
  listAccessed,
  logsOf,
  noChanges,
  writeAccounts,
  writeSlots,
} from "./changes.js";
import { Abandoned, type Engine, NotLoaded } from "./engine.js";
import { giveEngine, takeEngine } from "./engine-pool.js";
import { failureMembers, opcodeAt } from "./failures.js";
import { place, reasonOf, status } from "./layout.js";
import { type EngineContext, isMessage, type Message, type MessageOptions } from "./message.js";
import { isCutShort, replay } from "./replay.js";
import { countNonce, transferValue } from "./transfer.js";

type RunCall = EVM["runCall"];

/** Returns a `runCall` that uses engines, and the library's for messages they do not support. */
export function runCallWithEngines(context: EngineContext, runInLibrary: RunCall): RunCall {
  return async (options: MessageOptions) => {
    if (options.message !== undefined) return runInLibrary(options);
    const { evm, state } = context;
    const isPrecompile = options.to !== undefined && evm.getPrecompile(options.to) !== undefined;
    const probe = context.probe();
    const isRecordable = probe === undefined || probe.recording !== undefined;
    const isWatched = state.watcher !== undefined || !isRecordable;
    const isOurs = isMessage(options) && !isPrecompile && !isWatched;
    const moved = isOurs ? transferValue(context, options, probe?.recording) : undefined;
    if (moved !== undefined) return moved;
    const engine = isOurs ? takeEngine() : undefined;
    if (engine === undefined || !isMessage(options)) {
      context.onFallback();
      return runInLibrary(options);
    }
    let isWhole = false;
    try {
      const result = await new MessageRun(context, engine, options).run(probe?.recording);
      isWhole = true;
      return result;
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      context.onFallback();
      return await runInLibrary({ ...options, skipNonceIncrement: true });
    } finally {
      giveEngine(engine, isWhole);
    }
  };
}

class MessageRun {
  readonly #context: EngineContext;
  readonly #engine: Engine;
  readonly #message: Message;

  constructor(context: EngineContext, engine: Engine, message: Message) {
    this.#context = context;
    this.#engine = engine;
    this.#message = message;
  }

  /**
   * Runs the message.
   * @throws {Abandoned} when the library must execute it; the state is then unchanged except for
   * the nonce.
   */
  async run(recording: Recording | undefined): Promise<EVMResult> {
    if (this.#message.skipNonceIncrement !== true) {
      const loading = this.#context.state.loader?.load(this.#message.caller.bytes);
      if (loading !== undefined) await loading;
      countNonce(this.#context, this.#message.caller);
    }
    for (let restarts = 0; restarts <= engineRestartsMax; restarts++) {
      try {
        return await this.#runOnce(recording);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await error.loading;
      }
      const pause = this.#context.look();
      if (pause !== undefined) await pause;
    }
    throw new Abandoned("more to load than it is worth to begin again for");
  }

  /**
   * Runs the message once.
   * @throws {NotLoaded} when a part of the state is missing; nothing is written then.
   */
  async #runOnce(recording: Recording | undefined): Promise<EVMResult> {
    const { state, evm, ancestors, look } = this.#context;
    const engine = this.#engine;
    const { exports } = engine;
    engine.open({ evm, state: state.state, ancestors, loader: state.loader }, recording);
    this.#writeEnvironment();
    for (const key of this.#journal.warmKeys()) this.#warm(key);
    const begun = this.#begin();
    if (begun.isRunning) {
      for (let now = exports.run(gasInSlice); now !== status.done; now = exports.run(gasInSlice)) {
        if (now === status.waiting) await engine.settle();
        const pause = look();
        if (pause !== undefined) await pause;
      }
    }
    if (isCutShort(exports.room.value, recording))
      throw new Abandoned("more to record than there is room for");
    const result = await this.#finish(begun);
    if (this.#journal.accessList !== undefined)
      await this.#inSlices(listAccessed(engine, this.#journal));
    if (recording !== undefined) await this.#inSlices(replay(engine, recording.sink));
    return result;
  }

  /** The journal, which is this package's in the patched EVM. */
  get #journal(): AccessJournal {
    return this.#context.evm.journal as unknown as AccessJournal;
  }

  #writeEnvironment(): void {
    const { memory } = this.#engine;
    const { block, caller, gasPrice = 0n } = this.#message;
    const { header } = block;
    memory.setWord(place.number, header.number);
    memory.setWord(place.timestamp, header.timestamp);
    memory.setBytesAsWord(place.coinbase, header.coinbase.bytes);
    memory.setWord(place.difficulty, header.difficulty);
    memory.setWord(place.gasLimit, header.gasLimit);
    memory.setWord(place.baseFee, header.baseFeePerGas ?? 0n);
    memory.setWord(place.gasPrice, gasPrice);
    memory.setBytesAsWord(place.origin, caller.bytes);
  }

  /** Makes an access warm. @param key an address, or an address and a slot, as hex digits. */
  #warm(key: string): void {
    const { memory, exports } = this.#engine;
    const account = this.#account(Buffer.from(key.slice(0, 40), "hex"));
    if (key.length === 40) exports.warm(account);
    else {
      memory.bytes.set(Buffer.from(key.slice(40), "hex"), place.hand2);
      exports.warmSlot(account);
    }
  }

  #account(address: Uint8Array): number {
    this.#engine.memory.bytes.set(address, place.hand + 12);
    return this.#engine.exports.account();
  }

  #begin(): Begun {
    const { memory, exports } = this.#engine;
    const { caller, to, gasLimit, data = emptyBytes } = this.#message;
    const sender = this.#account(caller.bytes);
    memory.setWord(place.hand2, this.#message.value ?? 0n);
    const input = exports.allocate(data.length);
    memory.bytes.set(data, input);
    if (to !== undefined) {
      const callee = this.#account(to.bytes);
      const how = exports.beginCall(sender, callee, input, data.length, gasLimit);
      return { isRunning: how === 1, reason: how > 1 ? how : 0, created: undefined };
    }
    return this.#beginCreation(sender, input, data);
  }

  #beginCreation(sender: number, input: number, data: Uint8Array): Begun {
    const { memory, exports } = this.#engine;
    const { caller, gasLimit } = this.#message;
    const { state } = this.#context;
    const nonce = (state.accountNow(caller)?.nonce ?? 1n) - 1n;
    const target = exports.creation(sender, nonce);
    const created = new VmAddress(memory.bytesOfWord(target, 20));
    this.#journal.addWarmedAddress(created.bytes);
    exports.warm(target);
    const how = exports.beginCreation(sender, target, input, data.length, gasLimit);
    return { isRunning: how === 1, reason: how > 1 ? how : 0, created };
  }

  /** Runs many small steps, with a check of the clock between batches. */
  async #inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
    const { look } = this.#context;
    for (let done = 1; ; done++) {
      const step = work.next();
      if (step.done === true) return step.value;
      const pause = done % recordsBeforeLook === 0 ? look() : undefined;
      if (pause !== undefined) await pause;
    }
  }

  async #finish({ isRunning, reason, created }: Begun): Promise<EVMResult> {
    const { memory, exports } = this.#engine;
    const { gasLimit } = this.#message;
    const why = isRunning ? exports.reason.value : reason;
    const opcode = isRunning ? opcodeAt(memory, exports.failedAt.value) : 0;
    const failure = failureMembers(why, opcode, this.#excess(why));
    const isFailed = why !== 0;
    const isLeft = isFailed || this.#message.isForgotten === true;
    const left = isRunning ? exports.gas.value : leftWithoutFrame(why, gasLimit);
    const output = isRunning
      ? memory.copy(exports.returned.value, exports.returnedLength.value)
      : emptyBytes;
    const execResult = {
      returnValue: output,
      executionGasUsed: gasLimit - left,
      gasRefund: isFailed ? 0n : exports.refund.value,
      logs: isLeft ? [] : await this.#inSlices(logsOf(this.#engine)),
      ...(isLeft ? noChanges() : await this.#write()),
      ...failure,
    };
    return { execResult, ...(created === undefined ? {} : { createdAddress: created }) };
  }

  /** Returns the sizes, if the outermost frame failed because code is too long. */
  #excess(why: number): CodeExcess | undefined {
    const { memory, exports } = this.#engine;
    const at = limitPlaces[why];
    if (at === undefined) return undefined;
    return { size: exports.refusedLength.value, limit: memory.number(at) };
  }

  async #write(): Promise<Created> {
    const { state } = this.#context;
    const touch = (address: VmAddress) => {
      void this.#journal.putAccount(address, state.accountNow(address) ?? new VmAccount());
    };
    const changes = await this.#inSlices(
      writeAccounts(this.#engine, { state: state.state, touch }),
    );
    await this.#inSlices(writeSlots(this.#engine, state.state));
    return changes;
  }
}

interface Begun {
  /** Whether a frame was opened. */
  readonly isRunning: boolean;
  /** The reason why none was opened, or zero. */
  readonly reason: number;
  readonly created: VmAddress | undefined;
}

/** The addresses in memory of the limits that reasons refer to. */
const limitPlaces: Readonly<Record<number, number>> = {
  [reasonOf.codeSize]: place.maxCode,
  [reasonOf.initCodeSize]: place.maxInitCode,
};

const valueOverflow = 12;

/** If the value cannot be transferred the library uses no gas; other failures use all of it. */
const leftWithoutFrame = (reason: number, gas: bigint) =>
  reason === 0 || reason === valueOverflow ? gas : 0n;
