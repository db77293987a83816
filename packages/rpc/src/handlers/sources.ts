/** Implements the methods that contract/sources.ts declares. */
import { checkText, errorText, whenLoaded } from "@tandem/primitives";
import type * as contract from "../contract/sources.js";
import type { Handler } from "./handler.js";
import { implementationOf } from "./implementation-of.js";

export const getStackTrace: Handler<typeof contract.getStackTrace> = async (node, { hash }) => {
  const found = await node.stackTrace(hash);
  if (found === undefined) return undefined;
  const { stack, omitted, customError, check, problem } = found;
  return {
    stack: stack.map(({ address, name, file, line, column }) => ({
      address,
      name,
      file,
      line,
      column,
    })),
    omitted,
    customError: customError && errorText(customError),
    check: check && checkText(check),
    problem,
  };
};

export const getCompiledContract: Handler<typeof contract.getCompiledContract> = async (
  node,
  { address, block },
) => {
  const { compiledContract } = node;
  const state = compiledContract && (await node.stateAt(block));
  if (state === undefined) return undefined;
  const read = await whenLoaded(() => {
    const code = state.codeOf(address);
    if (code.length === 0) return undefined;
    return { code, implementation: implementationOf(state, address, code) };
  });
  const found = read && (await compiledContract?.(read.code));
  const { implementation } = read ?? {};
  if (found === undefined && implementation === undefined) return undefined;
  const { name, file, abi } = found ?? {};
  return { name, file, abi: abi && [...abi], implementation };
};
