/** Declares what is known of a failure besides the output of the execution. */

/** Describes where an execution failed in the sources of its contracts. */
export interface FailureExplanation {
  /** The functions that had not returned, the innermost first, such as `Lock.open (contracts/Lock.sol:20)`. */
  readonly stack: readonly string[];
  /** The custom error of the revert, if a contract that took part declares it. */
  readonly customError?: DecodedError | undefined;
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
