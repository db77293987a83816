/** Handles the method that finds a failure in the sources of contracts. */
import { checkText, errorText } from "@tandem/primitives";
import type * as contract from "../contract/stack-trace.js";
import type { Handler } from "./handler.js";

export const getStackTrace: Handler<typeof contract.getStackTrace> = async (node, { hash }) => {
  const found = await node.stackTrace(hash);
  if (found === undefined) return undefined;
  const { stack, omitted, customError, check, problem } = found;
  return {
    stack: stack.map(({ address, name, file, line, column }) => ({
      ...{ address, name, file, line, column },
    })),
    omitted,
    customError: customError && errorText(customError),
    check: check && checkText(check),
    problem,
  };
};
