/** Traces executions by scripts in JavaScript, as geth does. */
import {
  type Address,
  assertAtMost,
  bytesOfHex,
  concat,
  create2Address,
  creationAddress,
  type Hash32,
  hexDigits,
  padStart,
  type TracerRequest,
  type TracerResult,
} from "@tandem/primitives";
import type { EvmState, StateLoader } from "../environment/evm-state.js";
import { scriptLengthMax } from "../limits.js";
import type { Budget } from "../trace/budget.js";
import type { Executed, Tracer } from "../trace/tracer.js";
import type { ScriptAnswer, ScriptQuestion, ToScript } from "./messages.js";
import { ScriptRecorder } from "./script-recorder.js";
import type { Scripts } from "./scripts.js";

/** Describes an execution to a script, besides its frames. */
export interface ScriptContext {
  readonly blockNumber: number;
  readonly coinbase: Address;
  /** The price that is paid, in wei. */
  readonly gasPrice: bigint;
  readonly intrinsicGas: bigint;
  /** The place of a mined transaction. */
  readonly place?: {
    readonly blockHash: Hash32;
    readonly txHash: Hash32;
    readonly txIndex: number;
  };
}

export interface ScriptedOn {
  readonly state: EvmState;
  /** Is undefined if the state is complete. */
  readonly loader: StateLoader | undefined;
  readonly budget: Budget;
  readonly scripts: Scripts;
  readonly context: ScriptContext;
}

/** @param config JSON text for the script's `setup`. */
export async function scriptTracer(
  { code, config, clientId }: Omit<TracerRequest & { readonly kind: "script" }, "kind">,
  { state, loader, budget, scripts, context }: ScriptedOn,
): Promise<Tracer> {
  assertAtMost("script-length", code.length + config.length, scriptLengthMax);
  const thread = await scripts.thread(clientId);
  const answer = (question: ScriptQuestion) => answerOf(question, state, loader);
  const { precompiles } = scripts;
  const hasSteps = await thread.open({ code, config, precompiles }, answer);
  const recorder = new ScriptRecorder(thread, state, hasSteps);
  return {
    probe: recorder,
    stateWatcher: recorder,
    async finish(executed): Promise<TracerResult> {
      await recorder.beforeChange();
      const json = await thread.ask(resultRequest(recorder, executed, context));
      budget.spend(json.length);
      return { kind: "script", json };
    },
  };
}

/**
 * Asks for the result, with the members of the script's `ctx`, as geth names them. Numbers of wei and short
 * bytes are digits. Input and output, which the interpreter would decode too slowly, are places of bytes.
 */
function resultRequest(
  { outermost: { beginning, ending } }: ScriptRecorder,
  { gasLimit, gasUsed, output, failure }: Executed,
  { blockNumber, coinbase, gasPrice, intrinsicGas, place }: ScriptContext,
): ToScript {
  const { opening, from, to = ending?.created, value, input } = beginning;
  const shown = {
    type: opening === "create" ? "CREATE" : "CALL",
    from: hexDigits(from),
    to: hexDigits(to ?? new Uint8Array(20)),
    input: [0, input.length],
    value: value.toString(16),
    gas: Number(gasLimit),
    gasUsed: Number(gasUsed),
    gasPrice: gasPrice.toString(16),
    intrinsicGas: Number(intrinsicGas),
    block: blockNumber,
    coinbase: hexDigits(coinbase),
    output: [input.length, output.length],
    ...(failure === undefined ? {} : { error: failure.message }),
    ...(place === undefined
      ? {}
      : {
          blockHash: hexDigits(place.blockHash),
          txHash: hexDigits(place.txHash),
          txIndex: place.txIndex,
        }),
  };
  // A copy, as the memory is handed over.
  const { buffer: bytes } = new Uint8Array(concat(input, output));
  return { kind: "result", context: JSON.stringify(shown), bytes };
}

/** @throws {TypeError} if the digits are none, or of another length: the script has changed the prelude's code. */
function bytesFrom(digits: string | undefined, length?: number): Uint8Array {
  const bytes = bytesOfHex(`0x${digits}`);
  if (bytes === undefined || (length !== undefined && bytes.length !== length)) {
    throw new TypeError("a script asked for what is no address, slot or code");
  }
  return bytes;
}

async function answerOf(
  { kind, given: [first, second, third] }: ScriptQuestion,
  state: EvmState,
  loader: StateLoader | undefined,
): Promise<ScriptAnswer> {
  const address = bytesFrom(first, 20);
  if (kind === "created") return hexDigits(creationAddress(address, BigInt(second ?? "")));
  if (kind === "created2") {
    return hexDigits(create2Address(address, bytesFrom(second, 32), bytesFrom(third)));
  }
  const slot = kind === "slot" ? bytesFrom(second, 32) : undefined;
  await loader?.load(address, slot);
  if (slot !== undefined) return padStart(state.slot(address, slot), 32);
  if (kind === "code") return state.code(address);
  const account = state.account(address);
  if (kind === "balance") return (account?.balance ?? 0n).toString(16);
  if (kind === "nonce") return String(account?.nonce ?? 0n);
  return account === undefined ? "0" : "1";
}
