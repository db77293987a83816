/** Finds the part of a source in which an open function was. */
import type { ExecutedContract } from "./compiled-contracts.js";
import type { Arrival, OpenFunction } from "./failure-tracer.js";
import { contains } from "./source-file.js";
import type { MappedInstruction } from "./source-map.js";

/** Code of a whole declaration, such as the choice of a function, is of no statement. */
export function isOfStatement(
  part: MappedInstruction | undefined,
  contract: ExecutedContract,
): part is MappedInstruction {
  const source = part && contract.sourceOf(part);
  return part !== undefined && source !== undefined && !source.isDeclaration(part);
}

/**
 * Returns the part of the source at a position of a function. A modifier is followed by the function that
 * has it, unless its code is a function of its own.
 */
export function partsAt(
  position: number,
  open: OpenFunction,
  contract: ExecutedContract,
): MappedInstruction[] {
  const part = partAt(position, open, contract);
  if (part === undefined) return [];
  const declared = declarationOf(open, contract);
  const modifierAt = (one: MappedInstruction) => contract.sourceOf(one)?.modifierAt(one);
  if (declared === undefined || modifierAt(part) === undefined) return [part];
  return modifierAt(declared) === undefined ? [part, declared] : [part];
}

/** Returns the declaration of an open function or modifier; undefined for a function of the compiler. */
export function declarationOf(
  { entry }: OpenFunction,
  contract: ExecutedContract,
): MappedInstruction | undefined {
  const part = entry === undefined ? undefined : contract.instructions.get(entry);
  return part !== undefined && isFunction(part, contract) ? part : undefined;
}

/** Returns whether a part is a whole function, modifier or state variable. */
export const isFunction = (part: MappedInstruction, contract: ExecutedContract): boolean =>
  contract.sourceOf(part)?.isFunction(part) === true;

/**
 * Returns the part of the source at a position of a function.
 *
 * The optimizer leaves one of several equal blocks, which is mapped to the place of that one. If a jump
 * led to a block to which others lead too, and the position is of another function or of no statement, or
 * the block is the end of a branch, then the jump tells the place.
 */
function partAt(
  position: number,
  open: OpenFunction,
  contract: ExecutedContract,
): MappedInstruction | undefined {
  const { arrivals } = open;
  const own = contract.instructions.get(position);
  const declared = declarationOf(open, contract);
  if (declared === undefined) return partBeforeMerges(own, arrivals, contract);
  const isOwn = (part: MappedInstruction | undefined) =>
    part === undefined || isWithin(declared, part, contract);
  const isStatement = isOfStatement(own, contract);
  const branch = isOwn(own) ? branchTo(arrivals.at(-1), contract) : undefined;
  if (branch !== undefined || (isStatement && isOwn(own))) return branch ?? own;
  const jumps = sharedJumps(arrivals, contract, isStatement);
  const parts = jumps.flatMap((from) => statementBefore(from, contract) ?? []);
  const isMerged = jumps.length > 0 && !isOwn(own);
  return parts.find(isOwn) ?? (isMerged ? declared : own);
}

/** Returns the part of code outside of functions, or of functions that the optimizer put there. */
function partBeforeMerges(
  own: MappedInstruction | undefined,
  arrivals: readonly Arrival[],
  contract: ExecutedContract,
): MappedInstruction | undefined {
  const nameOf = (part: MappedInstruction | undefined) =>
    part && contract.sourceOf(part)?.nameAt(part);
  let part = own;
  for (const from of sharedJumps(arrivals, contract, false)) {
    const before = statementBefore(from, contract);
    if (before === undefined || nameOf(before) === nameOf(part)) break;
    part = before;
  }
  return part === own ? (branchTo(arrivals.at(-1), contract) ?? own) : part;
}

/**
 * Returns the jumps to blocks to which others lead too, the newest first, up to code that was not jumped to.
 * @param isRunIntoShared whether a block is shared too if the code before it runs on into it.
 */
function sharedJumps(
  arrivals: readonly Arrival[],
  contract: ExecutedContract,
  isRunIntoShared: boolean,
): number[] {
  const newest = arrivals.toReversed();
  const end = newest.findIndex(({ from }) => from === undefined);
  const jumped = end < 0 ? newest : newest.slice(0, end);
  return jumped.flatMap(({ at, from }) => {
    const { pushes = 0, isRunInto = false } = contract.targets.get(at) ?? {};
    const ways = isRunInto && isRunIntoShared ? pushes + 1 : pushes;
    return ways < 2 ? [] : (from ?? []);
  });
}

/** Returns the part of the branch that led to a block, if others jump there too. */
function branchTo(arrival: Arrival | undefined, contract: ExecutedContract) {
  const { at, from, isBranch } = arrival ?? {};
  if (at === undefined || from === undefined || isBranch !== true) return undefined;
  const pushes = contract.targets.get(at)?.pushes ?? 0;
  return pushes < 2 ? undefined : statementBefore(from, contract);
}

/** Returns the part of the last instruction of a statement at a position or before it in its block. */
function statementBefore(position: number, contract: ExecutedContract) {
  for (let at = position; at >= 0; at--) {
    const part = contract.instructions.get(at);
    if (isOfStatement(part, contract)) return part;
    if (contract.targets.has(at)) return undefined;
  }
  return undefined;
}

/** Returns whether a part is of a function, or of one of its modifiers. */
export function isWithin(
  declared: MappedInstruction,
  part: MappedInstruction,
  contract: ExecutedContract,
): boolean {
  if (part.file === declared.file && contains(declared, part)) return true;
  const modifier = contract.sourceOf(part)?.modifierAt(part);
  return (
    modifier !== undefined && contract.sourceOf(declared)?.hasModifier(declared, modifier) === true
  );
}
