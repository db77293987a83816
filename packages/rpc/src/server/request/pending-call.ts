/** A request in progress. What few requests need is created at its first use. */
import type { TxHash } from "@tandem/primitives";
import type { Client } from "../../access/client.js";
import type { Share } from "../../access/share.js";
import { ShareHolder } from "../../access/share-holder.js";
import type { ErrorForm } from "../../contract/answer-form.js";
import type { RpcError } from "../../contract/errors.js";
import type { Call, Subscriber } from "../../handlers/handler.js";
import type { Limits } from "../../limits.js";
import { limitExceeded } from "./to-rpc-error.js";

/** The limits of answers, and the share of those that are not finished. */
export interface AnswerSetting {
  readonly limits: Pick<Limits, "answerCharactersMax">;
  readonly answersBytes: Share;
}

export class PendingCall implements Call {
  /** The index among the calls in progress. */
  place = -1;
  readonly answerCharactersMax: number;
  readonly client: Client;
  readonly subscriber: Subscriber | undefined;
  retryAfterSeconds: number | undefined = undefined;
  unconfirmed: TxHash[] | undefined = undefined;
  errorForm: ErrorForm = "standard";
  traceparent: string | undefined = undefined;
  readonly #answersBytes: Share;
  #held: ShareHolder | undefined;
  #controller: AbortController | undefined;
  #isAborted = false;
  #actions: (() => void)[] | undefined;

  constructor(
    { limits, answersBytes }: AnswerSetting,
    client: Client,
    subscriber?: Subscriber | undefined,
  ) {
    this.client = client;
    this.answerCharactersMax = limits.answerCharactersMax;
    this.#answersBytes = answersBytes;
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

  /** Aborts the call: its answer is no longer needed. */
  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }

  get held(): ShareHolder {
    this.#held ??= new ShareHolder(this.#answersBytes, this.client);
    return this.#held;
  }

  /** Ends the count of the answer's bytes: it is passed to the network, or dropped. */
  release(): void {
    this.#held?.release();
  }

  afterAnswer(action: () => void): void {
    this.#actions ??= [];
    this.#actions.push(action);
  }

  /** Ends the call: its answer was passed to the socket. */
  answered(): void {
    for (const action of this.#actions ?? []) action();
  }
}

/** The calls in progress. Each stores its index, since a set would be rebuilt every few requests. */
export class PendingCalls {
  readonly #calls: PendingCall[] = [];

  get count(): number {
    return this.#calls.length;
  }

  add(call: PendingCall): void {
    call.place = this.#calls.length;
    this.#calls.push(call);
  }

  /** Removes a call; may be called more than once. */
  remove(call: PendingCall): void {
    const { place } = call;
    if (this.#calls[place] !== call) return;
    const last = this.#calls.pop() as PendingCall;
    if (last === call) return;
    last.place = place;
    this.#calls[place] = last;
  }

  /** Counts the calls of one client by a linear search. */
  of({ id }: Client): number {
    let count = 0;
    for (const call of this.#calls) if (call.client.id === id) count++;
    return count;
  }

  abort(): void {
    for (const call of [...this.#calls]) call.abort();
  }
}

/** Limits all calls in progress, over HTTP and WebSocket. */
export class CallsUnderWay {
  readonly http = new PendingCalls();
  readonly sockets = new PendingCalls();
  readonly #limits: Pick<Limits, "callsMax" | "clientCallsMax">;

  constructor(limits: Pick<Limits, "callsMax" | "clientCallsMax">) {
    this.#limits = limits;
  }

  /** Returns the error for one more call of a client, or undefined. */
  refusal(client: Client): RpcError | undefined {
    const { callsMax, clientCallsMax } = this.#limits;
    const count = this.http.count + this.sockets.count;
    // Below the limit of one client, no search is needed.
    if (count < clientCallsMax) return undefined;
    if (count >= callsMax) return limitExceeded({ limit: "calls", max: callsMax });
    if (this.http.of(client) + this.sockets.of(client) < clientCallsMax) return undefined;
    return limitExceeded({ limit: "client-calls", max: clientCallsMax });
  }
}
