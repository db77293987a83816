/**
 * Runs a script of this program in the thread of its execution, by the engine that runs this program. That
 * takes a fifth of the time of the sandbox, which is created for each request.
 */
import { compileFunction } from "node:vm";
import { type Clock, runningClock } from "@tandem/runtime";
import { scriptMsMax, scriptResultLengthMax } from "../limits.js";
import { bigIntText } from "./big-int.js";
import type { QuestionKind, Script, ScriptAnswer, ScriptQuestion, Sent } from "./messages.js";
import { outcomeIn, preludeText } from "./prelude.js";
import { faultOf, overLimit } from "./script-fault.js";
import type { ScriptRunner } from "./script-recorder.js";

/** The functions that the text of `prelude.ts` returns. */
interface Prepared {
  open(tracer: unknown, config: string): string;
  run(events: string, bytes: ArrayBuffer): string;
  result(context: string, bytes: ArrayBuffer): string;
}

/** Answers a question at once. */
export type AnswerNow = (question: ScriptQuestion) => ScriptAnswer;

type Evaluate = (globals: object) => [prelude: (...given: unknown[]) => Prepared, bigInt: unknown];

let evaluate: Evaluate | undefined;

/** Evaluates the texts of the prelude with an object of their own for global functions. */
const evaluatePrelude: Evaluate = (globals) => {
  // Compiled by the first script, since most nodes run none.
  evaluate ??= compileFunction(`return [${preludeText}, ${bigIntText}];`, [
    "globalThis",
  ]) as Evaluate;
  return evaluate(globals);
};

export class TrustedScript implements ScriptRunner {
  /** Whether it observes steps. */
  readonly hasSteps: boolean;
  /** It has seen whatever was sent. */
  readonly underWay = 0;
  readonly #prepared: Prepared;
  readonly #clock: Clock;
  #ms = 0;
  #failure: unknown;

  /**
   * @param clock of the time in which the script works.
   * @throws {Fault} `execution-failed` if it is no tracer.
   */
  constructor(
    { code, config, precompiles }: Script,
    answer: AnswerNow,
    clock: Clock = runningClock,
  ) {
    const globals = {};
    const [prelude, bigInt] = evaluatePrelude(globals);
    const ask = (kind: QuestionKind, ...given: string[]) => {
      const answered = answer({ kind, given });
      return typeof answered === "string" ? answered : answered.slice().buffer;
    };
    this.#clock = clock;
    this.#prepared = prelude({ ask }, bigInt, scriptResultLengthMax, precompiles.join());
    const script = compileFunction(`return (${code}\n);`, Object.keys(globals));
    const tracer: unknown = script(...Object.values(globals));
    this.hasSteps = this.#textOf(() => this.#prepared.open(tracer, config)) === "step";
  }

  async ask(request: Sent): Promise<string> {
    this.throwIfFailed();
    return this.#textOf(() => this.#told(request));
  }

  send(request: Sent): void {
    if (this.#failure !== undefined) return;
    try {
      this.#textOf(() => this.#told(request));
    } catch (error) {
      this.#failure = error;
    }
  }

  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async whenIdle(): Promise<void> {}

  async whenAnswered(): Promise<void> {}

  #told(request: Sent): string {
    const { run, result } = this.#prepared;
    return request.kind === "run"
      ? run(request.events, request.bytes)
      : result(request.context, request.bytes);
  }

  /** Returns the text of an outcome. @throws {Fault} `execution-failed` or `limit-exceeded`. */
  #textOf(work: () => string): string {
    const began = this.#clock.now();
    const outcome = outcomeIn(work());
    this.#ms += this.#clock.now() - began;
    if (this.#ms > scriptMsMax) throw overLimit("script-timeout", scriptMsMax);
    if (outcome.kind !== "done") throw faultOf(outcome);
    return outcome.text;
  }
}
