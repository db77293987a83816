/**
 * Explains failures, and finds contracts, by compilations, which are read again when the compiler has written new
 * ones. The thread that reads them is started when it is needed first.
 */
import {
  type Bytes,
  type FailureExplanation,
  Fault,
  type TracerRequest,
  type TracerResult,
} from "@tandem/primitives";
import type { CompiledContract } from "@tandem/rpc";
import {
  type Cancellation,
  cancellationOf,
  createGenerations,
  type Logger,
  messageOf,
  SerialQueue,
} from "@tandem/runtime";
import { ExplainerThread } from "./explainer-thread.js";
import {
  contractRequestsMax,
  explainerHeapMbMax,
  explainerStartsMax,
  explanationsMax,
} from "./limits.js";

/** Executes again with a tracer. Rejects with the reason if that is not possible. */
type Execute = (
  tracer: TracerRequest,
  cancellation: Cancellation,
) => Promise<TracerResult | undefined>;

interface ExplainerOptions {
  /** Compilations and folders of them; none may exist yet. */
  readonly paths: readonly string[];
  /** Whether errors have the explanation too, so that they wait for it. */
  readonly explainsErrors: boolean;
  readonly logger: Pick<Logger, "warn">;
  /** The maximum megabytes of the thread's heap: `explainerHeapMbMax` by default. */
  readonly heapMbMax?: number;
}

/** Returns undefined if there are no paths. */
export const explainerOf = (options: ExplainerOptions): FailureExplainer | undefined =>
  options.paths.length === 0 ? undefined : new FailureExplainer(options);

/** Counts the questions of a kind that wait: requests for contracts take no places of failures. */
interface Waiting {
  count: number;
  readonly max: number;
}

export class FailureExplainer {
  readonly explainsErrors: boolean;
  readonly #options: ExplainerOptions;
  readonly #queue = new SerialQueue();
  readonly #known = createGenerations<FailureExplanation>(explanationsMax);
  readonly #underWay = new Map<string, Promise<FailureExplanation | undefined>>();
  readonly #closing = new AbortController();
  readonly #cancellation = cancellationOf(this.#closing.signal);
  readonly #failures: Waiting = { count: 0, max: explanationsMax };
  readonly #requests: Waiting = { count: 0, max: contractRequestsMax };
  #thread: ExplainerThread | undefined;
  #starts = 0;

  constructor(options: ExplainerOptions) {
    this.#options = options;
    this.explainsErrors = options.explainsErrors;
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
    return this.#queued(this.#failures, async () => {
      try {
        const explained = (tracer: TracerRequest) => execute(tracer, this.#cancellation);
        return await this.#current()?.explain(explained, output);
      } catch (error) {
        return { stack: [], omitted: 0, problem: messageOf(error) };
      }
    });
  }

  /**
   * Returns the contract with a runtime code; undefined if the compilations have none, or cannot be read.
   * @throws {Fault} `limit-exceeded` if too many requests wait.
   */
  async contractOf(code: Bytes): Promise<CompiledContract | undefined> {
    const found = this.#queued(this.#requests, async () => {
      // The log has said why the thread ended.
      return this.#current()
        ?.find(code)
        .catch(() => undefined);
    });
    if (found !== undefined) return found;
    const limit = "requests for compiled contracts";
    throw new Fault({ code: "limit-exceeded", limit, max: contractRequestsMax });
  }

  /**
   * Explains the failure of a transaction as `explain` does, once for its line in the log and its error. One
   * without a stack is explained again: its compilation may have been written meanwhile.
   * @param key of the transaction in its block.
   */
  explainOnce(
    key: string,
    execute: Execute,
    output: Uint8Array,
  ): Promise<FailureExplanation | undefined> | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const underWay = this.#underWay.get(key) ?? this.explain(execute, output);
    if (underWay === undefined) return undefined;
    this.#underWay.set(key, underWay);
    return underWay.then((explanation) => {
      const { length = 0 } = explanation?.stack ?? [];
      if (explanation !== undefined && length > 0) this.#known.set(key, explanation);
      this.#underWay.delete(key);
      return explanation;
    });
  }

  /** Ends what is under way; further questions have no answer. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#thread?.close();
  }

  /** Runs a task after those that wait. @returns undefined if too many of its kind wait. */
  #queued<Result>(waiting: Waiting, task: () => Promise<Result>): Promise<Result> | undefined {
    if (waiting.count >= waiting.max) return undefined;
    waiting.count++;
    return this.#queue.run(async () => {
      try {
        return await task();
      } finally {
        waiting.count--;
      }
    });
  }

  /** Returns the thread, which is started if there is none; undefined if the node stops. */
  #current(): ExplainerThread | undefined {
    if (this.#cancellation.isAborted) return undefined;
    if (this.#thread === undefined || (this.#thread.hasEnded && this.#mayStart)) {
      this.#thread = this.#start();
    }
    return this.#thread;
  }

  get #mayStart(): boolean {
    return this.#starts < explainerStartsMax;
  }

  #start(): ExplainerThread {
    const { paths, logger, heapMbMax = explainerHeapMbMax } = this.#options;
    this.#starts++;
    return new ExplainerThread({
      paths,
      heapMbMax,
      onUnreadable: (reason) => logger.warn({ reason }, "there are no compilations of Solidity"),
      onLeftOut: (reason) => logger.warn({ reason }, "one compilation of Solidity is left out"),
      onEnd: (reason) =>
        logger.warn(
          { reason },
          this.#mayStart
            ? "the thread that reads compilations ended: it is started again when it is needed next"
            : "the thread that reads compilations ended too often: it is not started again until the node is",
        ),
    });
  }
}
