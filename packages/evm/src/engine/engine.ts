/**
 * An engine: an instance of the WebAssembly in `assembly/engine`, with its memory, and the host
 * functions by which it reads unknown state. It runs one execution at a time, and does not write to
 * the state.
 */
import { randomFillSync } from "node:crypto";
import { type EVM, EVMError, type ExecResult, type PrecompileInput } from "@ethereumjs/evm";
import { emptyBytes, emptyCodeHash, emptyTrieRoot, isEqual } from "@tandem/primitives";
import type { EvmState, StateLoader } from "../environment/evm-state.js";
import type { Recording } from "../frames/frame-sink.js";
import type { AncestorHashes } from "../library/ancestor-hashes.js";
import { codeTranslatedMax } from "../limits.js";
import { EngineMemory } from "./engine-memory.js";
import { type EngineExports, type HostFunctions, instantiateEngine } from "./engine-module.js";
import { writeInstructions } from "./instruction-table.js";
import { accountAt, flag, place, slotAt } from "./layout.js";
import type { MessageEnv } from "./outermost-message.js";
import { resetArguments } from "./recorded-events.js";

/** Is thrown if the engine cannot continue; the library then runs the execution from its start. */
export class Abandoned extends Error {}

/** Is thrown if a part of the state must be loaded first; the execution then restarts. */
export class NotLoaded extends Error {
  readonly loading: Promise<unknown>;

  constructor(loading: Promise<unknown>) {
    super("a part of the state is not loaded");
    this.loading = loading;
  }
}

type RunPrecompile = (input: PrecompileInput) => ExecResult | Promise<ExecResult>;

/** The address of RIPEMD-160, which remains touched when a frame fails. */
const ripemd160 = 3;

const seedBytes = 160;
/** Bytes of a page of WebAssembly memory. */
const bytesOfPage = 65_536;

/** The objects that an execution's host functions read. */
export interface EngineSource {
  readonly evm: EVM;
  readonly state: EvmState;
  readonly ancestors: AncestorHashes;
  /** Is undefined if the state is complete. */
  readonly loader: StateLoader | undefined;
  /** The version of the accounts, if the execution does not change them before the engine has read them. */
  readonly accountsVersion?: symbol | undefined;
  /** The version of the slots, if their values are the original ones of the execution. */
  readonly slotsVersion?: symbol | undefined;
}

export class Engine {
  readonly exports: EngineExports;
  readonly memory: EngineMemory;
  readonly #mayGrow: (engine: Engine, bytes: number) => boolean;
  /** The parameters of the fork for which the tables are written. */
  #preparedFor: EVM["common"] | undefined;
  /** The versions of the accounts and slots that the memory keeps. */
  #keptAccounts: symbol | undefined;
  #keptSlots: symbol | undefined;
  #keepsSlots = false;
  /** The values of the block that the memory has; they are not changed by an execution. */
  environment: MessageEnv | undefined;
  #source: EngineSource | undefined;
  #code: Uint8Array = emptyBytes;
  #precompileResult: ExecResult | undefined;
  #pending: Promise<ExecResult> | undefined;
  #isRecorded = false;
  /** Errors of precompiles, in the order of their calls; only for an execution that is recorded. */
  readonly precompileErrors: EVMError[] = [];

  /** Creates an engine. @param mayGrow returns whether an engine's memory may become so large. */
  constructor(mayGrow: (engine: Engine, bytes: number) => boolean) {
    this.#mayGrow = mayGrow;
    this.exports = instantiateEngine(this.#host());
    this.memory = new EngineMemory(this.exports.memory);
    this.memory.bytes.set(emptyCodeHash, place.emptyHash);
    randomFillSync(this.memory.bytes, place.seeds, seedBytes);
  }

  /** Discards the previous execution, and prepares for the next one. */
  open(source: EngineSource, recording?: Recording): void {
    if (this.#preparedFor !== source.evm.common) this.#prepare(source.evm);
    this.#source = source;
    const only = recording?.sink.only;
    if (only !== undefined) this.memory.setBytesAsWord(place.watchedAccount, only);
    this.#isRecorded = recording !== undefined && only === undefined;
    if (this.precompileErrors.length > 0) this.precompileErrors.length = 0;
    const [what, bytes] = resetArguments(recording);
    this.exports.reset(what, bytes);
    const { accountsVersion, slotsVersion } = source;
    if (accountsVersion !== undefined) {
      this.exports.keepAccounts(Number(accountsVersion === this.#keptAccounts));
      this.#keptAccounts = accountsVersion;
    }
    this.#keepsSlots = slotsVersion !== undefined;
    if (slotsVersion === undefined) return;
    this.exports.keepSlots(Number(slotsVersion === this.#keptSlots));
    this.#keptSlots = slotsVersion;
  }

  /**
   * Keeps the slots that an execution changed, once its changes are in the state.
   * @param version of the state's slots, to which nothing else was written; undefined drops all.
   */
  keepChangedSlots(version: symbol | undefined): void {
    if (!this.#keepsSlots) return;
    this.exports.keepChangedSlots();
    this.#keptSlots = version;
  }

  /** Drops what is kept between executions, after one that was abandoned at any place. */
  clear(): void {
    this.exports.clearCodes();
    this.#keptAccounts = undefined;
    this.#keptSlots = undefined;
  }

  /** Releases the state. */
  close(): void {
    this.#source = undefined;
    this.#code = emptyBytes;
    this.#precompileResult = undefined;
  }

  /** Awaits the precompile that the engine has called, and resumes. */
  async settle(): Promise<void> {
    const result = await (this.#pending as Promise<ExecResult>);
    this.#pending = undefined;
    this.exports.resume(this.#take(result));
  }

  /** Writes the tables of a fork; compiled codes contain its gas costs. */
  #prepare(evm: EVM): void {
    const { memory } = this;
    const { common } = evm;
    writeInstructions(memory.bytes, evm);
    const isActive = (eip: number) => Number(common.isActivatedEIP(eip));
    memory.setNumber(place.maxCode, Number(common.param("maxCodeSize")));
    memory.setNumber(
      place.maxInitCode,
      isActive(3860) ? Number(common.param("maxInitCodeSize")) : 0,
    );
    memory.setNumber(place.eip3860, isActive(3860));
    memory.setNumber(place.eip6780, isActive(6780));
    memory.setNumber(place.eip7702, isActive(7702));
    memory.setWord(place.chainId, common.chainId());
    memory.bytes.fill(0, place.precompiles, place.precompiles + 64);
    for (const address of evm.precompiles.keys()) {
      const number = Number.parseInt(address, 16);
      const at = place.precompiles + (number >> 3);
      memory.bytes[at] = (memory.bytes[at] as number) | (1 << (number & 7));
    }
    this.exports.clearCodes();
    this.#preparedFor = common;
  }

  get #now(): EngineSource {
    if (this.#source === undefined) throw new Error("the engine has no state");
    return this.#source;
  }

  #host(): HostFunctions {
    return {
      loadAccount: (account) => this.#loadAccount(account),
      loadSlot: (slot) => this.#loadSlot(slot),
      codeLength: () => {
        const address = this.#address();
        this.#load(address);
        this.#code = this.#now.state.code(address);
        if (this.#code.length > codeTranslatedMax) throw new Abandoned("a code that is too long");
        return this.#code.length;
      },
      copyCode: (target) => this.memory.bytes.set(this.#code, target),
      blockHash: (number) => {
        const hash = this.#now.ancestors.hash(Number(number));
        if (hash instanceof Promise) throw new NotLoaded(hash);
        this.memory.bytes.set(hash, place.hand);
      },
      precompile: (number, input, length, gas) => this.#callPrecompile(number, input, length, gas),
      precompileOutput: (target) => this.#copyOutput(target),
      grow: (pages) => {
        const isAllowed = this.#mayGrow(this, this.memory.size + pages * bytesOfPage);
        if (!isAllowed || !this.memory.grow(pages)) throw new Abandoned("memory");
      },
      abandon: (reason) => {
        throw new Abandoned(`reason ${reason}`);
      },
    };
  }

  /** Requires loaded state. @throws {NotLoaded} */
  #load(address: Uint8Array, slot?: Uint8Array): void {
    const loading = this.#now.loader?.load(address, slot);
    if (loading !== undefined) throw new NotLoaded(loading);
  }

  /** Returns the address at the hand as an array that the state may keep: mostly the same one for the same address. */
  #address(): Uint8Array {
    return this.memory.sharedCopy(place.hand + 12, 20);
  }

  #loadAccount(at: number): void {
    const { memory } = this;
    const { state } = this.#now;
    const address = this.#address();
    this.#load(address);
    const account = state.account(address);
    if (account === undefined) return;
    const { balance, nonce, codeHash, storageRoot } = account;
    memory.setWord(at + accountAt.balance, balance);
    memory.setLimb(at + accountAt.nonce, nonce);
    memory.bytes.set(codeHash, at + accountAt.hash);
    const isEmptyRoot =
      storageRoot === state.emptyStorageRoot ||
      isEqual(storageRoot, state.emptyStorageRoot) ||
      isEqual(storageRoot, emptyTrieRoot);
    const flags = flag.existed | (isEmptyRoot ? 0 : flag.hasStorage);
    memory.setNumber(at + accountAt.flags, memory.number(at + accountAt.flags) | flags);
    const isEmpty = balance === 0n && nonce === 0n && isEqual(codeHash, emptyCodeHash);
    if (isEmpty && memory.word(at) === BigInt(ripemd160))
      throw new Abandoned("an empty RIPEMD-160");
  }

  #loadSlot(at: number): void {
    const { memory } = this;
    const { state } = this.#now;
    const address = this.#address();
    const slot = memory.copy(place.hand2, 32);
    this.#load(address, slot);
    const value = state.slot(address, slot);
    const original = state.originalSlot(address, slot, value);
    memory.setBytesAsWord(at + slotAt.value, value);
    memory.copyWord(at + slotAt.initial, at + slotAt.value);
    if (original === value) memory.copyWord(at + slotAt.original, at + slotAt.value);
    else memory.setBytesAsWord(at + slotAt.original, original);
  }

  #callPrecompile(number: number, input: number, length: number, gas: bigint): bigint {
    const { evm } = this.#now;
    // Not a copy: a call without gas for the precompile may pass a megabyte of input repeatedly.
    // The engine, and with it its memory, is suspended until the precompile has returned.
    const data = this.memory.bytes.subarray(input, input + length);
    const { common } = evm;
    const result = this.#precompile(number)({ data, gasLimit: gas, common, _EVM: evm });
    if (result instanceof Promise) {
      this.#pending = result;
      return -2n;
    }
    return this.#take(result);
  }

  /**
   * Stores a result.
   * @returns gas used; -1 for out of gas, -3 for another failure, both of which use all gas.
   */
  #take(result: ExecResult): bigint {
    this.#precompileResult = result;
    const { exceptionError, executionGasUsed } = result;
    if (exceptionError === undefined) return executionGasUsed;
    if (exceptionError.error === EVMError.errorMessages.OUT_OF_GAS) return -1n;
    if (this.#isRecorded) this.precompileErrors.push(exceptionError);
    return -3n;
  }

  #precompile(number: number): RunPrecompile {
    const { evm } = this.#now;
    const found = evm.precompiles.get(number.toString(16).padStart(40, "0"));
    if (found === undefined) throw new Error(`there is no precompiled contract ${number}`);
    return found;
  }

  #copyOutput(target: number): number {
    const { returnValue } = this.#precompileResult as ExecResult;
    if (target !== 0) this.memory.bytes.set(returnValue, target);
    return returnValue.length;
  }
}
