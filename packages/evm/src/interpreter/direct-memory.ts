/**
 * Prices the instructions that read or write a range of memory, and executes KECCAK256, without a promise
 * for each. The library's functions for them are asynchronous and compute in BigInts; they handle
 * the unusual cases and are the oracle of the tests.
 */
import type { Common } from "@ethereumjs/common";
import { rememberedKeccak256, toBigInt } from "@tandem/primitives";
import type { RunState } from "../trace/probe.js";
import type { Instruction } from "./code-analysis.js";

const wordBytes = 32n;
/** Offsets and lengths below can be added and squared as numbers. */
const rangeMax = 0xffff_ffffn;

/** Where an instruction finds its range on the stack, counted from the top, and what it costs. */
interface RangePrice {
  readonly offsetAt: number;
  /** Undefined for one word. */
  readonly lengthAt: number | undefined;
  readonly fixed: bigint;
  readonly perWord: number;
  readonly perByte: number;
  readonly changesState: boolean;
}

interface Items {
  readonly _store: readonly bigint[];
  readonly _len: number;
}

/** Items of a stack, which the library hands out as a copy. */
export const itemsOf = (runState: RunState) => runState.stack as unknown as Items;

interface MemoryPrice {
  readonly fee: number;
  readonly divisor: number;
}

/** Makes memory reach behind a range, as far as gas is concerned. @returns what that costs. */
function growMemory(runState: RunState, end: number, { fee, divisor }: MemoryPrice): bigint {
  const words = Math.ceil(end / 32);
  if (words <= Number(runState.memoryWordCount)) return 0n;
  const total = BigInt(words * fee + Math.floor((words * words) / divisor));
  const cost = total - runState.highestMemCost;
  runState.highestMemCost = total;
  runState.memoryWordCount = BigInt(words);
  return cost;
}

function priceOf(price: RangePrice, memory: MemoryPrice, library: Instruction["gasHandler"]) {
  const { offsetAt, lengthAt, fixed, perWord, perByte, changesState } = price;
  const deepest = Math.max(offsetAt, lengthAt ?? 0) + 1;
  return (runState: RunState, gas: bigint, common: unknown) => {
    const { _store, _len } = itemsOf(runState);
    if (_len < deepest) return library(runState, gas, common);
    const offset = _store[_len - 1 - offsetAt] as bigint;
    const length = lengthAt === undefined ? wordBytes : (_store[_len - 1 - lengthAt] as bigint);
    const isOdd = offset > rangeMax || length > rangeMax;
    if (isOdd || (changesState && runState.interpreter.isStatic())) {
      return library(runState, gas, common);
    }
    if (length === 0n) return gas + fixed;
    const bytes = Number(length);
    const grown = growMemory(runState, Number(offset) + bytes, memory);
    return gas + fixed + grown + BigInt(perWord * Math.ceil(bytes / 32) + perByte * bytes);
  };
}

/** KECCAK256, once its gas is paid. */
function hashRange(runState: RunState): void {
  const [offset, length] = runState.stack.popN(2) as [bigint, bigint];
  const range = runState.memory.read(Number(offset), Number(length), true);
  runState.stack.push(toBigInt(rememberedKeccak256(range)));
}

/** Has the instructions of a table priced, and KECCAK256 executed, at once. */
export function priceMemoryDirectly(table: readonly Instruction[], common: Common): void {
  const param = (name: string) => Number(common.param(name));
  const memory = { fee: param("memoryGas"), divisor: param("quadCoefficientDivGas") };
  const range = {
    offsetAt: 0,
    lengthAt: 1,
    fixed: 0n,
    perWord: 0,
    perByte: 0,
    changesState: false,
  };
  const word = { ...range, lengthAt: undefined };
  const copy = { ...range, lengthAt: 2, perWord: param("copyGas") };
  const prices: [opcode: number, price: RangePrice][] = [
    [0x20, { ...range, perWord: param("keccak256WordGas") }], // KECCAK256
    [0x37, copy], // CALLDATACOPY
    [0x39, copy], // CODECOPY
    [0x51, word], // MLOAD
    [0x52, word], // MSTORE
    [0xf3, range], // RETURN
    [0xfd, range], // REVERT
  ];
  for (let topics = 0; topics <= 4; topics++) {
    const fixed = common.param("logTopicGas") * BigInt(topics);
    prices.push([
      0xa0 + topics,
      { ...range, fixed, perByte: param("logDataGas"), changesState: true },
    ]);
  }
  for (const [opcode, price] of prices) {
    const instruction = table[opcode];
    if (instruction?.opcodeInfo.code !== opcode) continue;
    instruction.gasHandler = priceOf(price, memory, instruction.gasHandler);
    if (opcode === 0x20) instruction.opHandler = hashRange;
  }
}
