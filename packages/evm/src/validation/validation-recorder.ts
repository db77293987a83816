/**
 * Records the instructions and accesses of calls that the validation rules of ERC-7562 restrict, as geth's
 * `erc7562Tracer` does.
 */
import type { InterpreterStep } from "@ethereumjs/evm";
import {
  type Address,
  type CallUsage,
  callOpcodes,
  fromBigInt,
  fromKey,
  padStart,
  toKey,
} from "@tandem/primitives";
import type { EvmState, StateLoader } from "../environment/evm-state.js";
import type { Frame } from "../frames/frame.js";
import { failureOf } from "../library/frame-failure.js";
import type { Probe } from "../library/probe.js";
import { toAddress } from "../library/refused-frame.js";
import type { CodeEnd } from "../library/run-state.js";
import { accessBytes, keccakPaddingMax, usageBytes } from "../limits.js";
import type { FrameRecorder } from "../trace/frame-recorder.js";
import { FrameUsage } from "./frame-usage.js";

const stop = 0x00;
const isZero = 0x15;
const keccak256 = 0x20;
const extCodeSize = 0x3b;
const sload = 0x54;
const gasLeft = 0x5a;
const returned = 0xf3;
const reverted = 0xfd;
const selfDestruct = 0xff;
/** EXTCODESIZE, EXTCODECOPY and EXTCODEHASH. */
const extCodes: readonly number[] = [extCodeSize, 0x3c, 0x3f];
/** The instructions that end a code without a failure. */
const ends: readonly number[] = [stop, returned, selfDestruct];

/** Arithmetic, comparisons, shifts and POP, which every contract uses. */
const common = [1, 2, 3, 4, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x19, 0x1b, 0x1c, 0x50];
const firstPush = 0x5f;
const lastSwap = 0x9f;
const isIgnoredByDefault = (opcode: number) =>
  (opcode >= firstPush && opcode <= lastSwap) || common.includes(opcode);

/** An instruction, with the account whose code it runs or reads. */
interface Instruction {
  readonly opcode: number;
  readonly account: Address | undefined;
}

export class ValidationRecorder implements Probe {
  readonly #calls: FrameRecorder;
  readonly #state: EvmState;
  readonly #loader: StateLoader | undefined;
  readonly #isIgnored: (opcode: number) => boolean;
  readonly #usages = new Map<Frame, FrameUsage>();
  readonly #keccakInputs = new Set<string>();
  /** The instruction before the present one, which may be one of another frame. */
  #last: Instruction | undefined;

  /**
   * Creates a recorder.
   * @param calls observes the same execution before this one, and counts the bytes of both.
   * @param ignored the opcodes that are not counted; by default those that geth does not count.
   */
  constructor(
    calls: FrameRecorder,
    { state, loader }: { readonly state: EvmState; readonly loader: StateLoader | undefined },
    ignored?: readonly number[],
  ) {
    this.#calls = calls;
    this.#state = state;
    this.#loader = loader;
    this.#isIgnored = ignored === undefined ? isIgnoredByDefault : (one) => ignored.includes(one);
  }

  usageOf(frame: Frame): CallUsage {
    const usage = this.#usages.get(frame) ?? new FrameUsage();
    if (frame !== this.#calls.root) return usage.finish({ isOutOfGas: isExhausted(frame) });
    const keccakInputs = [...this.#keccakInputs].sort().map(fromKey);
    return usage.finish({ isOutOfGas: false, keccakInputs });
  }

  onStep(step: InterpreterStep): Promise<void> | undefined {
    const usage = this.#usage();
    if (usage === undefined) return undefined;
    const { code: opcode } = step.opcode;
    const account = accountOf(opcode, step.stack);
    const slot = opcode === sload ? wordAt(step.stack, 0) : undefined;
    const read = slot === undefined ? account : step.address.bytes;
    const loading = read && this.#loader?.load(read, slot);
    const observe = () => this.#observe({ opcode, account }, step, usage);
    if (loading !== undefined) return loading.then(observe);
    observe();
    return undefined;
  }

  /** Counts the STOP at which a code ends without one, as geth does. */
  onCodeEnd(end: CodeEnd): void {
    const usage = this.#usage();
    const latest = usage?.latest;
    if (usage === undefined || latest === undefined || ends.includes(latest)) return;
    if (failureOf(end) === undefined) this.#follow({ opcode: stop, account: undefined }, usage);
  }

  /** Returns what the innermost open frame did; undefined if it is not recorded. */
  #usage(): FrameUsage | undefined {
    const frame = this.#calls.current;
    if (frame === undefined || this.#calls.isOver) return undefined;
    const known = this.#usages.get(frame);
    if (known !== undefined || !this.#calls.charge(usageBytes)) return known;
    const usage = new FrameUsage();
    this.#usages.set(frame, usage);
    return usage;
  }

  #observe(now: Instruction, step: InterpreterStep, usage: FrameUsage): void {
    this.#meet(now, usage);
    this.#follow(now, usage);
    this.#access(now.opcode, step, usage);
    if (now.opcode === keccak256) this.#hash(step);
  }

  /** Notes the first access to an account. */
  #meet({ opcode, account }: Instruction, { contracts }: FrameUsage): void {
    if (account === undefined) return;
    const key = toKey(account);
    if (contracts.has(key) || !this.#calls.charge(accessBytes)) return;
    contracts.set(key, { address: account, codeLength: this.#state.code(account).length, opcode });
  }

  /** Counts the instruction, and what it makes of the one before. */
  #follow(now: Instruction, usage: FrameUsage): void {
    const { opcode } = now;
    const last = opcode === returned || opcode === reverted ? undefined : this.#last;
    if (last?.account !== undefined && extCodes.includes(last.opcode)) {
      const isTest = last.opcode === extCodeSize && opcode === isZero;
      if (!isTest && this.#calls.charge(accessBytes)) usage.extCodeAccesses.push(last.account);
    }
    if (last?.opcode === gasLeft && !callOpcodes.has(opcode)) this.#count(gasLeft, usage);
    if (opcode !== gasLeft && !this.#isIgnored(opcode)) this.#count(opcode, usage);
    this.#last = now;
    usage.latest = opcode;
  }

  #count(opcode: number, { usedOpcodes }: FrameUsage): void {
    if (usedOpcodes.count(opcode)) this.#calls.charge(accessBytes);
  }

  #access(opcode: number, { stack, address }: InterpreterStep, usage: FrameUsage): void {
    const slot = wordAt(stack, 0);
    if (slot === undefined) return;
    const { reads, writes } = usage;
    const key = toKey(slot);
    if (opcode === sload) {
      if (reads.has(key) || writes.has(key) || !this.#calls.charge(accessBytes)) return;
      reads.set(key, padStart(this.#state.slot(address.bytes, slot), 32));
      return;
    }
    if (usage.countsFor(opcode)?.count(key)) this.#calls.charge(accessBytes);
  }

  #hash({ stack, memory }: InterpreterStep): void {
    const [offset, length] = [Number(stack.at(-1) ?? 0n), Number(stack.at(-2) ?? 0n)];
    if (offset + length > memory.length + keccakPaddingMax) return;
    if (!this.#calls.charge(accessBytes + length)) return;
    const input = new Uint8Array(length);
    input.set(memory.subarray(offset, offset + length));
    this.#keccakInputs.add(toKey(input));
  }
}

const isExhausted = ({ failure }: Frame) => failure?.kind === "out-of-gas";

/** Returns an item of the stack in 32 bytes; undefined if there is none. @param at 0 for the top. */
function wordAt(stack: readonly bigint[], at: number): Uint8Array | undefined {
  const item = stack.at(-1 - at);
  return item === undefined ? undefined : padStart(fromBigInt(item), 32);
}

/** Returns the account whose code an instruction runs or reads. */
function accountOf(opcode: number, stack: readonly bigint[]): Address | undefined {
  const isCall = callOpcodes.has(opcode);
  if (!isCall && !extCodes.includes(opcode)) return undefined;
  const item = stack.at(isCall ? -2 : -1);
  return item === undefined ? undefined : toAddress(item);
}
