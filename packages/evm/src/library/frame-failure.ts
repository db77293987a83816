/** Maps the VM's errors to the reasons why a frame failed. */
import { EVMError } from "@ethereumjs/evm";
import type { FrameFailure, TraceError } from "@tandem/primitives";
import {
  type FailedResult,
  haltMessage,
  isBeyondReturnData,
  isOutOfGas,
  isRevert,
} from "./halt-message.js";

const { errorMessages } = EVMError;

const errors: Readonly<Record<string, TraceError>> = {
  [errorMessages.REVERT]: "Reverted",
  [errorMessages.OUT_OF_GAS]: "Out of gas",
  [errorMessages.CODESTORE_OUT_OF_GAS]: "Out of gas",
  [errorMessages.INVALID_OPCODE]: "Bad instruction",
  [errorMessages.STACK_UNDERFLOW]: "Stack underflow",
  [errorMessages.STACK_OVERFLOW]: "Out of stack",
  [errorMessages.STATIC_STATE_CHANGE]: "Mutable Call In Static Context",

  [errorMessages.INTERNAL_ERROR]: "Internal error",
  [errorMessages.REFUND_EXHAUSTED]: "Internal error",
  [errorMessages.VALUE_OVERFLOW]: "Insufficient balance",
  [errorMessages.INSUFFICIENT_BALANCE]: "Insufficient balance",
  [errorMessages.CREATE_COLLISION]: "Address collision",
  [errorMessages.CODESIZE_EXCEEDS_MAXIMUM]: "Code too large",
  [errorMessages.INITCODE_SIZE_VIOLATION]: "Init code too large",
  [errorMessages.INVALID_BYTECODE_RESULT]: "Invalid code",
};

/** Returns the reason why a frame failed, or undefined. */
export function failureOf(result: FailedResult): FrameFailure | undefined {
  if (result.exceptionError === undefined) return undefined;
  const { error } = result.exceptionError;
  if (isRevert(result)) {
    return { kind: "reverted", error: "Reverted", message: "execution reverted" };
  }
  const isExhausted = isOutOfGas(result) && !isBeyondReturnData(result);
  const kind = isExhausted ? "out-of-gas" : "halted";
  return { kind, error: errorOf(result, error), message: haltMessage(result) };
}

function errorOf(result: FailedResult, error: string): TraceError {
  if (isBeyondReturnData(result)) return "Out of bounds";
  // The VM appends the jump destination to the message.
  if (error.startsWith(errorMessages.INVALID_JUMP)) return "Bad jump destination";
  // All other errors are refusals of input by precompiles.
  return errors[error] ?? "Built-in failed";
}
