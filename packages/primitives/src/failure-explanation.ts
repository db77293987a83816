/** Declares what is known of a failure besides the output of the execution. */

import type { Address } from "./bytes/brands.js";
import { toChecksum } from "./bytes/checksum.js";

/** A function that had not returned when the execution failed, or a contract without known source. */
export interface StackEntry {
  /** The contract's address. */
  readonly address: Address;
  /** The function with its contract, such as `Lock.open`, or the contract alone. */
  readonly name?: string | undefined;
  /** The file's name in the compilation. */
  readonly file?: string | undefined;
  /** Counted from 1, as the column is. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Describes where an execution failed in the sources of its contracts. */
export interface FailureExplanation {
  /** The innermost first. */
  readonly stack: readonly StackEntry[];
  /** The number of entries that are left out before the outermost. */
  readonly omitted: number;
  /** The custom error of the revert, if a contract that took part declares it. */
  readonly customError?: DecodedError | undefined;
  /** The check of the compiler that failed, where the revert has no data. */
  readonly check?: FailedCheck | undefined;
  /**
   * The reason why the execution could not be repeated. The stack is empty then, or has the functions that
   * were called from outside their contracts, without the lines in them.
   */
  readonly problem?: string | undefined;
}

/** A check that Solidity's compiler adds to the code of a contract. */
export type FailedCheck =
  /** No function has the selector, and there is no `fallback`. */
  | { readonly kind: "no-function" }
  /** The input is empty, and there is neither `receive` nor `fallback`. */
  | { readonly kind: "no-receive" }
  /** A function or a constructor does not take the value, in wei. */
  | { readonly kind: "not-payable"; readonly value: bigint }
  /** No function was chosen, and `fallback` does not take the value, in wei. */
  | {
      readonly kind: "fallback-not-payable";
      readonly value: bigint;
      readonly isInputEmpty: boolean;
    }
  /** The input is not that of the function's or the constructor's parameters. */
  | { readonly kind: "malformed-input" }
  /** A library was called that only contracts can use. */
  | { readonly kind: "library-called" }
  /** The account that was to be called has no code. */
  | { readonly kind: "no-code" }
  /** The called contract did not return the function's results. */
  | { readonly kind: "malformed-output" };

/** Returns what is said of a check, after what failed. */
export function checkText(check: FailedCheck): string {
  switch (check.kind) {
    case "no-function":
      return "no function has this selector, and there is no fallback";
    case "no-receive":
      return "there is neither a receive function nor a fallback";
    case "not-payable":
      return `a function that is not payable was sent ${check.value} wei`;
    case "fallback-not-payable":
      return `a fallback that is not payable was sent ${check.value} wei`;
    case "malformed-input":
      return "the input does not have the parameters";
    case "library-called":
      return "a library was called directly";
    case "no-code":
      return "the called account has no code";
    case "malformed-output":
      return "the called contract did not return the results";
  }
}

/** An error with its values. */
export interface DecodedError {
  readonly name: string;
  /** The values as text: strings are JSON, addresses have a checksum. */
  readonly args: readonly {
    readonly name: string;
    readonly type: string;
    readonly value: string;
  }[];
}

/** Returns an error with its values, such as `TooLate(until: 5)`. */
export function errorText({ name, args }: DecodedError): string {
  const values = args.map(({ name: of, value }) => (of === "" ? value : `${of}: ${value}`));
  return `${name}(${values.join(", ")})`;
}

/** Returns a line for each entry of a stack, such as `Lock.open (contracts/Lock.sol:20)`. */
export function stackLines({
  stack,
  omitted,
  problem,
}: Pick<FailureExplanation, "stack" | "omitted" | "problem">): string[] {
  const entries = stack.map(entryText);
  const lines = omitted === 0 ? entries : entries.toSpliced(-1, 0, `… ${omitted} more …`);
  return problem === undefined ? lines : [...lines, problemText(stack, problem)];
}

/** Returns what is said of a stack that is empty, or whose lines are missing, with the reason. */
export const problemText = (stack: readonly unknown[], problem: string): string =>
  `${stack.length === 0 ? "not determined" : "lines not determined"}: ${problem}`;

function entryText({ address, name, file, line }: StackEntry): string {
  if (name === undefined) return `${toChecksum(address)} (source not known)`;
  if (file === undefined) return name;
  return `${name} (${file}${line === undefined ? "" : `:${line}`})`;
}
