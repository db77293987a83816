import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/subscribe.js";
import type { Handler, Subscriber } from "../handler.js";

function overWebSocket(name: string, subscriber: Subscriber | undefined): Subscriber {
  if (subscriber !== undefined) return subscriber;
  throw new RpcError("method", `${name} is available over WebSocket only`);
}

export const subscribe: Handler<typeof contract.subscribe> = (_, { type, filter }, call) => {
  const subscriber = overWebSocket("eth_subscribe", call.subscriber);
  if (type !== "logs" && filter && filter.addresses.length + filter.topics.length > 0) {
    throw new RpcError("params", "params[1] (filter): only a logs subscription takes a filter");
  }
  return subscriber.subscribe(call, type, filter ?? undefined);
};

export const unsubscribe: Handler<typeof contract.unsubscribe> = (_, { id }, { subscriber }) =>
  overWebSocket("eth_unsubscribe", subscriber).unsubscribe(id);
