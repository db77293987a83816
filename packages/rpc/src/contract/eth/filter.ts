/**
 * Declares filters, beyond the specification, for clients that cannot hold a connection: they collect
 * events between polls. A filter that is not polled is removed after five minutes.
 */
import * as z from "@tandem/schema";
import { flag, hash32 } from "../codec/wire.js";
import { orNull, writerOf, written } from "../codec/writer.js";
import { exampleLog, exampleTopic } from "../example.js";
import { method } from "../method.js";
import { logFilter } from "../shape/filter.js";
import { log, subscribedLog } from "../shape/log.js";

const exampleId = "0x2b1c6f3f0e0b4b6ca1f0c1b6ad6a6f0e";
const id = z.string("expected a filter id").describe("Filter id.");

export const newFilter = method("eth_newFilter", {
  summary: "Creates a filter that collects matching logs.",
  params: { filter: logFilter },
  result: z.string(),
  faults: ["limit"],
  example: { params: [{ topics: [exampleTopic] }], result: exampleId },
});

export const newBlockFilter = method("eth_newBlockFilter", {
  summary: "Creates a filter that collects the hashes of new blocks.",
  params: {},
  result: z.string(),
  faults: ["limit"],
  example: { params: [], result: exampleId },
});

export const newPendingTransactionFilter = method("eth_newPendingTransactionFilter", {
  summary: "Creates a filter that collects the hashes of transactions that enter the pool.",
  params: {},
  result: z.string(),
  faults: ["limit"],
  example: { params: [], result: exampleId },
});

const changedLogs = z.array(subscribedLog);
const hashes = z.array(hash32);
const writeLogs = writerOf(changedLogs);
const writeHashes = writerOf(hashes);
type Changes = z.output<typeof changedLogs> | z.output<typeof hashes>;

const areHashes = (list: Changes): list is z.output<typeof hashes> => list[0] instanceof Uint8Array;

export const getFilterChanges = method("eth_getFilterChanges", {
  summary:
    "Returns the entries that a filter has collected since the last call; logs have `removed`. With `--errors hardhat` an " +
    "unknown filter has null, as there.",
  params: { id },
  result: orNull(
    written(z.union([hashes, changedLogs]), (list) =>
      areHashes(list) ? writeHashes(list) : writeLogs(list),
    ),
  ),
  faults: ["filter", "limit"],
  example: { params: [exampleId], result: [{ ...exampleLog, removed: false }] },
});

export const getFilterLogs = method("eth_getFilterLogs", {
  summary:
    "Returns all logs that match a filter, as `eth_getLogs` does. With `--errors hardhat` an unknown filter has null, as " +
    "there.",
  params: { id },
  result: orNull(z.array(log)),
  faults: ["filter", "limit"],
  example: { params: [exampleId], result: [exampleLog] },
});

export const uninstallFilter = method("eth_uninstallFilter", {
  summary: "Removes a filter. Returns false if there is none with this id.",
  params: { id },
  result: flag,
  example: { params: [exampleId], result: true },
});
