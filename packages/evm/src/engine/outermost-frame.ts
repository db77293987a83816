/** Runs the outermost frame of an execution in an engine: from the message to what came of it. */
import type { ExecResult } from "@ethereumjs/evm";
import { emptyBytes } from "@tandem/primitives";
import type { YieldIfDue } from "../environment/slices.js";
import type { CodeExcess } from "../library/code-size-error.js";
import { gasInSlice } from "../limits.js";
import type { Engine } from "./engine.js";
import type { EngineMemory } from "./engine-memory.js";
import { failureMembers, opcodeAt } from "./failures.js";
import { place, reasonOf, resultAt, status } from "./layout.js";
import type { MessageEnv, OutermostMessage } from "./outermost-message.js";

/** Writes what ORIGIN, GASPRICE and the instructions that read the block return. */
export function writeEnvironment(engine: Engine, { env, from, gasPrice }: OutermostMessage): void {
  const { memory } = engine;
  if (engine.environment !== env) writeBlock(memory, env);
  engine.environment = env;
  memory.setWord(place.gasPrice, gasPrice);
  memory.setBytesAsWord(place.origin, from);
}

function writeBlock(memory: EngineMemory, env: MessageEnv): void {
  memory.setWord(place.number, env.number);
  memory.setWord(place.timestamp, env.timestamp);
  memory.setBytesAsWord(place.coinbase, env.coinbase);
  memory.setWord(place.difficulty, env.difficulty);
  memory.setWord(place.gasLimit, env.gasLimit);
  memory.setWord(place.baseFee, env.baseFee);
}

/** Returns the place of an account's record, which is created on first use. */
export function recordOf({ memory, exports }: Engine, address: Uint8Array): number {
  memory.bytes.set(address, place.hand + 12);
  return exports.account();
}

export interface Begun {
  /** Whether a frame was opened. */
  readonly isRunning: boolean;
  /** The reason why none was opened, or zero. */
  readonly reason: number;
}

/** Begins the frame. @param from, target places of the records of both accounts. */
export function beginFrame(
  { memory, exports }: Engine,
  { to, gas, value, data }: OutermostMessage,
  from: number,
  target: number,
): Begun {
  memory.setWord(place.hand2, value);
  const input = exports.allocate(data.length);
  memory.bytes.set(data, input);
  const begin = to === undefined ? exports.beginCreation : exports.beginCall;
  const how = begin(from, target, input, data.length, gas);
  return { isRunning: how === 1, reason: how > 1 ? how : 0 };
}

/** Runs the frame to its end. @returns undefined if it needed no pause. @throws as `yieldIfDue` does. */
export function runFrame(engine: Engine, yieldIfDue: YieldIfDue): Promise<void> | undefined {
  for (;;) {
    const reached = engine.exports.run(gasInSlice);
    if (reached === status.done) return undefined;
    const pause = reached === status.waiting ? engine.settle() : yieldIfDue();
    if (pause !== undefined) return pause.then(() => runFrame(engine, yieldIfDue));
  }
}

/** A result with the refund of gas. */
export type FrameResult = ExecResult & { readonly gasRefund: bigint };

/** Returns the result of the frame, without its logs and changes. */
export function frameResult(
  engine: Engine,
  { isRunning, reason }: Begun,
  gas: bigint,
): FrameResult {
  if (isRunning) return resultOfRun(engine, gas);
  const executionGasUsed = gas - leftWithoutFrame(reason, gas);
  const result = { returnValue: emptyBytes, executionGasUsed, gasRefund: 0n };
  if (reason === 0) return result;
  return { ...result, ...failureMembers(reason, 0, excessOf(engine, reason)) };
}

function resultOfRun(engine: Engine, gas: bigint): FrameResult {
  const { memory } = engine;
  const number = (offset: number) => memory.number(place.result + offset);
  const why = number(resultAt.reason);
  const returnValue = memory.copyForNow(number(resultAt.output), number(resultAt.outputLength));
  const executionGasUsed = gas - memory.limb(place.result + resultAt.gas);
  // V8 makes a new hidden class for each object that is spread from others of varying members.
  if (why === 0) {
    const gasRefund = memory.limb(place.result + resultAt.refund);
    return { returnValue, executionGasUsed, gasRefund };
  }
  const opcode = opcodeAt(memory, number(resultAt.failedAt));
  const failure = failureMembers(why, opcode, excessOf(engine, why));
  return { returnValue, executionGasUsed, gasRefund: 0n, ...failure };
}

/** The addresses in memory of the limits that reasons refer to. */
const limitPlaces: Readonly<Record<number, number>> = {
  [reasonOf.codeSize]: place.maxCode,
  [reasonOf.initCodeSize]: place.maxInitCode,
};

/** Returns the sizes, if the frame failed because code is too long. */
function excessOf({ memory, exports }: Engine, why: number): CodeExcess | undefined {
  const at = limitPlaces[why];
  if (at === undefined) return undefined;
  return { size: exports.refusedLength.value, limit: memory.number(at) };
}

/** If the value cannot be transferred the library uses no gas; other failures use all of it. */
const leftWithoutFrame = (reason: number, gas: bigint) =>
  reason === 0 || reason === reasonOf.valueOverflow ? gas : 0n;
