/** The library's table of instructions. */
import type { EVM, ExecResult } from "@ethereumjs/evm";

export type Handler = (
  runState: NonNullable<ExecResult["runState"]>,
  common: EVM["common"],
) => void | Promise<void>;

/** An instruction of the library's table for one fork. */
export interface Instruction {
  readonly opcodeInfo: {
    readonly code: number;
    readonly feeBigInt: bigint;
    readonly dynamicGas: boolean;
    readonly isInvalid: boolean;
  };
  opHandler: Handler;
}

/** Returns the EVM's own copy of the table, created for its fork. */
export const instructionsOf = (evm: EVM) =>
  (evm as unknown as { readonly _opcodeMap: readonly Instruction[] })._opcodeMap;
