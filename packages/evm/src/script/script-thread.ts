/**
 * Runs the scripts of one request at a time in a thread, which is ended when a script takes too long: the
 * event loop never waits for a script.
 */
import { MessageChannel, Worker } from "node:worker_threads";
import { Fault } from "@tandem/primitives";
import { type Clock, createWorkClock, withoutPreloads } from "@tandem/runtime";
import {
  scriptBatchMsMax,
  scriptHeapMbMax,
  scriptMsMax,
  scriptThreadStackMb,
  scriptTickMs,
} from "../limits.js";
import type { WasmModule } from "../web-assembly.js";
import type {
  FromScript,
  Release,
  Script,
  ScriptAnswer,
  ScriptQuestion,
  ToScript,
} from "./messages.js";
import { failed, faultOf, overLimit } from "./script-fault.js";

/** Throws when the execution must end. */
export type CheckLimits = () => unknown;

interface Waiting {
  readonly outcome: Promise<string>;
  readonly resolve: (text: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** Answers a question of the script. Rejects with a `Fault` if a part of the state cannot be loaded. */
export type AnswerQuestion = (question: ScriptQuestion) => ScriptAnswer | Promise<ScriptAnswer>;

export class ScriptThread {
  readonly #worker: Worker;
  readonly #answers: MessageChannel["port1"];
  readonly #answered: Int32Array;
  readonly #waiting: Waiting[] = [];
  #checkLimits: CheckLimits = () => {};
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  /** Whether the script waits for an answer, such as a part of a forked state. */
  #isAnswering = false;
  #failure: unknown;
  readonly #clock: Clock;
  #readMs = 0;
  /** Milliseconds for which the script was at work: since the last outcome, and for this execution. */
  #batchMs = 0;
  #ms = 0;
  #answer: AnswerQuestion = noAnswer;

  /**
   * Starts the thread. @param interpreter the compiled module of the interpreter.
   * @param clock of the time in which a script works.
   */
  constructor(interpreter: WasmModule, clock: Clock = createWorkClock()) {
    this.#clock = clock;
    const { port1, port2 } = new MessageChannel();
    const signal = new SharedArrayBuffer(4);
    this.#answers = port1;
    this.#answered = new Int32Array(signal);
    this.#worker = new Worker(new URL("./script-worker.js", import.meta.url), {
      name: "script",
      workerData: { answers: port2, signal, interpreter },
      transferList: [port2],
      env: {},
      ...withoutPreloads(),
      resourceLimits: {
        maxOldGenerationSizeMb: scriptHeapMbMax,
        stackSizeMb: scriptThreadStackMb,
      },
    });
    this.#worker.on("message", (message: FromScript) => void this.#take(message));
    this.#worker.on("error", (error) => this.#fail(failed(String(error))));
    this.#worker.on("exit", () => this.#fail(failed("the thread of the script ended")));
  }

  /** Whether it can be used for another request. */
  get isUsable(): boolean {
    return this.#failure === undefined && this.#waiting.length === 0;
  }

  /** Begins a request, during which it keeps the process alive. */
  begin(checkLimits: CheckLimits): void {
    this.#readMs = this.#clock.now();
    this.#batchMs = 0;
    this.#checkLimits = checkLimits;
    this.#timer = setInterval(() => this.#tick(), scriptTickMs).unref();
    this.#worker.ref();
  }

  /** Ends a request. */
  end(): void {
    clearInterval(this.#timer);
    this.#answer = noAnswer;
    this.#worker.postMessage({ kind: "release" } satisfies Release);
    this.#worker.unref();
  }

  /** The number of requests without an outcome. */
  get underWay(): number {
    return this.#waiting.length;
  }

  /** @throws what ended the script. */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Compiles a script for the next execution.
   * @param answer answers its questions while the execution waits.
   * @returns whether it observes steps.
   */
  async open(script: Script, answer: AnswerQuestion): Promise<boolean> {
    this.#answer = answer;
    this.#ms = 0;
    return (await this.ask({ kind: "open", script })) === "step";
  }

  /** Passes a request on. Rejects with a `Fault` when the script failed, or took too long. */
  ask(request: ToScript): Promise<string> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const { promise, resolve, reject } = withResolvers<string>();
    this.#waiting.push({ outcome: promise, resolve, reject });
    this.#worker.postMessage(request, request.kind === "open" ? [] : [request.bytes]);
    return promise;
  }

  /** Passes a request on; a failure is thrown by what is called next. */
  send(request: ToScript): void {
    this.ask(request).catch(() => {});
  }

  /** Waits for the outcome of all requests. Rejects as `ask`. */
  async whenIdle(): Promise<void> {
    await this.#waiting.at(-1)?.outcome;
  }

  /** Waits for the outcome of the earliest request, or a failure. */
  async whenAnswered(): Promise<void> {
    await this.#waiting[0]?.outcome.catch(() => {});
  }

  /** Ends the thread. */
  close(): void {
    this.#fail(failed("the execution has ended"));
  }

  async #take(message: FromScript): Promise<void> {
    if (this.#failure !== undefined) return;
    switch (message.kind) {
      case "ready":
        this.#isReady = true;
        break;
      case "done":
        this.#batchMs = 0;
        this.#waiting.shift()?.resolve(message.text);
        break;
      case "ask":
        await this.#reply(message.question);
        break;
      case "failed":
      case "too-long":
        this.#fail(faultOf(message));
    }
  }

  async #reply(question: ScriptQuestion): Promise<void> {
    this.#isAnswering = true;
    try {
      this.#answers.postMessage(await this.#answer(question));
    } catch (error) {
      this.#fail(error instanceof Fault ? error : failed(String(error)));
      return;
    }
    this.#isAnswering = false;
    Atomics.add(this.#answered, 0, 1);
    Atomics.notify(this.#answered, 0);
  }

  #tick(): void {
    const now = this.#clock.now();
    const passed = now - this.#readMs;
    this.#readMs = now;
    if (this.#waiting.length === 0) return;
    try {
      void this.#checkLimits();
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (!this.#isReady || this.#isAnswering) return;
    this.#batchMs += passed;
    this.#ms += passed;
    if (this.#batchMs > scriptBatchMsMax) {
      this.#fail(overLimit("script-batch-timeout", scriptBatchMsMax));
    } else if (this.#ms > scriptMsMax) {
      this.#fail(overLimit("script-timeout", scriptMsMax));
    }
  }

  #fail(reason: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    clearInterval(this.#timer);
    this.#answers.close();
    void this.#worker.terminate();
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }
}

const noAnswer: AnswerQuestion = () => {
  throw new Error("no execution is traced");
};

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
}
