/**
 * Explains failures by compilations, which are read again when the compiler has written new ones. What
 * reads them is loaded for the first failure, so that the start does not wait for it.
 */
import {
  type DecodedError,
  type FailureExplanation,
  type TracerRequest,
  type TracerResult,
  toHex,
} from "@tandem/primitives";
import { createGenerations, type Logger, SerialQueue } from "@tandem/runtime";
import type { CompiledContracts } from "./compiled-contracts.js";
import { explanationsMax } from "./limits.js";
import { reasonOf } from "./reason.js";

/** Executes again with a tracer. */
type Execute = (tracer: TracerRequest) => Promise<TracerResult | undefined>;

/** @param paths as `FailureExplainer` takes them; without any there is nothing to explain failures by. */
export const explainerOf = (paths: readonly string[], logger: Pick<Logger, "warn">) =>
  paths.length === 0 ? undefined : new FailureExplainer(paths, logger);

export class FailureExplainer {
  readonly #paths: readonly string[];
  readonly #logger: Pick<Logger, "warn">;
  readonly #queue = new SerialQueue();
  readonly #known = createGenerations<Promise<FailureExplanation | undefined>>(explanationsMax);
  #waiting = 0;
  #contracts: CompiledContracts | undefined;
  #stamp: string | undefined;

  /** @param paths of compilations and folders of them; none may exist yet. */
  constructor(paths: readonly string[], logger: Pick<Logger, "warn">) {
    this.#paths = paths;
    this.#logger = logger;
  }

  /**
   * Explains one failure after the other. Resolves to undefined if none of the contracts was executed.
   * @param output the return data of the revert.
   * @returns undefined if too many failures wait, so that their lines would be late.
   */
  explain(
    execute: Execute,
    output: Uint8Array,
  ): Promise<FailureExplanation | undefined> | undefined {
    if (this.#waiting >= explanationsMax) return undefined;
    this.#waiting++;
    return this.#queue.run(async () => {
      try {
        return await this.#explain(execute, output);
      } catch (error) {
        return { stack: [], omitted: 0, problem: reasonOf(error) };
      } finally {
        this.#waiting--;
      }
    });
  }

  /**
   * Explains the failure of a transaction as `explain` does, once for its line in the log and its error.
   * @param key of the transaction in its block.
   */
  explainOnce(
    key: string,
    execute: Execute,
    output: Uint8Array,
  ): Promise<FailureExplanation | undefined> | undefined {
    const known = this.#known.get(key) ?? this.explain(execute, output);
    if (known !== undefined) this.#known.set(key, known);
    return known;
  }

  async #explain(execute: Execute, output: Uint8Array): Promise<FailureExplanation | undefined> {
    const contracts = await this.#current();
    if (contracts === undefined) return undefined;
    const { stackTraceOf } = await import("./stack-trace.js");
    const found = await stackTraceOf((request) => traced(execute, request), contracts);
    if (found === undefined) return undefined;
    const { stack, omitted, problem, abi } = found;
    if (stack.every(({ name }) => name === undefined)) return undefined;
    return { stack, omitted, problem, customError: await customErrorOf(output, abi) };
  }

  /** Returns the contracts, read again if a file has changed. */
  async #current(): Promise<CompiledContracts | undefined> {
    const { readBuildInfo, stampOf } = await import("./read-build-info.js");
    const stamp = stampOf(this.#paths);
    if (stamp === this.#stamp) return this.#contracts;
    this.#stamp = stamp;
    try {
      this.#contracts = readBuildInfo(this.#paths);
    } catch (error) {
      this.#contracts = undefined;
      this.#logger.warn({ reason: reasonOf(error) }, "there are no stack traces of Solidity");
    }
    return this.#contracts;
  }
}

/** @throws {NotExecuted} with the reason. */
async function traced(execute: Execute, request: TracerRequest): Promise<unknown> {
  const { NotExecuted } = await import("./failure-tracer.js");
  try {
    const result = await execute(request);
    if (result?.kind === "script") return JSON.parse(result.json);
  } catch (error) {
    throw new NotExecuted(reasonOf(error), { cause: error });
  }
  throw new NotExecuted("the transaction is no longer mined");
}

async function customErrorOf(
  output: Uint8Array,
  abi: readonly unknown[],
): Promise<DecodedError | undefined> {
  if (output.length === 0) return undefined;
  const { abiItemsOf, decodeRevert } = await import("@tandem/explorer/abi");
  const decoded = decodeRevert(toHex(output), abiItemsOf(abi));
  return decoded === undefined || ofLanguage.has(decoded.name) ? undefined : decoded;
}

/** The errors of Solidity itself, which have texts of their own. */
const ofLanguage: ReadonlySet<string> = new Set(["Error", "Panic"]);
