/** Implements the methods that contract/eth/subscribe.ts declares. */
import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/subscribe.js";
import type { Call, Handler, Subscriber } from "../handler.js";

/** Returns the subscriber of a call; the dispatcher refuses these methods on calls without one. */
function subscriberOf({ subscriber }: Call): Subscriber {
  if (subscriber !== undefined) return subscriber;
  throw new TypeError("a subscription without a connection");
}

export const subscribe: Handler<typeof contract.subscribe> = (_, { type, filter }, call) => {
  if (typeof filter === "boolean") {
    if (filter && type !== "newPendingTransactions") throw onlyPending();
    return subscriberOf(call).subscribe(call, type, { isFull: filter });
  }
  if (!filter) return subscriberOf(call).subscribe(call, type, {});
  const { transactionHashes, ...logs } = filter;
  if (type !== "logs" && logs.addresses.length + logs.topics.length > 0) {
    throw new RpcError("params", "params[1] (filter): only a logs subscription takes a filter");
  }
  if (type !== "transactionReceipts" && transactionHashes !== undefined) throw onlyReceipts();
  return subscriberOf(call).subscribe(call, type, { filter: logs, transactionHashes });
};

const onlyPending = () =>
  new RpcError(
    "params",
    "params[1] (filter): only a newPendingTransactions subscription has whole transactions",
  );

const onlyReceipts = () =>
  new RpcError(
    "params",
    "params[1] (filter): only a transactionReceipts subscription takes transactionHashes",
  );

export const unsubscribe: Handler<typeof contract.unsubscribe> = (_, { id }, call) =>
  subscriberOf(call).unsubscribe(id);
