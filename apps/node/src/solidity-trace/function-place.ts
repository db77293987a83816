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

/** Returns the part of the source at a position of a function. A modifier is followed by the function that has it. */
export function partsAt(
  position: number,
  open: OpenFunction,
  contract: ExecutedContract,
): MappedInstruction[] {
  const part = partAt(position, open, contract);
  if (part === undefined) return [];
  const declared = open.entry === undefined ? undefined : declarationAt(open.entry, contract);
  const isOfOther = contract.sourceOf(part)?.isOfModifier(part) === true;
  return isOfOther && declared !== undefined ? [part, declared] : [part];
}

/**
 * Returns the part of the source at a position of a function.
 *
 * The optimizer leaves one of several equal blocks, which is mapped to the place of that one. If a jump
 * led to a block to which others lead too, and the position is of another function or the block is the
 * end of a branch, then the jump tells the place.
 */
function partAt(
  position: number,
  { entry, arrivals }: OpenFunction,
  contract: ExecutedContract,
): MappedInstruction | undefined {
  const own = contract.instructions.get(position);
  const declared = entry === undefined ? undefined : declarationAt(entry, contract);
  if (declared === undefined) return partBeforeMerges(own, arrivals, contract);
  const isForeign = (part: MappedInstruction | undefined) =>
    part !== undefined && !isWithin(declared, part, contract);
  if (!isForeign(own)) return branchTo(arrivals.at(-1), contract) ?? own;
  const parts = sharedJumps(arrivals, contract).map((from) => statementBefore(from, contract));
  return parts.find((part) => !isForeign(part)) ?? (parts.length === 0 ? own : declared);
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
  for (const from of sharedJumps(arrivals, contract)) {
    const before = statementBefore(from, contract);
    if (before === undefined || nameOf(before) === nameOf(part)) break;
    part = before;
  }
  return part === own ? (branchTo(arrivals.at(-1), contract) ?? own) : part;
}

/** Returns the jumps to blocks to which others lead too, the newest first, up to code that was not jumped to. */
function sharedJumps(arrivals: readonly Arrival[], contract: ExecutedContract): number[] {
  const newest = arrivals.toReversed();
  const end = newest.findIndex(({ from }) => from === undefined);
  const jumped = end < 0 ? newest : newest.slice(0, end);
  return jumped.flatMap(({ at, from }) => (contract.timesPushed(at) < 2 ? [] : (from ?? [])));
}

/** Returns the part of the branch that led to a block, if others lead there too. */
function branchTo(arrival: Arrival | undefined, contract: ExecutedContract) {
  const { at, from, isBranch } = arrival ?? {};
  if (at === undefined || from === undefined || isBranch !== true) return undefined;
  return contract.timesPushed(at) < 2 ? undefined : statementBefore(from, contract);
}

/** Returns the part of the last instruction of a statement at a position or before it in its block. */
function statementBefore(position: number, contract: ExecutedContract) {
  for (let at = position; at >= 0; at--) {
    const part = contract.instructions.get(at);
    if (isOfStatement(part, contract)) return part;
    if (contract.isTarget(at)) return undefined;
  }
  return undefined;
}

/** Returns the part of the function that begins at a position; undefined for code of the compiler. */
function declarationAt(entry: number, contract: ExecutedContract): MappedInstruction | undefined {
  const part = contract.instructions.get(entry);
  return part !== undefined && contract.sourceOf(part)?.isDeclaration(part) ? part : undefined;
}

/** Returns whether a part is of a function, or of one of its modifiers. */
function isWithin(
  declared: MappedInstruction,
  part: MappedInstruction,
  contract: ExecutedContract,
): boolean {
  if (part.file === declared.file && contains(declared, part)) return true;
  return contract.sourceOf(part)?.isOfModifier(part) === true;
}
