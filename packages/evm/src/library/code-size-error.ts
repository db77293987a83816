/**
 * The library's error of code or init code that is too long, with the size, which the library
 * omits.
 */
import { EVMError } from "@ethereumjs/evm";

/** The sizes in bytes. */
export interface CodeExcess {
  readonly size: number;
  readonly limit: number;
}

export class CodeSizeError extends EVMError {
  readonly excess: CodeExcess;

  constructor(error: EVMError["error"], excess: CodeExcess) {
    super(error);
    this.excess = excess;
  }
}
