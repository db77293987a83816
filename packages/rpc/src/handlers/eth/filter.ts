/** Implements the methods that contract/eth/filter.ts declares. */

import { JsonText } from "../../contract/codec/writer.js";
import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/filter.js";
import type { Handler } from "../handler.js";
import { logsText } from "./logs.js";

export const newFilter: Handler<typeof contract.newFilter> = (_, { filter }, { client }, filters) =>
  filters.add({ kind: "logs", query: filter }, client);

/** A block filter of Hardhat's network begins with the head. */
export const newBlockFilter: Handler<typeof contract.newBlockFilter> = (
  node,
  _,
  { client, errorForm },
  filters,
) => {
  const first = errorForm === "hardhat" ? node.headHash() : undefined;
  return filters.add({ kind: "blocks", first }, client);
};

export const newPendingTransactionFilter: Handler<typeof contract.newPendingTransactionFilter> = (
  _,
  __,
  { client },
  filters,
) => filters.add({ kind: "pendingTransactions" }, client);

export const getFilterChanges: Handler<typeof contract.getFilterChanges> = (
  _,
  { id },
  __,
  filters,
) => {
  const text = filters.changes(id);
  return text instanceof Promise ? text.then((late) => new JsonText(late)) : new JsonText(text);
};

export const getFilterLogs: Handler<typeof contract.getFilterLogs> = (
  node,
  { id },
  call,
  filters,
) => {
  const query = filters.queryOf(id);
  if (query === undefined) throw new RpcError("filter", "filter not found: it is not a log filter");
  return logsText(node, query, call);
};

export const uninstallFilter: Handler<typeof contract.uninstallFilter> = (_, { id }, __, filters) =>
  filters.remove(id);
