/** Names the functions and lines of Solidity in which an execution failed. */
import type { FailureExplanation, StackEntry } from "@tandem/primitives";
import type { CompiledContracts, ExecutedContract } from "./compiled-contracts.js";
import { type FrameMarks, type OpenFrame, openFramesOf, type Trace } from "./failure-tracer.js";
import { entriesOf } from "./frame-entries.js";
import { isOfStatement } from "./function-place.js";
import { stackEntriesMax } from "./limits.js";

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
