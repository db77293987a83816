/** Finds the ways to the jump targets of a code. */
import { type MappedInstruction, pushedAt, pushedBytes } from "./source-map.js";

/** A JUMPDEST of a code. */
export interface JumpTarget {
  /** The number of instructions that push its position. */
  readonly pushes: number;
  /** Whether the code before it runs on into it. */
  readonly isRunInto: boolean;
}

/** STOP, JUMP, JUMPI, JUMPDEST, RETURN, REVERT, INVALID and SELFDESTRUCT. */
const stop = 0x00;
const jump = 0x56;
const jumpIf = 0x57;
const target = 0x5b;
const endings: ReadonlySet<number | undefined> = new Set([stop, jump, 0xf3, 0xfd, 0xfe, 0xff]);

/** Returns the jump targets of a code by their position. */
export function jumpTargetsOf(
  code: Uint8Array,
  instructions: ReadonlyMap<number, MappedInstruction>,
): ReadonlyMap<number, JumpTarget> {
  const positions = [...instructions.keys()];
  const bytes = bytesOfTargets(code, positions);
  const pushes = new Map<number, number>();
  for (const at of positions) {
    const value = pushedBytes(code, at) === bytes ? pushedAt(code, at) : undefined;
    if (value !== undefined) pushes.set(value, (pushes.get(value) ?? 0) + 1);
  }
  const targets = positions.flatMap((at, i) => {
    if (code[at] !== target) return [];
    const before = positions[i - 1];
    const isRunInto = before !== undefined && !endings.has(code[before]);
    return [[at, { pushes: pushes.get(at) ?? 0, isRunInto }] as const];
  });
  return new Map(targets);
}

/**
 * Returns the number of bytes in which a code pushes targets. The compiler uses one number for all of
 * them, so a number in others is none, although its value may be that of one.
 */
function bytesOfTargets(code: Uint8Array, positions: readonly number[]): number | undefined {
  for (const [i, at] of positions.entries()) {
    const next = positions[i + 1];
    const isJump = next !== undefined && (code[next] === jump || code[next] === jumpIf);
    const value = isJump ? pushedAt(code, at) : undefined;
    if (value !== undefined && code[value] === target) return pushedBytes(code, at);
  }
  return undefined;
}
