/** One WebSocket connection: its messages, its subscriptions, and its end. */
import { Fault, type LogFilter } from "@tandem/primitives";
import type { JsonBytes } from "../../contract/codec/writer.js";
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import type { Call, Subscriber } from "../../handlers/handler.js";
import type { Client } from "../clients/client.js";
import type { Share } from "../clients/share.js";
import type { Dispatch, ResponseText } from "../dispatch/dispatch.js";
import { errorText } from "../dispatch/envelope.js";
import { type CallsUnderWay, PendingCall } from "../dispatch/pending-call.js";
import { limitExceeded } from "../dispatch/to-rpc-error.js";
import { type PackedFilter, packFilter } from "../filters/packed-filter.js";
import type { Limits } from "../limits.js";
import { type LineSocket, SocketLine } from "../socket-line.js";
import type { MessageSlices } from "./message-slices.js";
import type { WaitingBytes } from "./waiting-bytes.js";

/**
 * What a transport lets us do with a connection. What sends tells whether the network took it at once,
 * and all that waited before; if not, the transport calls `drained` once it has.
 */
export interface Socket extends LineSocket {
  /** What is sent meanwhile leaves together. */
  cork(send: () => void): void;
  /** Says goodbye first. */
  end(code: number, reason: string): void;
  /** Does not wait for anybody. */
  destroy(): void;
}

/** Bytes a subscription takes beside its filter; measured. */
const subscriptionBytes = 280;

/** A class, since there may be hundreds of thousands. */
export class Subscription {
  readonly id: string;
  readonly session: Session;
  readonly type: SubscriptionType;
  /** Undefined: every log, and for the other types. */
  readonly filter: PackedFilter | undefined;
  /** Index of the newest event when it began. */
  since = 0;

  constructor(id: string, session: Session, type: SubscriptionType, filter?: PackedFilter) {
    this.id = id;
    this.session = session;
    this.type = type;
    this.filter = filter;
  }

  /** Returns the memory it takes, in bytes, estimated. */
  get bytes(): number {
    return subscriptionBytes + (this.filter?.bytes ?? 0);
  }
}

/** Where active subscriptions are kept. */
export interface SubscriptionBook {
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
}

export interface SessionSetting {
  readonly dispatch: Dispatch;
  readonly book: SubscriptionBook;
  readonly limits: Limits;
  readonly calls: CallsUnderWay;
  readonly slices: MessageSlices;
  /** Bytes of large messages, and of those that wait for a time slice. */
  readonly bodiesBytes: Share;
  readonly waiting: WaitingBytes;
  /** Bytes that filters and subscriptions take. */
  readonly heldBytes: Share;
  /** Ids of subscriptions. */
  readonly newId: () => string;
  /** Called when a connection is cut because its reader is too slow. */
  readonly onSlowReader: () => void;
  /** An answer that had begun could not be sent to its end, through no fault of its client. */
  readonly onAnswerFailed: (error: unknown) => void;
}

const none: readonly never[] = [];

export class Session implements Subscriber {
  readonly #socket: Socket;
  readonly #setting: SessionSetting;
  readonly client: Client;
  /** Most sockets have one subscription or none, and calls for a moment: lists cost next to nothing. */
  #subscriptions: readonly Subscription[] = none;
  #calls: readonly PendingCall[] = none;
  /** Messages that wait for the next time slice; undefined while none does. */
  #messages: string[] | undefined;
  #isOpen = true;
  /** Whether there is something the network had not taken when the last message was sent. */
  #isBehind = false;
  /** Messages that wait for a large answer to be sent; undefined while none is. */
  #line: SocketLine | undefined;

  constructor(socket: Socket, setting: SessionSetting, client: Client) {
    this.#socket = socket;
    this.client = client;
    this.#setting = setting;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** A message from the client. Messages are begun in the order they came. */
  receive(text: string): void {
    const { limits, slices } = this.#setting;
    const max = limits.socketCallsMax;
    if (this.#calls.length + (this.#messages?.length ?? 0) >= max) {
      this.send(errorText("null", limitExceeded({ limit: "socket-calls", max })));
    } else if (this.#messages !== undefined || slices.isOver()) this.#wait(text);
    else this.#begin(text);
  }

  #wait(text: string): void {
    const { bodiesBytes } = this.#setting;
    const noRoom = bodiesBytes.exceededBy(this.client, text.length);
    if (noRoom !== undefined) {
      this.send(errorText("null", limitExceeded(noRoom)));
      return;
    }
    bodiesBytes.add(this.client, text.length);
    if (this.#messages !== undefined) {
      this.#messages.push(text);
      return;
    }
    this.#messages = [text];
    void this.#goOn(this.#messages);
  }

  /** Processes waiting messages, one time slice at a time. */
  async #goOn(messages: string[]): Promise<void> {
    const { slices, bodiesBytes } = this.#setting;
    const beginSome = () => {
      let begun = 0;
      do {
        const text = messages[begun++] as string;
        bodiesBytes.give(this.client, text.length);
        this.#begin(text);
      } while (this.#isOpen && begun < messages.length && !slices.isOver());
      messages.splice(0, begun);
    };
    while (messages.length > 0 && this.#isOpen) {
      await slices.next();
      if (this.#isOpen) this.#socket.cork(beginSome);
    }
    this.#messages = undefined;
    for (const { length } of messages) bodiesBytes.give(this.client, length);
  }

  #begin(text: string): void {
    const { limits, dispatch, calls } = this.#setting;
    const refusal = calls.refusal(this.client);
    if (refusal !== undefined) {
      this.send(errorText("null", refusal));
      return;
    }
    const call = new PendingCall(limits.answerCharactersMax, this.client, this);
    const answer = dispatch(text, call);
    if (!(answer instanceof Promise)) {
      this.#finish(call, answer);
      return;
    }
    this.#calls = [...this.#calls, call];
    calls.sockets.add(call);
    answer.then((later) => {
      calls.sockets.remove(call);
      this.#calls = this.#calls.length === 1 ? none : this.#calls.filter((one) => one !== call);
      this.#finish(call, later);
    });
  }

  #finish(call: PendingCall, answer: ResponseText): void {
    if (typeof answer === "string") this.send(answer);
    else if (answer !== undefined) this.#sendLarge(answer);
    if (this.#isOpen) call.answered();
  }

  /** Cuts the connection instead when its reader lags behind by more than the limit. */
  send(text: string): void {
    if (!this.#isOpen) return;
    if (this.#line !== undefined) {
      this.#standInLine(this.#line, text);
      return;
    }
    const { limits, waiting } = this.#setting;
    const isFar = this.#isBehind && this.#socket.waitingBytes() > limits.socketWaitingBytesMax;
    if (isFar || waiting.isTooMuch(this)) {
      this.fallBehind();
      return;
    }
    const wasBehind = this.#isBehind;
    this.#isBehind = !this.#socket.send(text);
    if (this.#isBehind || wasBehind) waiting.count(this, this.waitingBytes());
  }

  #sendLarge(answer: JsonBytes): void {
    if (!this.#isOpen) return;
    const isFirst = this.#line === undefined;
    const line = this.#line ?? new SocketLine(this.#socket);
    this.#line = line;
    this.#standInLine(line, answer);
    if (isFirst) void this.#runLine(line);
  }

  #standInLine(line: SocketLine, message: string | JsonBytes): void {
    const { limits, waiting } = this.#setting;
    if (line.bytesBehind > limits.socketWaitingBytesMax || waiting.isTooMuch(this)) {
      this.fallBehind();
      return;
    }
    line.push(message);
    waiting.count(this, this.waitingBytes());
  }

  async #runLine(line: SocketLine): Promise<void> {
    try {
      while (this.#isOpen && !line.isEmpty) this.#isBehind = !(await line.run());
      this.#line = undefined;
    } catch (error) {
      if (!this.#isOpen) return;
      // A client cannot use half an answer.
      this.#setting.onAnswerFailed(error);
      this.closed();
      this.#socket.destroy();
    }
    if (this.#isOpen) this.#setting.waiting.count(this, this.waitingBytes());
  }

  /** The network has taken all it was given. */
  drained(): void {
    this.#line?.drained();
  }

  /** Bytes the network has not taken yet. */
  waitingBytes(): number {
    if (this.#line !== undefined) return this.#line.waitingBytes + this.#socket.waitingBytes();
    return this.#isBehind ? this.#socket.waitingBytes() : 0;
  }

  /** Cuts the connection: what happens is not kept for it any longer. */
  fallBehind(): void {
    if (!this.#isOpen) return;
    this.#setting.onSlowReader();
    this.closed();
    this.#socket.destroy();
  }

  subscribe(call: Call, type: SubscriptionType, filter: LogFilter | undefined): string {
    const max = this.#setting.limits.socketSubscriptionsMax;
    if (this.#subscriptions.length >= max) {
      throw new Fault({ code: "limit-exceeded", limit: "socket-subscriptions", max });
    }
    const packed = filter && packFilter(filter, this.#setting.limits);
    const subscription = new Subscription(this.#setting.newId(), this, type, packed);
    this.#setting.heldBytes.take(this.client, subscription.bytes);
    this.#subscriptions = [...this.#subscriptions, subscription];
    call.afterAnswer(() => {
      if (this.#subscriptions.includes(subscription)) this.#setting.book.add(subscription);
    });
    return subscription.id;
  }

  unsubscribe(id: string): boolean {
    const subscription = this.#subscriptions.find((one) => one.id === id);
    if (subscription === undefined) return false;
    this.#subscriptions = this.#subscriptions.filter((one) => one !== subscription);
    this.#end(subscription);
    return true;
  }

  /** Ends the connection from our side. */
  end(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.closed();
    this.#socket.end(code, reason);
  }

  /** The connection is gone; may be called more than once. */
  closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#line?.close();
    this.#setting.waiting.count(this, 0);
    for (const call of this.#calls) call.abort();
    for (const subscription of this.#subscriptions) this.#end(subscription);
    this.#subscriptions = none;
  }

  #end(subscription: Subscription): void {
    this.#setting.book.remove(subscription);
    this.#setting.heldBytes.give(this.client, subscription.bytes);
  }
}
