/** Lends threads to the requests with scripts. One that is idle is kept for the next request. */
import { readFile } from "node:fs/promises";
import { scriptIdleMsMax, scriptThreadsMax } from "../limits.js";
import { type WasmModule, WebAssembly } from "../precompiles/web-assembly.js";
import { type CheckLimits, ScriptThread } from "./script-thread.js";

class ScriptThreads {
  #used = 0;
  #waiting: (() => void)[] = [];
  #idle: ScriptThread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #interpreter: Promise<WasmModule> | undefined;

  /** Waits for the request's turn if too many threads are in use. @throws what `checkLimits` throws. */
  async take(checkLimits: CheckLimits): Promise<ScriptThread> {
    while (this.#used >= scriptThreadsMax) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      checkLimits();
    }
    this.#used++;
    try {
      const thread = this.#takeIdle() ?? new ScriptThread(await this.#compiled());
      thread.begin(checkLimits);
      return thread;
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  give(thread: ScriptThread): void {
    thread.end();
    if (thread.isUsable && this.#idle === undefined) {
      this.#idle = thread;
      this.#idleTimer = setTimeout(() => this.#takeIdle()?.close(), scriptIdleMsMax).unref();
    } else thread.close();
    this.#free();
  }

  #free(): void {
    this.#used--;
    // All are woken: one that throws takes no thread.
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #takeIdle(): ScriptThread | undefined {
    clearTimeout(this.#idleTimer);
    const idle = this.#idle;
    this.#idle = undefined;
    return idle?.isUsable === true ? idle : undefined;
  }

  #compiled(): Promise<WasmModule> {
    this.#interpreter ??= readFile(new URL("../wasm/quickjs.wasm", import.meta.url)).then((bytes) =>
      WebAssembly.compile(bytes),
    );
    return this.#interpreter;
  }
}

const threads = new ScriptThreads();

/** The scripts of one request: they have a thread from the first one on. */
export class Scripts {
  readonly precompiles: readonly string[];
  readonly #checkLimits: CheckLimits;
  #thread: ScriptThread | undefined;

  /** @param precompiles their addresses, as hexadecimal digits. */
  constructor(precompiles: readonly string[], checkLimits: CheckLimits) {
    this.precompiles = precompiles;
    this.#checkLimits = checkLimits;
  }

  /** Returns the thread. @throws what ends the execution. */
  async thread(): Promise<ScriptThread> {
    this.#thread ??= await threads.take(this.#checkLimits);
    return this.#thread;
  }

  /** Gives the thread back. */
  close(): void {
    if (this.#thread !== undefined) threads.give(this.#thread);
    this.#thread = undefined;
  }
}
