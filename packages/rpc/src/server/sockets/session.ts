/** Implements one connection over WebSocket or IPC: its messages, its subscriptions and its end. */
import { assertAtMost } from "@tandem/primitives";
import { cancelledError } from "@tandem/runtime";
import type { Client } from "../../access/client.js";
import type { RpcError } from "../../contract/errors.js";
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import type { Call, Subscriber, SubscriptionSelection } from "../../handlers/handler.js";
import type { JsonBytes } from "../../written-json.js";
import { packFilter, packHashes } from "../filters/packed-filter.js";
import { isLarge } from "../request/decode.js";
import type { ResponseText } from "../request/envelope.js";
import { errorText } from "../request/envelope.js";
import { PendingCall } from "../request/pending-call.js";
import { limitExceeded } from "../request/to-rpc-error.js";
import type { CutReason, SessionSetting } from "./session-setting.js";
import { type Socket, SocketLine } from "./socket-line.js";
import { Subscription } from "./subscription.js";
import { TurnCount } from "./turn-count.js";
import { WaitingMessages } from "./waiting-messages.js";

const none: readonly never[] = [];

export class Session implements Subscriber {
  readonly #socket: Socket;
  readonly #setting: SessionSetting;
  readonly client: Client;
  /** Lists are the cheapest collections: most sockets have at most one subscription and few calls. */
  #subscriptions: readonly Subscription[] = none;
  #calls: readonly PendingCall[] = none;
  /** The messages that wait for the next time slice; undefined if there are none. */
  #messages: WaitingMessages | undefined;
  #isOpen = true;
  /** Closes the connection once nothing is left to answer or to send; undefined while messages are taken. */
  #close: (() => void) | undefined;
  /** Is true if the network had not accepted everything when the last message was sent. */
  #isBehind = false;
  /** The queue behind a large answer, or undefined while none is sent. */
  #line: SocketLine | undefined;
  readonly #turn: TurnCount;

  constructor(socket: Socket, setting: SessionSetting, client: Client) {
    this.#socket = socket;
    this.client = client;
    this.#setting = setting;
    this.#turn = new TurnCount(setting.limits.socketTurnMax);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Handles a message from the client. Messages are started in the order of arrival.
   * @param message its memory may be reused when this returns.
   */
  receive(message: Buffer): void {
    // A client may send until it has received the close frame.
    if (!this.#isOpen || this.#close !== undefined) return;
    const { limits, slices } = this.#setting;
    const max = limits.socketCallsMax;
    if (this.#calls.length + (this.#messages?.length ?? 0) >= max) {
      this.#refuse(limitExceeded({ limit: "socket-calls", max }));
    } else if (this.#messages !== undefined || isLarge(message) || slices.isOver()) {
      this.#wait(message);
    } else this.#begin(message.toString());
  }

  #wait(message: Buffer): void {
    const messages = this.#messages ?? new WaitingMessages(this.#setting, this.client);
    const exceeded = messages.add(message);
    if (exceeded !== undefined) this.#refuse(limitExceeded(exceeded));
    else if (this.#messages === undefined) void this.#goOn(messages);
  }

  /** Processes waiting messages, one time slice at a time. */
  async #goOn(messages: WaitingMessages): Promise<void> {
    this.#messages = messages;
    const beginSome = () => {
      do {
        const text = messages.take();
        if (text === undefined) return;
        this.#begin(text);
      } while (this.#isOpen && !this.#setting.slices.isOver());
    };
    while (messages.length > 0 && this.#isOpen) {
      await messages.ready();
      if (this.#isOpen) this.#socket.cork(beginSome);
    }
    this.#messages = undefined;
    messages.clear();
    this.#endIfAnswered();
  }

  #begin(text: string): void {
    const { dispatch, calls } = this.#setting;
    const refusal = calls.refusal(this.client);
    if (refusal !== undefined) {
      this.#refuse(refusal);
      return;
    }
    const call = new PendingCall(this.#setting, this.client, this);
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
      this.#endIfAnswered();
    });
  }

  #finish(call: PendingCall, answer: ResponseText): void {
    call.release();
    if (typeof answer === "string") this.send(answer);
    else if (answer !== undefined) this.#sendLarge(answer);
    if (this.#isOpen) call.answered();
  }

  /** Sends a message, or closes the connection if its reader lags behind by more than the limit. */
  send(text: string): void {
    if (!this.#isOpen) return;
    if (this.#line !== undefined) {
      this.#standInLine(this.#line, text);
      return;
    }
    if (this.#isFarBehind()) {
      this.fallBehind();
      return;
    }
    const wasBehind = this.#isBehind;
    this.#isBehind = !this.#socket.send(text);
    if (this.#isBehind || wasBehind) this.#setting.waiting.count(this, this.waitingBytes());
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
    this.#endIfAnswered();
  }

  /** Continues after the network has accepted everything it was given. */
  drained(): void {
    this.#line?.drained();
    this.#endIfAnswered();
  }

  /** Returns the number of bytes that the network has not accepted yet. */
  waitingBytes(): number {
    if (this.#line !== undefined) return this.#line.waitingBytes + this.#socket.waitingBytes();
    return this.#isBehind ? this.#socket.waitingBytes() : 0;
  }

  /** Refuses a message, whose id is not read. */
  #refuse(error: RpcError): void {
    if (!this.#isFlooded()) this.send(errorText("null", error));
  }

  /** Counts what is received beside messages that are begun. Returns true, and closes the connection, if it is too much. */
  #isFlooded(): boolean {
    if (!this.#turn.isOver()) return false;
    this.#cut("sends too much at once");
    return true;
  }

  /**
   * Must be called when the transport has received a ping, and answered it, or a pong: a client that pings may not read
   * the pongs.
   */
  pinged(): void {
    if (!this.#isOpen || this.#isFlooded() || this.#socket.waitingBytes() === 0) return;
    this.#isBehind = true;
    this.#setting.waiting.count(this, this.waitingBytes());
    if (this.#isFarBehind()) this.fallBehind();
  }

  #isFarBehind(): boolean {
    const { limits, waiting } = this.#setting;
    const isFar = this.#isBehind && this.#socket.waitingBytes() > limits.socketWaitingBytesMax;
    return isFar || waiting.isTooMuch(this);
  }

  fallBehind(): void {
    if (this.#isOpen) this.#cut("reads too slowly");
  }

  #cut(why: CutReason): void {
    this.#setting.onCut(why);
    this.closed();
    this.#socket.destroy();
  }

  subscribe(
    call: Call,
    type: SubscriptionType,
    { filter, transactionHashes, isFull }: SubscriptionSelection,
  ): string {
    // A request may be decoded after its socket has closed, when nothing would end the subscription.
    if (!this.#isOpen) throw cancelledError();
    const max = this.#setting.limits.socketSubscriptionsMax;
    assertAtMost("socket-subscriptions", this.#subscriptions.length + 1, max);
    const subscription = new Subscription(this.#setting.newId(), this, type, {
      filter: filter && packFilter(filter, this.#setting.limits),
      hashes: transactionHashes && packHashes(transactionHashes),
      isFull,
    });
    this.#setting.heldBytes.take(this.client, subscription.bytes);
    this.#subscriptions = [...this.#subscriptions, subscription];
    call.afterAnswer(() => {
      if (this.#subscriptions.includes(subscription)) this.#setting.registry.add(subscription);
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

  /** Closes the connection from the server's side. */
  end(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.closed();
    this.#socket.end(code, reason);
  }

  /** Takes no more messages, and closes the connection from the server's side once those received are answered. */
  endWhenAnswered(code: number, reason: string): void {
    this.#close = () => this.end(code, reason);
    this.#endIfAnswered();
  }

  #endIfAnswered(): void {
    if (this.#close === undefined) return;
    // Corked bytes leave in the current turn of the event loop, without a drain event.
    void this.#setting.slices.next().then(() => {
      const isAnswered = this.#calls.length === 0 && this.#messages === undefined;
      if (!this.#isOpen || !isAnswered || this.#line !== undefined) return;
      if (this.#socket.waitingBytes() === 0) this.#close?.();
    });
  }

  /** Releases everything after the connection has closed; may be called more than once. */
  closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#line?.close();
    this.#setting.waiting.count(this, 0);
    for (const call of this.#calls) call.abort();
    for (const subscription of this.#subscriptions) this.#end(subscription);
    this.#subscriptions = none;
    this.#setting.onClosed();
  }

  #end(subscription: Subscription): void {
    this.#setting.registry.remove(subscription);
    this.#setting.heldBytes.give(this.client, subscription.bytes);
  }
}
