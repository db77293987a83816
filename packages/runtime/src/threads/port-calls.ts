/** Calls functions of another thread over a message port, in both directions. */

/** The members of a message port, of a worker or of its parent. */
export interface CallPort {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (message: CallMessage) => void): unknown;
}

type CallMessage =
  | { readonly kind: "call"; readonly id: number; readonly name: string; readonly value: unknown }
  /** The caller does not need the result any more. */
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: unknown }
  /** A call without a result. */
  | { readonly kind: "tell"; readonly name: string; readonly value: unknown };

/** A result with memory that is transferred instead of copied. */
export class Transferred {
  readonly result: unknown;
  readonly memory: ArrayBuffer;
  constructor(result: unknown, memory: ArrayBuffer) {
    this.result = result;
    this.memory = memory;
  }
}

/** The functions that the other thread may call. A value is what structured cloning made of it. */
export type Called = Readonly<Record<string, (value: never, signal: AbortSignal) => unknown>>;

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

export class PortCalls {
  readonly #port: CallPort;
  readonly #called: Called;
  readonly #waiting = new Map<number, Waiting>();
  readonly #running = new Map<number, AbortController>();
  #lastId = 0;
  #failure: Error | undefined;

  constructor(port: CallPort, called: Called) {
    this.#port = port;
    this.#called = called;
    port.on("message", (message) => this.#take(message));
  }

  /**
   * Calls a function of the other thread.
   * @param signal notifies the function when it is aborted. The promise settles when the function does.
   * @returns its result. The promise rejects with a copy of its error, or when the other thread ends.
   */
  call<Result>(name: string, value?: unknown, signal?: AbortSignal): Promise<Result> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    const abort = () => this.#send({ kind: "abort", id });
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: "call", id, name, value });
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
    }).finally(() => signal?.removeEventListener("abort", abort));
  }

  /** Calls a function of the other thread whose result is not needed. */
  tell(name: string, value: unknown): void {
    this.#send({ kind: "tell", name, value });
  }

  /** Rejects all calls, and aborts those of the other thread: it has ended. */
  end(failure: Error): void {
    this.#failure = failure;
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
    for (const controller of this.#running.values()) controller.abort();
  }

  #send(message: CallMessage, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  #take(message: CallMessage): void {
    switch (message.kind) {
      case "call":
        void this.#run(message.id, message.name, message.value);
        break;
      case "abort":
        this.#running.get(message.id)?.abort();
        break;
      case "tell":
        this.#functionOf(message.name)(message.value as never, neverAborted);
        break;
      case "done":
        this.#settled(message.id)?.resolve(message.result as never);
        break;
      case "failed":
        this.#settled(message.id)?.reject(message.error);
    }
  }

  #settled(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #functionOf(name: string): Called[string] {
    const called = this.#called[name];
    if (called === undefined) throw new TypeError(`the other thread called ${name}`);
    return called;
  }

  async #run(id: number, name: string, value: unknown): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await this.#functionOf(name)(value as never, controller.signal);
      if (result instanceof Transferred) {
        this.#send({ kind: "done", id, result: result.result }, [result.memory]);
      } else this.#send({ kind: "done", id, result });
    } catch (error) {
      // Not every error can be copied to another thread.
      this.#send({ kind: "failed", id, error: new Error(String(error)) });
    }
    this.#running.delete(id);
  }
}

const neverAborted = new AbortController().signal;
