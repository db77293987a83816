/**
 * Runs one script in an interpreter of JavaScript that is compiled to WebAssembly: a script has nothing
 * but the language, and memory of its own. It is used in a thread that can be ended, since one native
 * operation of the interpreter may take seconds.
 */

import given from "@jitl/quickjs-ng-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import {
  scriptMemoryBytesMax,
  scriptMessageLengthMax,
  scriptPagesMax,
  scriptPagesMin,
  scriptQuestionLengthMax,
  scriptResultLengthMax,
  scriptStackBytesMax,
} from "../limits.js";
import { type WasmModule, WebAssembly } from "../web-assembly.js";
import { bigIntText } from "./big-int.js";
import type { QuestionKind, ScriptAnswer, ScriptOutcome, ScriptQuestion } from "./messages.js";
import { outcomeIn, preludeText } from "./prelude.js";

/** Its types describe the CommonJS form, whose default is a member. */
const variant = given as unknown as QuickJSSyncVariant;

/** Answers a question of a script, which waits for it. */
export type AskHost = (question: ScriptQuestion) => ScriptAnswer;

/** Creates an instance of the interpreter with memory of its own. @param module the compiled one. */
export async function loadInterpreter(module: WasmModule): Promise<QuickJSWASMModule> {
  const memory = new WebAssembly.Memory({ initial: scriptPagesMin, maximum: scriptPagesMax });
  const parts = { wasmModule: module as never, wasmMemory: memory as never };
  // What ends an interpreter would be printed among the lines of the node's log.
  const emscriptenModule = { print() {}, printErr() {} } as object;
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { ...parts, emscriptenModule }));
}

type Member = "open" | "run" | "result";

export class Sandbox {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #functions: Readonly<Record<Member, QuickJSHandle>>;

  /**
   * Creates an interpreter's context. @param precompiles their addresses, as digits.
   * @param resultLengthMax in characters.
   */
  constructor(
    module: QuickJSWASMModule,
    ask: AskHost,
    precompiles: readonly string[],
    resultLengthMax = scriptResultLengthMax,
  ) {
    this.#runtime = module.newRuntime();
    this.#runtime.setMemoryLimit(scriptMemoryBytesMax);
    this.#runtime.setMaxStackSize(scriptStackBytesMax);
    this.#context = this.#runtime.newContext();
    this.#functions = this.#prepare(ask, precompiles, resultLengthMax);
  }

  /** Compiles a script, and passes it its configuration. The outcome is "step" if it observes steps. */
  open(code: string, config: string): ScriptOutcome {
    const evaluated = this.#context.evalCode(`(${code}\n)`, "<eval>", { type: "global" });
    if (evaluated.error !== undefined) {
      return { kind: "failed", message: this.#messageOf(evaluated.error) };
    }
    return this.#call("open", evaluated.value, this.#context.newString(config));
  }

  /** Calls the script's functions for events. @param bytes to which the events refer. */
  run(events: string, bytes: ArrayBuffer): ScriptOutcome {
    return this.#callWith("run", events, bytes);
  }

  /**
   * Returns the script's result as JSON text.
   * @param context the members of `ctx` as JSON text. @param bytes to which they refer.
   */
  result(context: string, bytes: ArrayBuffer): ScriptOutcome {
    return this.#callWith("result", context, bytes);
  }

  /** Frees its memory for another one. @throws if the interpreter has lost track of objects. */
  dispose(): void {
    for (const handle of Object.values(this.#functions)) handle.dispose();
    this.#context.dispose();
    this.#runtime.dispose();
  }

  #prepare(
    ask: AskHost,
    precompiles: readonly string[],
    resultLengthMax: number,
  ): Record<Member, QuickJSHandle> {
    const context = this.#context;
    const given = context.newObject();
    const asker = context.newFunction("ask", (...handles) => {
      const [kind, ...texts] = handles.map((handle) => context.getString(handle));
      // The event loop answers: it must not be given more than it reads and hashes at once.
      if (texts.some((text) => text.length > scriptQuestionLengthMax)) {
        throw new RangeError(`a parameter is longer than ${scriptQuestionLengthMax / 2} bytes`);
      }
      const answer = ask({ kind: kind as QuestionKind, given: texts });
      if (typeof answer === "string") return context.newString(answer);
      return context.newArrayBuffer(answer.slice().buffer as ArrayBuffer);
    });
    context.setProp(given, "ask", asker);
    const prelude = context.unwrapResult(context.evalCode(preludeText, "<built-in>"));
    const bigInt = context.unwrapResult(context.evalCode(bigIntText, "<built-in>"));
    const settings = [context.newNumber(resultLengthMax), context.newString(precompiles.join())];
    const made = context.unwrapResult(
      context.callFunction(prelude, context.undefined, given, bigInt, ...settings),
    );
    const functions = {
      open: context.getProp(made, "open"),
      run: context.getProp(made, "run"),
      result: context.getProp(made, "result"),
    };
    for (const handle of [given, asker, prelude, bigInt, ...settings, made]) handle.dispose();
    return functions;
  }

  #callWith(name: Member, text: string, bytes: ArrayBuffer): ScriptOutcome {
    const context = this.#context;
    return this.#call(name, context.newString(text), context.newArrayBuffer(bytes));
  }

  #call(name: Member, ...given: QuickJSHandle[]): ScriptOutcome {
    const context = this.#context;
    const called = context.callFunction(this.#functions[name], context.undefined, ...given);
    for (const handle of given) handle.dispose();
    if (called.error !== undefined) {
      return { kind: "failed", message: this.#messageOf(called.error) };
    }
    const { value } = called;
    const text = context.typeof(value) === "string" ? context.getString(value) : "-";
    value.dispose();
    return outcomeIn(text);
  }

  /** Returns the text of an error outside the script's functions, such as one of its syntax. */
  #messageOf(error: QuickJSHandle): string {
    const { name, message, stack } = Object(this.#context.dump(error)) as Readonly<
      Record<string, unknown>
    >;
    error.dispose();
    const place = /<eval>:\d+:\d+/.exec(String(stack))?.[0];
    const text = name === undefined ? String(message) : `${name}: ${message}`;
    return (place === undefined ? text : `${text} at ${place}`).slice(0, scriptMessageLengthMax);
  }
}
