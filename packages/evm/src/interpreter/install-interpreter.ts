/** Makes an EVM run its frames in our loop, and its most frequent instructions without promises. */
import type { EVM } from "@ethereumjs/evm";
import type { Pace } from "../execution/pace.js";
import type { LibraryState } from "../library/library-state.js";
import { priceMemoryDirectly } from "./direct-memory.js";
import { useStorageDirectly } from "./direct-storage.js";
import { type Interpreter, instructionsOf, joinLoop } from "./loop.js";

/**
 * @param state what the EVM works on.
 * @param look is called every so many instructions; may throw to end the execution, or ask for a pause.
 */
export async function installInterpreter(
  evm: EVM,
  state: LibraryState,
  look: Pace["look"],
): Promise<void> {
  const instructions = instructionsOf(evm);
  priceMemoryDirectly(instructions, evm.common);
  useStorageDirectly(instructions, evm.common, state);
  // The interpreter of a frame is only to be had from a frame: one without code to speak of.
  const { runState } = await evm.runCode({ code: Uint8Array.of(0x00), gasLimit: 1n });
  if (runState === undefined) throw new Error("a frame of the EVM does not show its state");
  joinLoop(evm, runState.interpreter as unknown as Interpreter, look);
}
