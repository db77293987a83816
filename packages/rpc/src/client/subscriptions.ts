/** Manages the active subscriptions of a client. Their ids change with each connection. */
import { isJsonObject } from "@tandem/primitives";
import * as z from "zod";
import { type SubscriptionType, subscribe } from "../contract/eth/subscribe.js";
import { notifications } from "../contract/shape/notification.js";
import { encodeParams, type Value } from "./calls.js";
import { ConnectionError, type JsonRpcResponse } from "./response.js";

export type { SubscriptionType } from "../contract/eth/subscribe.js";

/** The decoded event of a subscription of this type. */
export type SubscriptionEvent<T extends SubscriptionType> = z.output<(typeof notifications)[T]>;

type Filter = Value<(typeof subscribe)["params"]["filter"]>;

export interface SubscribeOptions<T extends SubscriptionType> {
  readonly type: T;
  /** The filter of a `logs` subscription, or the selection of one to receipts. */
  readonly filter?: T extends "logs" | "transactionReceipts" ? Filter : undefined;
  onEvent(event: SubscriptionEvent<T>): void;
  /** Called when the connection was lost: no event arrives until `onRenewed`. */
  onInterrupted?(): void;
  /**
   * Called when the subscription is active again on another connection; events in between were missed.
   */
  onRenewed?(): void;
  /** Called when the subscription has ended without `unsubscribe`. */
  onEnded?(error: unknown): void;
}

export interface ActiveSubscription {
  /** Ends the subscription. Returns whether the node knew it. */
  unsubscribe(): Promise<boolean>;
}

/** Sends a request. `done` runs before the next message is read. */
type Ask = (
  method: string,
  params: readonly unknown[],
  done: (answer: JsonRpcResponse | ConnectionError) => void,
) => void;

interface Notification {
  readonly params: { readonly subscription: string; readonly result: unknown };
}

export const isNotification = (message: unknown): message is Notification =>
  isJsonObject(message) &&
  message.method === "eth_subscription" &&
  isJsonObject(message.params) &&
  typeof message.params.subscription === "string";

/** Options of any subscription type. The listener gets the value that the type's schema decodes. */
type AnyOptions = Omit<SubscribeOptions<SubscriptionType>, "onEvent" | "filter"> & {
  readonly filter?: Filter | undefined;
  onEvent(event: never): void;
};

interface Wanted {
  readonly options: AnyOptions;
  readonly params: readonly unknown[];
  /** Is undefined while no connection has the subscription. */
  id: string | undefined;
}

function decodeEvent(type: SubscriptionType, result: unknown): unknown {
  const schema: z.ZodType = notifications[type];
  try {
    return z.decode(schema, result as never);
  } catch (cause) {
    throw new ConnectionError(`a notification is not a valid event of ${type}`, { cause });
  }
}

export class SubscriptionSet {
  readonly #ask: Ask;
  readonly #drop: (why: string) => void;
  readonly #wanted = new Set<Wanted>();
  readonly #byId = new Map<string, Wanted>();

  /** @param drop Closes the connection as if it had been lost; does nothing if it is lost already. */
  constructor(ask: Ask, drop: (why: string) => void) {
    this.#ask = ask;
    this.#drop = drop;
  }

  add<T extends SubscriptionType>(options: SubscribeOptions<T>): Promise<ActiveSubscription> {
    const { type, filter } = options;
    return new Promise((resolve, reject) => {
      const params = encodeParams(subscribe, { type, filter });
      const wanted: Wanted = { options, params, id: undefined };
      this.#begin(wanted, (error) => {
        if (error !== undefined) reject(error);
        else {
          this.#wanted.add(wanted);
          resolve({ unsubscribe: () => this.#remove(wanted) });
        }
      });
    });
  }

  /** Notifies every active subscription that its connection was lost. */
  interrupt(): void {
    for (const { options, id } of this.#wanted) if (id !== undefined) options.onInterrupted?.();
    this.#byId.clear();
    for (const wanted of this.#wanted) wanted.id = undefined;
  }

  /** Subscribes again for every subscription, since the connection is new. */
  renew(): void {
    for (const wanted of this.#wanted) {
      this.#begin(wanted, (error) => this.#renewed(wanted, error));
    }
  }

  notify({ params: { subscription, result } }: Notification): void {
    const wanted = this.#byId.get(subscription);
    if (wanted === undefined) return;
    wanted.options.onEvent(decodeEvent(wanted.options.type, result) as never);
  }

  end(error: ConnectionError): void {
    for (const { options } of this.#wanted) options.onEnded?.(error);
    this.#wanted.clear();
    this.#byId.clear();
  }

  #begin(wanted: Wanted, done: (error: unknown) => void): void {
    this.#ask(subscribe.name, wanted.params, (answer) => {
      if (answer instanceof ConnectionError) return done(answer);
      try {
        const id = z.decode(subscribe.result, answer.result() as string);
        wanted.id = id;
        this.#byId.set(id, wanted);
      } catch (error) {
        return done(error);
      }
      done(undefined);
    });
  }

  /**
   * Handles the end of a renewal. Without an answer, the next connection renews: either this one was
   * lost, or the node did not answer in time, and may or may not have the subscription.
   */
  #renewed(wanted: Wanted, error: unknown): void {
    if (error instanceof ConnectionError) this.#drop("the node did not renew a subscription");
    else if (error !== undefined) {
      this.#wanted.delete(wanted);
      wanted.options.onEnded?.(error);
    } else if (this.#wanted.has(wanted)) wanted.options.onRenewed?.();
    else void this.#forget(wanted);
  }

  #remove(wanted: Wanted): Promise<boolean> {
    this.#wanted.delete(wanted);
    return this.#forget(wanted);
  }

  #forget({ id }: Wanted): Promise<boolean> {
    if (id === undefined || !this.#byId.delete(id)) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#ask("eth_unsubscribe", [id], (answer) => {
        try {
          // A subscription also ends when its connection is lost.
          resolve(!(answer instanceof ConnectionError) && answer.result() === true);
        } catch {
          // Some nodes answer with an error if they do not know a subscription.
          resolve(false);
        }
      });
    });
  }
}
