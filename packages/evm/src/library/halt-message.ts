/** Translates the library's errors to geth's messages, which clients know. */
import { EVMError, type ExecResult } from "@ethereumjs/evm";
import { invalidOpcode, opcodeName } from "./opcode-name.js";

const { errorMessages } = EVMError;

/** The members of a result that show how an execution failed. */
export type FailedResult = Pick<ExecResult, "exceptionError" | "runState">;

const words: Readonly<Record<string, string>> = {
  [errorMessages.OUT_OF_GAS]: "out of gas",
  [errorMessages.CODESTORE_OUT_OF_GAS]: "contract creation code storage out of gas",
  [errorMessages.CODESIZE_EXCEEDS_MAXIMUM]: "max code size exceeded",
  [errorMessages.STACK_UNDERFLOW]: "stack underflow",
  [errorMessages.STACK_OVERFLOW]: "stack limit reached 1024 (1023)",
  [errorMessages.STATIC_STATE_CHANGE]: "write protection",
  [errorMessages.CREATE_COLLISION]: "contract address collision",
  [errorMessages.VALUE_OVERFLOW]: "balance overflow: the recipient would have 2^256 wei or more",
  [errorMessages.INSUFFICIENT_BALANCE]: "insufficient balance for transfer",
  [errorMessages.INVALID_BYTECODE_RESULT]: "invalid code: must not begin with 0xef",
  [errorMessages.INITCODE_SIZE_VIOLATION]: "max initcode size exceeded",
};

const lastOpcode = ({ runState }: FailedResult): number =>
  runState?.code[runState.programCounter] ?? invalidOpcode;

export const isRevert = ({ exceptionError }: FailedResult) =>
  exceptionError?.error === errorMessages.REVERT;

export const isOutOfGas = ({ exceptionError }: FailedResult) =>
  exceptionError?.error === errorMessages.OUT_OF_GAS;

/** The opcode of RETURNDATACOPY. */
export const returnDataCopy = 0x3e;

/**
 * Returns whether RETURNDATACOPY read beyond the return data, which the library reports as out of
 * gas.
 */
export function isBeyondReturnData(result: FailedResult): boolean {
  const { runState } = result;
  if (runState?.opCode !== returnDataCopy || !isOutOfGas(result)) return false;
  const [, offset, length] = runState.stack.getStack().slice(-3).reverse();
  if (offset === undefined || length === undefined) return false;
  return offset + length > BigInt(runState.returnBytes.length);
}

/** Returns geth's message. @param result of an execution that halted and did not revert. */
export function haltMessage(result: FailedResult): string {
  const error = result.exceptionError?.error ?? errorMessages.INTERNAL_ERROR;
  if (error === errorMessages.INVALID_OPCODE)
    return `invalid opcode: ${opcodeName(lastOpcode(result))}`;
  if (isBeyondReturnData(result)) return "return data out of bounds";
  // The VM appends the jump destination to the message.
  if (error.startsWith(errorMessages.INVALID_JUMP)) return "invalid jump destination";
  return words[error] ?? error;
}
