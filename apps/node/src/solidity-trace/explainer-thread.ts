/** Asks a thread that reads compilations: those of large projects take seconds to read. */
import type { Worker } from "node:worker_threads";
import type { Bytes, FailureExplanation, TracerRequest, TracerResult } from "@tandem/primitives";
import type { CompiledContract } from "@tandem/rpc";
import { messageOf } from "@tandem/runtime";
import { startThread } from "../start-thread.js";
import type { ExplainerThreadData, FromExplainer, ToExplainer } from "./messages.js";

/** Executes again with a tracer. Rejects with the reason if that is not possible. */
type Execute = (tracer: TracerRequest) => Promise<TracerResult | undefined>;

type Answer = Extract<FromExplainer, { readonly kind: "explained" | "found" }>;

interface UnderWay {
  /** Is undefined for a question that needs no execution. */
  readonly execute: Execute | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

interface ExplainerThreadOptions {
  /** Compilations and folders of them. */
  readonly paths: readonly string[];
  /** The maximum megabytes of its heap, above which it ends. */
  readonly heapMbMax: number;
  /** Receives the reason when the compilations cannot be read. */
  readonly onUnreadable: (reason: string) => void;
  /** Receives the reason when one file cannot be used, and others can. */
  readonly onLeftOut: (reason: string) => void;
  /** Receives the reason when the thread has ended, unless it was closed. */
  readonly onEnd: (reason: string) => void;
}

export class ExplainerThread {
  readonly #worker: Worker;
  readonly #options: ExplainerThreadOptions;
  #underWay: UnderWay | undefined;
  #end: Error | undefined;

  constructor(options: ExplainerThreadOptions) {
    this.#options = options;
    const data = { kind: "explainer", paths: options.paths } satisfies ExplainerThreadData;
    this.#worker = startThread(data, "explainer", { maxOldGenerationSizeMb: options.heapMbMax });
    this.#worker.unref();
    this.#worker.on("message", (message: FromExplainer) => void this.#take(message));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("the thread ended")));
  }

  /** Whether it answers nothing any more. */
  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /**
   * Explains a failure; the question before must have been answered.
   * @returns undefined if none of the compiled contracts took part.
   */
  async explain(execute: Execute, output: Uint8Array): Promise<FailureExplanation | undefined> {
    const answer = await this.#ask({ kind: "explain", output }, execute);
    return answer.kind === "explained" ? answer.explanation : undefined;
  }

  /** Returns the contract with a runtime code; the question before must have been answered. */
  async find(code: Bytes): Promise<CompiledContract | undefined> {
    const answer = await this.#ask({ kind: "find", code });
    return answer.kind === "found" ? answer.contract : undefined;
  }

  #ask(question: ToExplainer, execute?: Execute): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) return reject(this.#end);
      this.#underWay = { execute, resolve, reject };
      // It keeps the process alive as long as somebody waits for it.
      this.#worker.ref();
      this.#tell(question);
    });
  }

  /** Ends the thread. A question that is under way rejects. */
  async close(): Promise<void> {
    this.#finish(new Error("the node stops"));
    await this.#worker.terminate();
  }

  #tell(message: ToExplainer): void {
    this.#worker.postMessage(message);
  }

  async #take(message: FromExplainer): Promise<void> {
    switch (message.kind) {
      case "trace":
        this.#tell(await this.#traced(message.request));
        break;
      case "unreadable":
        this.#options.onUnreadable(message.reason);
        break;
      case "left-out":
        this.#options.onLeftOut(message.reason);
        break;
      case "explained":
      case "found":
        this.#settle()?.resolve(message);
    }
  }

  async #traced(request: TracerRequest): Promise<ToExplainer> {
    try {
      const result = await this.#underWay?.execute?.(request);
      if (result?.kind === "script") return { kind: "traced", json: result.json };
      return { kind: "not-executed", reason: "the transaction is no longer mined" };
    } catch (error) {
      return { kind: "not-executed", reason: messageOf(error) };
    }
  }

  #fail(error: Error): void {
    if (this.hasEnded) return;
    this.#options.onEnd(error.message);
    this.#finish(error);
  }

  #finish(reason: Error): void {
    this.#end ??= reason;
    this.#settle()?.reject(this.#end);
  }

  #settle(): UnderWay | undefined {
    const underWay = this.#underWay;
    this.#underWay = undefined;
    this.#worker.unref();
    return underWay;
  }
}
