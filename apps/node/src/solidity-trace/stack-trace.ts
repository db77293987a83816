/** Names the functions and lines of Solidity in which an execution failed. */
import type { CompiledContracts, ExecutedContract } from "./compiled-contracts.js";
import { type FrameMarks, type OpenFrame, openFramesOf, type Trace } from "./failure-tracer.js";
import { stackEntriesMax } from "./limits.js";
import type { SourcePosition } from "./source-file.js";
import type { MappedInstruction } from "./source-map.js";

/** A function that had not returned when the execution failed, or a contract without known source. */
export interface StackEntry extends Partial<SourcePosition> {
  /** The contract's address. */
  readonly address: Uint8Array;
  /** The function with its contract, such as `Lock.open`, or the contract alone. */
  readonly name?: string;
  /** The file's name in the compilation. */
  readonly file?: string;
}

export interface StackTrace {
  /** The innermost first. */
  readonly entries: readonly StackEntry[];
  /** The number of entries that are left out before the outermost. */
  readonly omitted: number;
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
  if (entries.length <= stackEntriesMax) return { entries, omitted: 0 };
  const kept = entries.slice(0, stackEntriesMax - 1);
  return { entries: [...kept, ...outermost], omitted: entries.length - stackEntriesMax };
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
  const areMarked = frames.some((frame) => !isOfStatement(failedPart(frame, contract), contract));
  const positions: Record<number, "i" | "o" | "s"> = {};
  for (const [position, part] of contract.instructions) {
    if (part.jump === "i" || part.jump === "o") positions[position] = part.jump;
    else if (areMarked && isOfStatement(part, contract)) positions[position] = "s";
  }
  return positions;
}

const failedPart = ({ position }: OpenFrame, { instructions }: ExecutedContract) =>
  position === undefined ? undefined : instructions.get(position);

/** Code of a whole declaration, such as the choice of a function, is of no statement. */
function isOfStatement(part: MappedInstruction | undefined, contract: ExecutedContract): boolean {
  const source = part && contract.sourceOf(part);
  return part !== undefined && source !== undefined && !source.isDeclaration(part);
}

/** Returns the open functions of a frame, the innermost first. */
function entriesOf(frame: OpenFrame, contract: ExecutedContract | undefined): StackEntry[] {
  const address = frame.to;
  if (contract === undefined) return [{ address }];
  const at = (position: number) => contract.instructions.get(position) ?? [];
  const failed = failedPart(frame, contract);
  const isPlace = frame.statement === undefined || isOfStatement(failed, contract);
  const statement = isPlace ? (failed ?? []) : at(frame.statement);
  const callers = [...frame.calls].reverse().flatMap(at);
  const parts = [statement, callers.filter((part) => isOfStatement(part, contract))].flat();
  const entries = parts.flatMap((part) => entryOf(part, contract, address) ?? []);
  const distinct = entries.filter((entry, i) => !isSamePlace(entry, entries[i - 1]));
  return distinct.length === 0 ? [{ address, name: contract.name }] : distinct;
}

function entryOf(
  part: MappedInstruction,
  contract: ExecutedContract,
  address: Uint8Array,
): StackEntry | undefined {
  const source = contract.sourceOf(part);
  if (source === undefined) return undefined;
  const name = source.nameAt(part) ?? contract.name;
  return { address, name, file: source.name, ...source.positionOf(part) };
}

const isSamePlace = (a: StackEntry, b: StackEntry | undefined) =>
  a.name === b?.name && a.file === b?.file && a.line === b?.line;
