/** Declares the error that a program gets for an error in an answer of the node. */

/** A JSON-RPC error. */
export interface CallError {
  readonly message: string;
  readonly code: number;
  readonly data?: unknown;
}

/** Returns the functions of Solidity in which an execution failed, innermost first, that the data of an error names. */
export const solidityStackOf = (data: unknown): readonly string[] =>
  (Object(data) as { readonly stack?: readonly string[] }).stack ?? [];

/** The name of the class whose text begins the message, as in the answers of `hardhat node`. */
const className = /^Error: /;

/**
 * An error in an answer of the node. Its stack begins with the functions of Solidity in which an execution
 * failed, if the node names them (`buildInfo`).
 */
export class NodeCallError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor({ message, code, data }: CallError) {
    super(message.replace(className, ""));
    this.code = code;
    this.data = data;
    const lines = solidityStackOf(data)
      .map((line) => `    at ${line}\n`)
      .join("");
    // V8 writes the message first, and then a line for each function of JavaScript.
    const head = `${this.name}: ${this.message}\n`;
    if (this.stack?.startsWith(head))
      this.stack = `${head}${lines}${this.stack.slice(head.length)}`;
  }
}
