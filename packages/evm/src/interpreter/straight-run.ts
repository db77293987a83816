/**
 * Executes straight runs: sequences of instructions that only move words and compute with them, in one
 * function without a call for each. Whatever is not as simple (too little gas or stack, memory that
 * grows, an invalid jump) is left to the library's handler, which executes it or fails. The library is
 * the oracle of the tests. Opcodes are numbers here, because V8 makes no jump table of named constants:
 * with them the interpreter took a quarter longer.
 */
import type { Common } from "@ethereumjs/common";
import type { RunState } from "../trace/probe.js";
import { type CodeAnalysis, type Instruction, noRun } from "./code-analysis.js";
import { readWord, writeWord } from "./memory-word.js";
import { complement, compute } from "./word-arithmetic.js";

/** Private members of the library's stack and memory. */
interface LibraryInternals {
  readonly stack: { readonly _store: bigint[]; _len: number };
  readonly memory: { readonly _store: Uint8Array };
}

/** The code of a frame with its analysis and instruction table. */
export interface CompiledCode {
  readonly analysis: CodeAnalysis;
  /** Of the frame's own EVM. */
  readonly instructions: readonly Instruction[];
  readonly common: Common;
}

const stackItemsMax = 1024;

/**
 * Executes runs from the program counter on, as far as the gas goes. Leaves program counter, gas,
 * stack and memory as the library would behind the last instruction that was executed.
 * @param gasMax more than this is not spent before it returns.
 * @returns gas spent.
 */
export function runStraight(
  runState: RunState,
  { analysis, instructions, common }: CompiledCode,
  gasMax: number,
): number {
  const { code, jumps, constantAt, constants, cost, need, growth } = analysis;
  const { stack, memory } = runState as unknown as LibraryInternals;
  const items = stack._store;
  let at = runState.programCounter;
  if (need[at] === noRun) return 0;
  const budget = runState.gasLeft < gasMax ? Number(runState.gasLeft) : gasMax;
  const bytes = memory._store;
  const wordsEnd = Math.min(Number(runState.memoryWordCount) * 32, bytes.length) - 32;
  let height = stack._len;
  let spent = 0;
  run: while (at < code.length) {
    const runCost = cost[at] as number;
    if (spent + runCost > budget || height < (need[at] as number)) break;
    if (height + (growth[at] as number) > stackItemsMax) break;
    spent += runCost;
    while (need[at] !== noRun) {
      const opcode = code[at] as number;
      if (opcode >= 0x60 && opcode <= 0x7f) {
        items[height++] = constants[constantAt[at] as number] as bigint;
        at += opcode - 0x5e;
        if (at >= code.length) break run;
        continue;
      }
      if (opcode >= 0x80 && opcode <= 0x8f) {
        items[height] = items[height - opcode + 0x7f] as bigint;
        height++;
      } else if (opcode >= 0x90 && opcode <= 0x9f) {
        const top = items[height - 1] as bigint;
        const deep = height - opcode + 0x8e;
        items[height - 1] = items[deep] as bigint;
        items[deep] = top;
      } else {
        switch (opcode) {
          case 0x01: // ADD
          case 0x02: // MUL
          case 0x03: // SUB
          case 0x04: // DIV
          case 0x10: // LT
          case 0x11: // GT
          case 0x12: // SLT
          case 0x13: // SGT
          case 0x14: // EQ
          case 0x16: // AND
          case 0x17: // OR
          case 0x18: // XOR
          case 0x1b: // SHL
          case 0x1c: {
            // SHR
            const upper = items[--height] as bigint;
            items[height - 1] = compute(opcode, upper, items[height - 1] as bigint);
            break;
          }
          case 0x15: // ISZERO
            items[height - 1] = items[height - 1] === 0n ? 1n : 0n;
            break;
          case 0x19: // NOT
            items[height - 1] = complement(items[height - 1] as bigint);
            break;
          case 0x50: // POP
            height--;
            break;
          case 0x51: {
            // MLOAD
            const offset = Number(items[height - 1]);
            if (offset > wordsEnd) {
              spent -= cost[at] as number;
              break run;
            }
            items[height - 1] = readWord(bytes, offset);
            break;
          }
          case 0x52: {
            // MSTORE
            const offset = Number(items[height - 1]);
            if (offset > wordsEnd) {
              spent -= cost[at] as number;
              break run;
            }
            writeWord(bytes, offset, items[height - 2] as bigint);
            height -= 2;
            break;
          }
          case 0x56: // JUMP
          case 0x57: {
            // JUMPI
            const isTaken = opcode === 0x56 || items[height - 2] !== 0n;
            const next = isTaken ? Number(items[height - 1]) : at + 1;
            if (isTaken && jumps[next] !== 1) {
              spent -= cost[at] as number;
              break run;
            }
            height -= opcode - 0x55;
            at = next;
            continue run;
          }
          case 0x5b: // JUMPDEST
            break;
          case 0x5f: // PUSH0
            items[height++] = 0n;
            break;
          default:
            stack._len = height;
            runState.opCode = opcode;
            runState.programCounter = at + 1;
            (instructions[opcode] as Instruction).opHandler(runState, common);
            height = stack._len;
        }
      }
      if (++at >= code.length) break run;
    }
  }
  stack._len = height;
  runState.programCounter = at;
  if (spent > 0) runState.gasLeft -= BigInt(spent);
  return spent;
}
