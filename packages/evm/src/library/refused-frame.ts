/** Finds the calls and creations that the library refuses before a frame begins. */
import { type Address, type FrameFailure, fromBigInt, padStart } from "@tandem/primitives";
import { callStipend, type Frame, isCreation, type Opening } from "../frames/frame.js";
import { type FrameBeginning, refusalOf } from "../frames/frame-sink.js";
import { callDepthMax } from "../limits.js";
import type { RunState } from "./run-state.js";

const addressMask = (1n << 160n) - 1n;

/** Returns a word of the stack as an address: its last 20 bytes. */
export const toAddress = (word: bigint): Address => padStart(fromBigInt(word & addressMask), 20);

/** The operands of a call or creation, read from the stack. Creations have no callee. */
interface Asked {
  readonly to: Frame["to"];
  readonly value: bigint;
  readonly input: readonly [offset: bigint, length: bigint];
}

const zero = 0n;

function askedOf({ stack }: RunState, opening: Opening): Asked {
  const words = stack.peek(opening === "create" ? 3 : 4);
  const [first = zero, second = zero, third = zero, fourth = zero] = words;
  if (isCreation(opening)) {
    return { to: undefined, value: first, input: [second, third] };
  }
  const to = toAddress(second);
  if (opening === "delegatecall" || opening === "staticcall") {
    return { to, value: zero, input: [third, fourth] };
  }
  const [, , , , length = zero] = stack.peek(5);
  return { to, value: third, input: [fourth, length] };
}

/** Returns whether init code is so long that the instruction fails before it opens a frame (EIP-3860). */
function isTooLong({ interpreter }: RunState, length: bigint): boolean {
  const { common } = interpreter._evm;
  return common.isActivatedEIP(3860) && length > common.param("maxInitCodeSize");
}

/** Returns the frame that an instruction does not open, for lack of value or depth. */
export function refusedBy(
  runState: RunState,
  opening: Opening,
): { readonly frame: FrameBeginning; readonly failure: FrameFailure } | undefined {
  const { env, memory, messageGasLimit } = runState;
  const asked = askedOf(runState, opening);
  const isTooDeep = env.depth >= callDepthMax;
  if (!isTooDeep && env.contract.balance >= asked.value) return undefined;
  const [offset, length] = asked.input;
  if (isCreation(opening) && isTooLong(runState, length)) return undefined;
  const input =
    length === zero ? new Uint8Array(0) : memory.read(Number(offset), Number(length), true);
  const { to } = asked;
  const isGifted = to !== undefined && asked.value > zero;
  const gas = (messageGasLimit ?? zero) + (isGifted ? callStipend : zero);
  // A delegatecall has the value of its caller, and pays none.
  const value = opening === "delegatecall" ? env.callValue : asked.value;
  const frame = { opening, from: env.address.bytes, to, gas, value, input };
  return { frame, failure: refusalOf(isTooDeep) };
}
