/** One request on its way. The abort signal is made when somebody asks for it, for few do. */
import type { Call, Subscriber } from "../handlers/handler.js";
import type { Client } from "./client.js";

export class PendingCall implements Call {
  /** Where it stands among those under way. */
  place = -1;
  readonly answerCharactersMax: number;
  readonly client: Client;
  readonly subscriber: Subscriber | undefined;
  retryAfterSeconds: number | undefined = undefined;
  #controller: AbortController | undefined;
  #isAborted = false;
  #actions: (() => void)[] | undefined;

  constructor(answerCharactersMax: number, client: Client, subscriber?: Subscriber) {
    this.client = client;
    this.answerCharactersMax = answerCharactersMax;
    this.subscriber = subscriber;
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Nobody waits for the answer any more. */
  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }

  afterAnswer(action: () => void): void {
    this.#actions ??= [];
    this.#actions.push(action);
  }

  /** The answer has been handed to the socket. */
  answered(): void {
    for (const action of this.#actions ?? []) action();
  }
}

/** Those under way. Each knows its place: a set would be made anew every few requests. */
export class PendingCalls {
  readonly #calls: PendingCall[] = [];

  get count(): number {
    return this.#calls.length;
  }

  add(call: PendingCall): void {
    call.place = this.#calls.length;
    this.#calls.push(call);
  }

  /** May be called more than once. */
  remove(call: PendingCall): void {
    const { place } = call;
    if (this.#calls[place] !== call) return;
    const last = this.#calls.pop() as PendingCall;
    if (last === call) return;
    last.place = place;
    this.#calls[place] = last;
  }

  abort(): void {
    for (const call of [...this.#calls]) call.abort();
  }
}
