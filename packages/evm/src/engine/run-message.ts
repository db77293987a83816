/**
 * Runs the outermost message of a transaction, or of a call that leaves changes, in an engine, in
 * place of the library's `runCall`. Before it ends, only the sender's nonce is written; then its
 * changes are written to the state in one pass.
 */
import type { EVMResult, EVMRunCallOpts, ExecResult } from "@ethereumjs/evm";
import { Account as VmAccount, Address as VmAddress } from "@ethereumjs/util";
import { bytesOfDigits, emptyBytes } from "@tandem/primitives";
import { onceFor } from "@tandem/runtime";
import { originalSlotsOf } from "../environment/evm-state.js";
import { runPaced } from "../environment/slices.js";
import type { Recording } from "../frames/frame-sink.js";
import type { AccessJournal } from "../library/access-journal.js";
import type { LibraryEvm, RunMessage } from "../library/library-evm.js";
import { engineGasMax, engineRestartsMax } from "../limits.js";
import { type Created, listAccessed, logsOf, writeAccounts, writeSlots } from "./changes.js";
import { Abandoned, type Engine, NotLoaded } from "./engine.js";
import { giveBroken, giveEngine, takeEngine } from "./engine-pool.js";
import { place } from "./layout.js";
import {
  type Begun,
  beginFrame,
  type FrameResult,
  frameResult,
  recordOf,
  runFrame,
  writeEnvironment,
} from "./outermost-frame.js";
import type { Message, MessageEnv, OutermostMessage } from "./outermost-message.js";
import { isCutShort } from "./recorded-events.js";
import { replay } from "./recording/replay.js";
import { countNonce, transferValue } from "./transfer.js";

/**
 * Returns a `runCall` that uses engines. What they do not support is executed by `fallBack` of the library.
 * @param runInLibrary executes frames of the library's own.
 */
export function runCallWithEngines(library: LibraryEvm, runInLibrary: RunMessage): RunMessage {
  return async (options: EVMRunCallOpts) => {
    if (options.message !== undefined) return runInLibrary(options);
    const { evm, state, socket, fallBack } = library;
    const probe = socket.plugged;
    const isPrecompile = options.to !== undefined && evm.getPrecompile(options.to) !== undefined;
    const isRecordable = probe === undefined || probe.recording !== undefined;
    const isWatched = state.watcher !== undefined || !isRecordable;
    if (!isMessage(options) || isPrecompile || isWatched) return fallBack(options);
    const moved = transferValue(library, options, probe?.recording);
    if (moved !== undefined) return moved;
    const engine = takeEngine();
    if (engine === undefined) return fallBack(options);
    try {
      const result = await new MessageRun(library, engine, options).run(probe?.recording);
      giveEngine(engine, true);
      return result;
    } catch (error) {
      giveBroken(engine, error);
      if (!(error instanceof Abandoned)) throw error;
    }
    return fallBack({ ...options, skipNonceIncrement: true });
  };
}

const isMessage = (options: EVMRunCallOpts): options is Message =>
  options.block !== undefined &&
  options.caller !== undefined &&
  options.gasLimit !== undefined &&
  options.gasLimit < engineGasMax;

type VmHeader = Message["block"]["header"];

/** Returns the values of a block that its messages read. */
const environmentOf = onceFor((header: VmHeader): MessageEnv => {
  const { number, timestamp, coinbase, difficulty, gasLimit, baseFeePerGas: baseFee = 0n } = header;
  return { number, timestamp, coinbase: coinbase.bytes, difficulty, gasLimit, baseFee };
});

function outermostOf(message: Message): OutermostMessage {
  const { block, caller, to, gasLimit, gasPrice = 0n, value = 0n, data = emptyBytes } = message;
  return {
    env: environmentOf(block.header),
    from: caller.bytes,
    to: to?.bytes,
    gas: gasLimit,
    gasPrice,
    value,
    data,
  };
}

class MessageRun {
  readonly #library: LibraryEvm;
  readonly #engine: Engine;
  readonly #message: Message;
  readonly #outermost: OutermostMessage;

  constructor(library: LibraryEvm, engine: Engine, message: Message) {
    this.#library = library;
    this.#engine = engine;
    this.#message = message;
    this.#outermost = outermostOf(message);
  }

  /**
   * Runs the message.
   * @throws {Abandoned} when the library must execute it; the state is then unchanged except for
   * the nonce.
   */
  async run(recording: Recording | undefined): Promise<EVMResult> {
    if (this.#message.skipNonceIncrement !== true) {
      const loading = this.#library.state.loader?.load(this.#message.caller.bytes);
      if (loading !== undefined) await loading;
      countNonce(this.#library, this.#message.caller);
    }
    for (let restarts = 0; restarts <= engineRestartsMax; restarts++) {
      try {
        return await this.#runOnce(recording);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await error.loading;
      }
      const pause = this.#library.pace.yieldIfDue();
      if (pause !== undefined) await pause;
    }
    throw new Abandoned("more to load than it is worth to begin again for");
  }

  /**
   * Runs the message once.
   * @throws {NotLoaded} when a part of the state is missing; nothing is written then.
   */
  async #runOnce(recording: Recording | undefined): Promise<EVMResult> {
    const { state, evm, ancestors, pace } = this.#library;
    const engine = this.#engine;
    const { loader } = state;
    const slotsVersion = loader === undefined ? originalSlotsOf(state.state) : undefined;
    engine.open({ evm, state: state.state, ancestors, loader, slotsVersion }, recording);
    writeEnvironment(engine, this.#outermost);
    for (const key of this.#journal.warmKeys()) this.#warm(key);
    const sender = recordOf(engine, this.#outermost.from);
    const { to } = this.#outermost;
    const target = to === undefined ? this.#creation(sender) : recordOf(engine, to);
    const begun = beginFrame(engine, this.#outermost, sender, target);
    const running = begun.isRunning ? runFrame(engine, pace.yieldIfDue) : undefined;
    if (running !== undefined) await running;
    if (isCutShort(engine.exports, recording))
      throw new Abandoned("more to record than there is room for");
    const result = await this.#finish(begun, to === undefined ? target : undefined);
    if (this.#journal.accessList !== undefined)
      await this.#paced(listAccessed(engine, this.#journal));
    if (recording !== undefined) await this.#paced(replay(engine, recording.sink));
    return result;
  }

  /** The journal, which is this package's in the patched EVM. */
  get #journal(): AccessJournal {
    return this.#library.evm.journal as unknown as AccessJournal;
  }

  /** Makes an access warm. @param key an address, or an address and a slot, as hex digits. */
  #warm(key: string): void {
    const { memory, exports } = this.#engine;
    const account = recordOf(this.#engine, bytesOfDigits(key.slice(0, 40)) as Uint8Array);
    if (key.length === 40) exports.warm(account);
    else {
      memory.bytes.set(bytesOfDigits(key, 40) as Uint8Array, place.hand2);
      exports.warmSlot(account);
    }
  }

  /** Returns the record of the account to be created, which is warm. */
  #creation(sender: number): number {
    const { memory, exports } = this.#engine;
    const nonce = (this.#library.state.accountNow(this.#message.caller)?.nonce ?? 1n) - 1n;
    const target = exports.creation(sender, nonce);
    this.#journal.addWarmedAddress(memory.bytesOfWord(target, 20));
    exports.warm(target);
    return target;
  }

  #paced<Result>(work: Generator<void, Result>): Result | Promise<Result> {
    return runPaced(work, this.#library.pace.yieldIfDue);
  }

  /** @param created place of the record of the account that the message creates. */
  async #finish(begun: Begun, created: number | undefined): Promise<EVMResult> {
    const engine = this.#engine;
    const result = frameResult(engine, begun, this.#message.gasLimit);
    const execResult =
      result.exceptionError === undefined ? await this.#written(result) : { ...result, logs: [] };
    if (created === undefined) return { execResult };
    return { execResult, createdAddress: new VmAddress(engine.memory.bytesOfWord(created, 20)) };
  }

  /** Writes the changes. @returns the result of a frame that succeeded, with its logs. */
  async #written({ returnValue, executionGasUsed, gasRefund }: FrameResult): Promise<ExecResult> {
    const logs = await this.#paced(logsOf(this.#engine));
    const { selfdestruct, createdAddresses } = await this.#write();
    return { returnValue, executionGasUsed, gasRefund, logs, selfdestruct, createdAddresses };
  }

  async #write(): Promise<Created> {
    const { state } = this.#library;
    const touch = (address: VmAddress) => {
      void this.#journal.putAccount(address, state.accountNow(address) ?? new VmAccount());
    };
    const changes = await this.#paced(writeAccounts(this.#engine, { state: state.state, touch }));
    await this.#paced(writeSlots(this.#engine, state.state));
    // The storage of an account that began or ended now may have been another one before.
    const isSameStorage = changes.createdAddresses.size + changes.selfdestruct.size === 0;
    this.#engine.keepChangedSlots(isSameStorage ? state.state.slotsVersion : undefined);
    return changes;
  }
}
