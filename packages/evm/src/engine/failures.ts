/** Maps failures of the engine's frames to the library's errors. */
import { EVMError, type ExecResult } from "@ethereumjs/evm";
import { type CodeExcess, CodeSizeError } from "../library/code-size-error.js";
import { returnDataCopy } from "../library/halt-message.js";
import type { EngineMemory } from "./engine-memory.js";
import { reasonOf } from "./layout.js";

const { errorMessages } = EVMError;

/** Messages by the engine's number of the reason. */
const messages: Readonly<Record<number, string>> = {
  1: errorMessages.OUT_OF_GAS,
  2: errorMessages.STACK_UNDERFLOW,
  3: errorMessages.STACK_OVERFLOW,
  4: errorMessages.INVALID_OPCODE,
  5: errorMessages.INVALID_JUMP,
  6: errorMessages.STATIC_STATE_CHANGE,
  7: errorMessages.OUT_OF_GAS,
  8: errorMessages.INITCODE_SIZE_VIOLATION,
  9: errorMessages.CREATE_COLLISION,
  10: errorMessages.CODESIZE_EXCEEDS_MAXIMUM,
  11: errorMessages.INVALID_BYTECODE_RESULT,
  12: errorMessages.VALUE_OVERFLOW,
  13: errorMessages.REVERT,
  15: errorMessages.REFUND_EXHAUSTED,
};

type RunState = NonNullable<ExecResult["runState"]>;

/** Returns the members of the library's frame that describe some failures further. */
function runStateOf(reason: number, opcode: number): RunState | undefined {
  if (reason === reasonOf.invalidOpcode) {
    return { code: Uint8Array.of(opcode), programCounter: 0 } as unknown as RunState;
  }
  if (reason !== reasonOf.beyondReturnData) return undefined;
  const stack = { getStack: () => [1n, 0n, 0n] };
  return { opCode: returnDataCopy, stack, returnBytes: new Uint8Array(0) } as unknown as RunState;
}

/**
 * Returns the members of a result that describe a failure; none if the reason is zero.
 * @param opcode that the fork lacks, for that reason.
 * @param excess of code that is too long, for that reason, if it is known.
 */
export function failureMembers(
  reason: number,
  opcode: number,
  excess?: CodeExcess,
): Pick<ExecResult, "exceptionError" | "runState"> {
  if (reason === 0) return {};
  const message = messages[reason];
  if (message === undefined) throw new Error(`the engine knows no reason ${reason}`);
  const error = message as EVMError["error"];
  const exceptionError =
    excess === undefined ? new EVMError(error) : new CodeSizeError(error, excess);
  const runState = runStateOf(reason, opcode);
  return runState === undefined ? { exceptionError } : { exceptionError, runState };
}

/** Returns the opcode at an invalid instruction of a compiled code. */
export const opcodeAt = (memory: EngineMemory, step: number): number =>
  memory.number(step + 4) & 0xff;
