/** Lends threads to the requests with scripts. One that is idle is kept for the next request. */
import { readFile } from "node:fs/promises";
import { loadOnce, Turns } from "@tandem/runtime";
import { clientScriptThreadsMax, scriptIdleMsMax, scriptThreadsMax } from "../limits.js";
import { type WasmModule, WebAssembly } from "../web-assembly.js";
import { type CheckLimits, ScriptThread } from "./script-thread.js";

class ScriptThreads {
  readonly #turns = new Turns({ max: scriptThreadsMax, clientMax: clientScriptThreadsMax });
  #idle: ScriptThread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #interpreter = loadOnce(
    async (): Promise<WasmModule> =>
      WebAssembly.compile(await readFile(new URL("../wasm/quickjs.wasm", import.meta.url))),
  );

  /**
   * Waits for the request's turn if too many threads are in use, in all or by its client.
   * @throws what `checkLimits` throws.
   */
  async take(checkLimits: CheckLimits, clientId: string): Promise<ScriptThread> {
    await this.#turns.begin(clientId, checkLimits);
    try {
      const thread = this.#takeIdle() ?? new ScriptThread(await this.#interpreter());
      thread.begin(checkLimits);
      return thread;
    } catch (error) {
      this.#turns.end(clientId);
      throw error;
    }
  }

  give(thread: ScriptThread, clientId: string): void {
    thread.end();
    if (thread.isUsable && this.#idle === undefined) {
      this.#idle = thread;
      this.#idleTimer = setTimeout(() => this.#takeIdle()?.close(), scriptIdleMsMax).unref();
    } else thread.close();
    this.#turns.end(clientId);
  }

  #takeIdle(): ScriptThread | undefined {
    clearTimeout(this.#idleTimer);
    const idle = this.#idle;
    this.#idle = undefined;
    return idle?.isUsable === true ? idle : undefined;
  }
}

const threads = new ScriptThreads();

/** The scripts of one request: they have a thread from the first one on. */
export class Scripts {
  readonly precompiles: readonly string[];
  readonly #checkLimits: CheckLimits;
  #thread: ScriptThread | undefined;
  #clientId = "";

  /** @param precompiles their addresses, as hexadecimal digits. */
  constructor(precompiles: readonly string[], checkLimits: CheckLimits) {
    this.precompiles = precompiles;
    this.#checkLimits = checkLimits;
  }

  /** Returns the thread. @param clientId the client of the request. @throws what ends the execution. */
  async thread(clientId = ""): Promise<ScriptThread> {
    if (this.#thread === undefined) {
      this.#thread = await threads.take(this.#checkLimits, clientId);
      this.#clientId = clientId;
    }
    return this.#thread;
  }

  /** Gives the thread back. */
  close(): void {
    if (this.#thread !== undefined) threads.give(this.#thread, this.#clientId);
    this.#thread = undefined;
  }
}
