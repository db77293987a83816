/** Names the functions and lines of Solidity in which an execution failed. */
import { beginningOf, type FailureExplanation, type StackEntry } from "@tandem/primitives";
import { codeMarksOf } from "./code-marks.js";
import type { CompiledContracts, ExecutedContract } from "./compiled-contracts.js";
import { failedCheckOf } from "./failed-check.js";
import {
  type FrameMarks,
  NotExecuted,
  type OpenFrame,
  openFramesOf,
  type Trace,
} from "./failure-tracer.js";
import { entriesOf } from "./frame-entries.js";
import { entryNameLengthMax, stackEntriesMax } from "./limits.js";

/** The open functions, and what is known of their contracts. */
export interface StackTrace
  extends Pick<FailureExplanation, "stack" | "omitted" | "check" | "problem"> {
  /** The interfaces of the contracts that were found, in which custom errors are declared. */
  readonly abi: readonly unknown[];
}

/**
 * Executes twice: without steps for the frames, and with the steps of those whose contract is known.
 * @returns undefined if the execution succeeded.
 * @throws {NotExecuted} if it cannot be executed again.
 */
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
  const { frames, problem } = await withSteps(trace, found);
  const executed = frames
    .map((frame) => ({ frame, contract: found.find(isOfOrder(frame))?.contract }))
    .reverse();
  const entries = executed.flatMap(({ frame, contract }) => entriesOf(frame, contract));
  const [{ frame, contract } = {}] = executed;
  const check = frame && contract && failedCheckOf(frame, contract);
  const abi = new Set(found.flatMap(({ contract }) => contract?.abi ?? []));
  return { ...shortened(entries), check, abi: [...abi], problem };
}

const isOfOrder =
  ({ order }: OpenFrame) =>
  ({ frame }: FoundFrame) =>
    frame.order === order;

/** Returns the frames with their steps, or as they are if there are too many of these. */
async function withSteps(
  trace: Trace,
  found: readonly FoundFrame[],
): Promise<{ readonly frames: readonly OpenFrame[]; readonly problem?: string }> {
  const frames = found.map(({ frame }) => frame);
  const marks = marksOf(found);
  if (marks.length === 0) return { frames };
  try {
    return { frames: await openFramesOf(trace, marks) };
  } catch (error) {
    if (!(error instanceof NotExecuted)) throw error;
    return { frames, problem: error.message };
  }
}

/** Returns a function that finds the contract of a frame. Frames of one contract share their code. */
function finderOf(contracts: CompiledContracts) {
  const known = new Map<Uint8Array, ExecutedContract | undefined>();
  return ({ code, isCreation }: OpenFrame): ExecutedContract | undefined => {
    if (code.length === 0) return undefined;
    if (!known.has(code)) known.set(code, contracts.find(code, isCreation));
    return known.get(code);
  };
}

function shortened(entries: readonly StackEntry[]) {
  const omitted = Math.max(0, entries.length - stackEntriesMax);
  const kept = entries.toSpliced(stackEntriesMax - 1, omitted);
  return { stack: kept.map(withShortNames), omitted };
}

const withShortNames = ({ name, file, ...entry }: StackEntry): StackEntry => ({
  ...entry,
  name: name && beginningOf(name, entryNameLengthMax),
  file: file && beginningOf(file, entryNameLengthMax),
});

interface FoundFrame {
  readonly frame: OpenFrame;
  readonly contract: ExecutedContract | undefined;
}

/** Returns the marks of each contract, for its frames. */
function marksOf(found: readonly FoundFrame[]): FrameMarks[] {
  const contracts = new Set(found.flatMap(({ contract }) => contract ?? []));
  return [...contracts].map((contract) => {
    const frames = found.filter((one) => one.contract === contract).map(({ frame }) => frame);
    return { orders: frames.map(({ order }) => order), ...codeMarksOf(contract) };
  });
}
