/** Implements the methods that contract/eth/filter.ts declares. */

import type { Backend } from "../../backend/backend.js";
import type { LogQuery } from "../../backend/chain-api.js";
import type { ErrorForm } from "../../contract/answer-form.js";
import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/filter.js";
import { JsonText } from "../../written-json.js";
import type { Call, FilterBeginning, FilterRegistry, Handler } from "../handler.js";
import { assertForward, logsText } from "./logs.js";

/**
 * Returns whether a filter begins with the logs of its range: on anvil if the range begins at a named block, on Hardhat's
 * network always, and on geth never.
 */
function beginsWithPast({ range }: LogQuery, errorForm: ErrorForm): boolean {
  if (errorForm !== "anvil") return errorForm === "hardhat";
  return "blockHash" in range || !("tag" in range.from && range.from.tag === "latest");
}

/** Returns the logs of a range up to the head. Later ones are collected by the filter. */
async function pastLogs(node: Backend, query: LogQuery, call: Call): Promise<FilterBeginning> {
  const head = node.headHash();
  const text = (await logsText(node, query, call)).toString();
  if (node.headHash() !== head) return pastLogs(node, query, call);
  return { text: text.slice(1, -1), head };
}

export const newFilter: Handler<typeof contract.newFilter> = (node, { filter }, call, filters) => {
  assertForward(filter, call);
  const add = (first?: FilterBeginning) =>
    filters.add({ kind: "logs", query: filter, first }, call.client);
  return beginsWithPast(filter, call.errorForm) ? pastLogs(node, filter, call).then(add) : add();
};

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

/** Returns whether the answer is null: on Hardhat's network that of a filter that does not exist. */
const isUnknown = (filters: FilterRegistry, id: string, errorForm: ErrorForm) =>
  errorForm === "hardhat" && filters.typeOf(id) === undefined;

export const getFilterChanges: Handler<typeof contract.getFilterChanges> = (
  _,
  { id },
  { errorForm },
  filters,
) => {
  if (isUnknown(filters, id, errorForm)) return undefined;
  const text = filters.changes(id);
  return text instanceof Promise ? text.then((late) => new JsonText(late)) : new JsonText(text);
};

export const getFilterLogs: Handler<typeof contract.getFilterLogs> = (
  node,
  { id },
  call,
  filters,
) => {
  if (isUnknown(filters, id, call.errorForm)) return undefined;
  const query = filters.queryOf(id);
  if (query === undefined) throw new RpcError("filter", "filter not found: it is not a log filter");
  return logsText(node, query, call);
};

export const uninstallFilter: Handler<typeof contract.uninstallFilter> = (_, { id }, __, filters) =>
  filters.remove(id);
