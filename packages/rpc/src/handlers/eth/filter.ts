/** Handlers of contract/eth/filter.ts. */
import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/filter.js";
import { JsonText } from "../../contract/writer.js";
import type { Handler } from "../handler.js";
import { logsText } from "./logs.js";

export const newFilter: Handler<typeof contract.newFilter> = (_, { filter }, __, filters) =>
  filters.add({ kind: "logs", query: filter });

export const newBlockFilter: Handler<typeof contract.newBlockFilter> = (_, __, ___, filters) =>
  filters.add({ kind: "blocks" });

export const newPendingTransactionFilter: Handler<typeof contract.newPendingTransactionFilter> = (
  _,
  __,
  ___,
  filters,
) => filters.add({ kind: "pendingTransactions" });

export const getFilterChanges: Handler<typeof contract.getFilterChanges> = (
  _,
  { id },
  __,
  filters,
) => new JsonText(filters.changes(id));

export const getFilterLogs: Handler<typeof contract.getFilterLogs> = (
  node,
  { id },
  call,
  filters,
) => {
  const subject = filters.subjectOf(id);
  if (subject.kind !== "logs") throw new RpcError("filter", "filter not found: it is not of logs");
  return logsText(node, subject.query, call);
};

export const uninstallFilter: Handler<typeof contract.uninstallFilter> = (_, { id }, __, filters) =>
  filters.remove(id);
