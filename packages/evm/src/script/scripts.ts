/** The scripts of one request: their thread is started when the first of them is opened. */
import { scriptThreadsMax } from "../limits.js";
import { ScriptThread, type ScriptThreadOptions } from "./script-thread.js";

/** Counts the threads of all requests. */
const slots = {
  taken: 0,
  waiting: [] as (() => void)[],
};

export class Scripts {
  readonly #options: ScriptThreadOptions;
  #thread: ScriptThread | undefined;
  #isClosed = false;

  constructor(options: ScriptThreadOptions) {
    this.#options = options;
  }

  /** Returns the thread, which waits for its turn if too many run. @throws what ends the execution. */
  async thread(): Promise<ScriptThread> {
    if (this.#thread !== undefined) return this.#thread;
    while (slots.taken >= scriptThreadsMax) {
      await new Promise<void>((resolve) => slots.waiting.push(resolve));
      this.#options.checkLimits();
    }
    slots.taken++;
    this.#thread = new ScriptThread(this.#options);
    return this.#thread;
  }

  /** Ends the thread. */
  close(): void {
    if (this.#thread === undefined || this.#isClosed) return;
    this.#isClosed = true;
    this.#thread.close();
    slots.taken--;
    // All are woken: one that throws takes no slot.
    for (const resolve of slots.waiting.splice(0)) resolve();
  }
}
