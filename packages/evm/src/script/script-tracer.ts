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
import type { ScriptAnswer, ScriptQuestion, Sent } from "./messages.js";
import { ScriptRecorder, type ScriptRunner } from "./script-recorder.js";
import type { Scripts } from "./scripts.js";
import { TrustedScript } from "./trusted-script.js";

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

type ScriptRequest = TracerRequest & { readonly kind: "script" | "trustedScript" };

export async function scriptTracer(request: ScriptRequest, on: ScriptedOn): Promise<Tracer> {
  const { state, budget, context } = on;
  const { runner, hasSteps } = await opened(request, on);
  const recorder = new ScriptRecorder(runner, state, hasSteps);
  return {
    probe: recorder,
    stateWatcher: recorder,
    async finish(executed): Promise<TracerResult> {
      await recorder.beforeChange();
      const json = await runner.ask(resultRequest(recorder, executed, context));
      budget.spend(json.length);
      return { kind: "script", json };
    },
  };
}

/** A script that is ready for the events of its execution. */
interface OpenedScript {
  readonly runner: ScriptRunner;
  /** Whether it observes steps. */
  readonly hasSteps: boolean;
}

/**
 * Opens a script in the sandbox, unless it is trusted. One in the sandbox can wait for parts of a forked state;
 * a trusted one sees what the execution has loaded.
 */
async function opened(
  request: ScriptRequest,
  { state, loader, scripts }: ScriptedOn,
): Promise<OpenedScript> {
  const { kind, code, config } = request;
  const { precompiles } = scripts;
  if (kind === "trustedScript") {
    const runner = new TrustedScript({ code, config, precompiles }, (question) =>
      answerOf(question, state),
    );
    return { runner, hasSteps: runner.hasSteps };
  }
  assertAtMost("script-length", code.length + config.length, scriptLengthMax);
  const thread = await scripts.thread(request.clientId);
  const answer = async (question: ScriptQuestion) => {
    await loadFor(question, loader);
    return answerOf(question, state);
  };
  const hasSteps = await thread.open({ code, config, precompiles }, answer);
  return { runner: thread, hasSteps };
}

/**
 * Asks for the result, with the members of the script's `ctx`, as geth names them. Numbers of wei and short
 * bytes are digits. Input and output, which the interpreter would decode too slowly, are places of bytes.
 */
function resultRequest(
  { outermost: { beginning, ending } }: ScriptRecorder,
  { gasLimit, gasUsed, output, failure }: Executed,
  { blockNumber, coinbase, gasPrice, intrinsicGas, place }: ScriptContext,
): Sent {
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

/** Loads the part of a forked state that a question is about. */
async function loadFor(
  { kind, given: [first, second] }: ScriptQuestion,
  loader: StateLoader | undefined,
): Promise<void> {
  if (kind === "created" || kind === "created2") return;
  await loader?.load(bytesFrom(first, 20), kind === "slot" ? bytesFrom(second, 32) : undefined);
}

function answerOf(
  { kind, given: [first, second, third] }: ScriptQuestion,
  state: EvmState,
): ScriptAnswer {
  const address = bytesFrom(first, 20);
  if (kind === "created") return hexDigits(creationAddress(address, BigInt(second ?? "")));
  if (kind === "created2") {
    return hexDigits(create2Address(address, bytesFrom(second, 32), bytesFrom(third)));
  }
  if (kind === "slot") return padStart(state.slot(address, bytesFrom(second, 32)), 32);
  if (kind === "code") return state.code(address);
  const account = state.account(address);
  if (kind === "balance") return (account?.balance ?? 0n).toString(16);
  if (kind === "nonce") return String(account?.nonce ?? 0n);
  return account === undefined ? "0" : "1";
}
