/** The library's error of code or init code that is too long, with its size, which the library does not tell. */
import { EVMError } from "@ethereumjs/evm";

/** Numbers of bytes. */
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
