/** The thread of `explainer-thread.ts`: reads compilations, and finds contracts and failures in them. */
import { parentPort } from "node:worker_threads";
import { abiItemsOf, decodeRevert } from "@tandem/explorer/abi";
import {
  beginningOf,
  type DecodedError,
  type FailureExplanation,
  type TracerRequest,
  toHex,
} from "@tandem/primitives";
import type { CompiledContract } from "@tandem/rpc";
import { messageOf } from "@tandem/runtime";
import type { CompiledContracts } from "./compiled-contracts.js";
import { NotExecuted } from "./failure-tracer.js";
import { abiLengthMax, entryNameLengthMax, errorValuesLengthMax } from "./limits.js";
import type { ExplainerThreadData, FromExplainer, ToExplainer } from "./messages.js";
import { readBuildInfo, stampOf } from "./read-build-info.js";
import { stackTraceOf } from "./stack-trace.js";

const tell = (message: FromExplainer) => parentPort?.postMessage(message);

/** Takes the outcome of the execution that is under way. */
let take: (outcome: ToExplainer) => void = () => {};

async function trace(request: TracerRequest): Promise<unknown> {
  const outcome = await new Promise<ToExplainer>((resolve) => {
    take = resolve;
    tell({ kind: "trace", request });
  });
  if (outcome.kind === "traced") return JSON.parse(outcome.json);
  throw new NotExecuted(outcome.kind === "not-executed" ? outcome.reason : outcome.kind);
}

/** The contracts of compilations, which are read again when a file has changed. */
class CurrentContracts {
  readonly #paths: readonly string[];
  #contracts: CompiledContracts | undefined;
  #stamp: string | undefined;

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  read(): CompiledContracts | undefined {
    const stamp = stampOf(this.#paths);
    if (stamp === this.#stamp) return this.#contracts;
    this.#stamp = stamp;
    // Those before are freed first.
    this.#contracts = undefined;
    try {
      this.#contracts = readBuildInfo(this.#paths, (reason) => tell({ kind: "left-out", reason }));
    } catch (error) {
      tell({ kind: "unreadable", reason: messageOf(error) });
    }
    return this.#contracts;
  }
}

async function explain(
  contracts: CompiledContracts | undefined,
  output: Uint8Array,
): Promise<FailureExplanation | undefined> {
  const found = contracts && (await stackTraceOf(trace, contracts));
  if (found === undefined) return undefined;
  const { stack, omitted, check, problem, abi } = found;
  if (stack.every(({ name }) => name === undefined)) return undefined;
  return { stack, omitted, check, problem, customError: customErrorOf(output, abi) };
}

/** Returns the contract with a runtime code, with names and an ABI of a limited length. */
function find(
  contracts: CompiledContracts | undefined,
  code: Uint8Array,
): CompiledContract | undefined {
  const found = contracts?.find(code, false);
  if (found === undefined) return undefined;
  const [name, file] = [found.name, found.file].map((text) =>
    beginningOf(text, entryNameLengthMax),
  ) as [string, string];
  const isShort = JSON.stringify(found.abi).length <= abiLengthMax;
  return { name, file, abi: isShort ? found.abi : undefined };
}

/** The errors of Solidity itself, which have texts of their own. */
const ofLanguage: ReadonlySet<string> = new Set(["Error", "Panic"]);

function customErrorOf(output: Uint8Array, abi: readonly unknown[]): DecodedError | undefined {
  if (output.length === 0) return undefined;
  const decoded = decodeRevert(toHex(output), abiItemsOf(abi));
  return decoded === undefined || ofLanguage.has(decoded.name) ? undefined : shortened(decoded);
}

/** Returns an error whose values have a limited number of characters, all of them together. */
function shortened({ name, args }: DecodedError): DecodedError {
  let left = errorValuesLengthMax;
  const shown = args.map((arg) => {
    const value = beginningOf(arg.value, left);
    left = Math.max(0, left - arg.value.length);
    return { name: arg.name, type: arg.type, value };
  });
  return { name, args: shown };
}

/** Explains failures, and finds contracts, until the thread is ended. */
export async function runExplainer({ paths }: ExplainerThreadData): Promise<void> {
  const contracts = new CurrentContracts(paths);
  parentPort?.on("message", async (message: ToExplainer) => {
    if (message.kind === "find") {
      return tell({ kind: "found", contract: find(contracts.read(), message.code) });
    }
    if (message.kind !== "explain") return take(message);
    let explanation: FailureExplanation | undefined;
    try {
      explanation = await explain(contracts.read(), message.output);
    } catch (error) {
      explanation = { stack: [], omitted: 0, problem: messageOf(error) };
    }
    tell({ kind: "explained", explanation });
  });
}
