/** Converts frames to the traces of geth's flatCallTracer. */
import type { Address, FlatCall, FlatCallOptions } from "@tandem/primitives";
import { type Frame, isCreation } from "../frames/frame.js";
import { shownFrames, traceOf, type WholeGas } from "./traces.js";

/** Yields after each frame, as `tracesOf` does. */
export const flatCallsOf = (
  root: Frame,
  whole: WholeGas,
  { convertParityErrors, includePrecompiles }: FlatCallOptions,
  isPrecompile: (address: Address) => boolean,
): Generator<void, FlatCall[]> =>
  shownFrames<FlatCall>(root, whole, {
    childrenOf: ({ children }) =>
      includePrecompiles ? children : children.filter((child) => !isHidden(child, isPrecompile)),
    show(frame, place, gas) {
      const trace = traceOf(frame, place, gas);
      const { failure } = frame;
      if (failure === undefined) return trace;
      const error = convertParityErrors ? failure.error : failure.message;
      return failure.kind === "reverted"
        ? { ...trace, error, result: revertedResult(frame, gas) }
        : { ...trace, error };
    },
  });

const isHidden = ({ opening, to }: Frame, isPrecompile: (address: Address) => boolean) =>
  (opening === "call" || opening === "staticcall") && to !== undefined && isPrecompile(to);

function revertedResult({ opening, output }: Frame, { gasUsed }: WholeGas): FlatCall["result"] {
  return isCreation(opening) ? { gasUsed, code: output } : { gasUsed, output };
}
