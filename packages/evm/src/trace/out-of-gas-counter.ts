/** Counts the frames that run out of gas. */
import type { EVMResult } from "@ethereumjs/evm";
import { isOutOfGas } from "../library/halt-message.js";
import type { Probe } from "./probe.js";

export class OutOfGasCounter implements Probe {
  /** The number of frames that ran out of gas, also of those whose caller went on. */
  count = 0;

  onOpen(): void {}

  onClose({ execResult }: EVMResult): void {
    if (execResult.exceptionError !== undefined && isOutOfGas(execResult)) this.count++;
  }

  onSelfDestruct(): void {}
}
