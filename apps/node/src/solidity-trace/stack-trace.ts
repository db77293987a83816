/** Names the functions and lines of Solidity in which an execution failed. */
import type { Address, FailureExplanation, StackEntry } from "@tandem/primitives";
import type { CompiledContracts, ExecutedContract } from "./compiled-contracts.js";
import { type FrameMarks, type OpenFrame, openFramesOf, type Trace } from "./failure-tracer.js";
import { isOfStatement, partsAt } from "./function-place.js";
import { stackEntriesMax } from "./limits.js";
import type { MappedInstruction } from "./source-map.js";

/** The open functions, and what is known of their contracts. */
export interface StackTrace extends Pick<FailureExplanation, "stack" | "omitted"> {
  /** The interfaces of the contracts that were found, in which custom errors are declared. */
  readonly abi: readonly unknown[];
}

/** Returns undefined if the execution succeeded. */
export async function stackTraceOf(
  trace: Trace,
  contracts: CompiledContracts,
): Promise<StackTrace | undefined> {
  const contractOf = finderOf(contracts);
  const found = (await openFramesOf(trace)).map((frame) => ({
    frame,
    contract: contractOf(frame),
  }));
  if (found.length === 0) return undefined;
  const marks = marksOf(found);
  const frames =
    marks.length === 0 ? found.map(({ frame }) => frame) : await openFramesOf(trace, marks);
  const executed = frames.map((frame, i) => ({ frame, contract: found[i]?.contract })).reverse();
  const entries = executed.flatMap(({ frame, contract }) => entriesOf(frame, contract));
  const abi = new Set(found.flatMap(({ contract }) => contract?.abi ?? []));
  return { ...shortened(entries), abi: [...abi] };
}

/** Returns a function that finds the contract of a frame. Frames of one contract share their code. */
function finderOf(contracts: CompiledContracts) {
  const known = new Map<Uint8Array, ExecutedContract | undefined>();
  return ({ code, isCreation }: OpenFrame): ExecutedContract | undefined => {
    if (code === undefined) return undefined;
    if (!known.has(code)) known.set(code, contracts.find(code, isCreation));
    return known.get(code);
  };
}

function shortened(entries: readonly StackEntry[]) {
  const outermost = entries.slice(-1);
  if (entries.length <= stackEntriesMax) return { stack: entries, omitted: 0 };
  const kept = entries.slice(0, stackEntriesMax - 1);
  return { stack: [...kept, ...outermost], omitted: entries.length - stackEntriesMax };
}

interface FoundFrame {
  readonly frame: OpenFrame;
  readonly contract: ExecutedContract | undefined;
}

/** Returns the marks of each contract, for its frames. */
function marksOf(found: readonly FoundFrame[]): FrameMarks[] {
  const contracts = new Set(found.flatMap(({ contract }) => contract ?? []));
  return [...contracts].map((contract) => {
    const frames = found.filter((one) => one.contract === contract).map(({ frame }) => frame);
    const orders = frames.map(({ order }) => order);
    return { orders, positions: positionsOf(contract, frames) };
  });
}

/** Statements are marked only if a failed instruction is of none: then the last one before it is shown. */
function positionsOf(
  contract: ExecutedContract,
  frames: readonly OpenFrame[],
): FrameMarks["positions"] {
  const areMarked = frames.some(({ position }) => {
    const part = position === undefined ? undefined : contract.instructions.get(position);
    return !isOfStatement(part, contract);
  });
  const positions: Record<number, "i" | "o" | "s"> = {};
  for (const [position, part] of contract.instructions) {
    if (part.jump === "i" || part.jump === "o") positions[position] = part.jump;
    else if (areMarked && isOfStatement(part, contract)) positions[position] = "s";
  }
  return positions;
}

/** Returns the open functions of a frame, the innermost first. */
function entriesOf(frame: OpenFrame, contract: ExecutedContract | undefined): StackEntry[] {
  const address = frame.to;
  if (contract === undefined) return [{ address }];
  const { instructions } = contract;
  const [innermost = [], ...outer] = partsOf(frame, contract);
  const statement = frame.statement === undefined ? undefined : instructions.get(frame.statement);
  const isPlace = statement === undefined || isOfStatement(innermost[0], contract);
  const calls = outer.filter(([part]) => isOfStatement(part, contract));
  const parts = [isPlace ? innermost : [statement], ...calls].flat();
  const entries = distinctEntries(parts, contract, address);
  if (entries.length > 0) return entries;
  // The compiler generated all of the code, such as that which reads the arguments of a function.
  const declared = distinctEntries(outer.flat(), contract, address);
  return declared.length > 0 ? declared : [{ address, name: contract.name }];
}

/** Returns the parts of each open function, the innermost first: at the failure, or where it called the next one. */
function partsOf({ position, functions }: OpenFrame, contract: ExecutedContract) {
  const positions = [...functions.slice(1).map(({ call }) => call), position];
  const parts = functions.map((one, i) => {
    const at = positions[i];
    return at === undefined ? [] : partsAt(at, one, contract);
  });
  return parts.reverse();
}

function distinctEntries(
  parts: readonly MappedInstruction[],
  contract: ExecutedContract,
  address: Address,
): StackEntry[] {
  const entries = parts.flatMap((part) => entryOf(part, contract, address) ?? []);
  return entries.filter((entry, i) => !isSamePlace(entry, entries[i - 1]));
}

function entryOf(
  part: MappedInstruction,
  contract: ExecutedContract,
  address: Address,
): StackEntry | undefined {
  const source = contract.sourceOf(part);
  if (source === undefined) return undefined;
  const name = source.nameAt(part) ?? contract.name;
  return { address, name, file: source.name, ...source.positionOf(part) };
}

const isSamePlace = (a: StackEntry, b: StackEntry | undefined) =>
  a.name === b?.name && a.file === b?.file && a.line === b?.line;
