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

/** The data of an error of an execution, as `hardhat node` answers it. */
interface FailedExecution {
  /** The bytes that the execution returned, in hex. */
  readonly data: string;
  readonly txHash?: string | null;
}

const isFailedExecution = (data: unknown): data is FailedExecution =>
  typeof (Object(data) as { readonly data?: unknown }).data === "string";

/** The name of the class whose text begins the message, as in the answers of `hardhat node`. */
const className = /^Error: /;

/**
 * An error in an answer of the node, in the form of those that Hardhat's own network throws. Its stack begins
 * with the functions of Solidity in which an execution failed, if the node names them (`buildInfo`).
 */
export class NodeCallError extends Error {
  readonly code: number;
  /** The bytes that a failed execution returned, in hex; of other errors, the data of the answer. */
  readonly data: unknown;
  /** The hash of the transaction that failed, if it was mined. */
  readonly transactionHash: string | undefined;

  constructor({ message, code, data }: CallError) {
    super(message.replace(className, ""));
    this.code = code;
    this.data = isFailedExecution(data) ? data.data : data;
    this.transactionHash = isFailedExecution(data) ? (data.txHash ?? undefined) : undefined;
    const lines = solidityStackOf(data)
      .map((line) => `    at ${line}\n`)
      .join("");
    // V8 writes the message first, and then a line for each function of JavaScript.
    const head = `${this.name}: ${this.message}\n`;
    if (this.stack?.startsWith(head))
      this.stack = `${head}${lines}${this.stack.slice(head.length)}`;
  }
}
