/**
 * Writes struct logs in the form of Hardhat's network: words without `0x`, in their full length, the stack, the
 * memory and the storage at each step, and what was returned with `0x` unless it is empty.
 */
import {
  type Bytes,
  hexDigits,
  type Step,
  type StepTrace,
  type TracerRequest,
  toHex,
} from "@tandem/primitives";
import type { JsonCollector } from "../../contract/codec/json-collector.js";

/** Returns the recording options that correspond to these options on Hardhat's network. */
export function hardhatOptions(options: TracerRequest): TracerRequest {
  if (options.kind !== "steps") return options;
  const enableMemory = options.disableMemory !== true;
  return { ...options, enableMemory, storageAtEachStep: true };
}

/** Writes the result in slices. @throws {Fault} `limit-exceeded`. */
export async function addHardhatSteps(text: JsonCollector, trace: StepTrace): Promise<void> {
  const { gas, failed, returnValue, structLogs } = trace;
  const returned = returnValue.length === 0 ? "" : toHex(returnValue);
  text.add(`{"failed":${failed},"gas":${gas},"returnValue":"${returned}"`);
  text.add(',"structLogs":[');
  await text.addList(structLogs, (step) => JSON.stringify(showStep(step)));
  text.add("]}");
}

function showStep({ depth, gas, gasCost, op, pc, error, memory, stack, storage }: Step) {
  return {
    depth,
    gas: Number(gas),
    gasCost: Number(gasCost),
    op,
    pc,
    error,
    memory: memory && wordsOf(memory),
    stack: stack?.map(wordDigits),
    storage: storage && bySlot(storage),
  };
}

const wordDigits = (word: bigint) => word.toString(16).padStart(64, "0");

function wordsOf(memory: Bytes): string[] {
  const words: string[] = [];
  for (let at = 0; at < memory.length; at += 32)
    words.push(hexDigits(memory.subarray(at, at + 32)));
  return words;
}

const bySlot = (slots: NonNullable<Step["storage"]>) =>
  Object.fromEntries(slots.map(([slot, value]) => [hexDigits(slot), hexDigits(value)]));
