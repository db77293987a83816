/** Declares the methods of specification section 4, "Subscriptions", for WebSocket and IPC only. */
import * as z from "@tandem/schema";
import { flag } from "../codec/wire.js";
import { exampleTopic } from "../example.js";
import { method } from "../method.js";
import { subscriptionFilter } from "../shape/filter.js";
import type { notifications } from "../shape/notification.js";

export type SubscriptionType = keyof typeof notifications;

const types = [
  "newHeads",
  "logs",
  "newPendingTransactions",
  "syncing",
  "transactionReceipts",
] as const satisfies readonly SubscriptionType[];
const exampleId = "0x9cef478923ff08bf67fde6c64013158d";

export const subscribe = method("eth_subscribe", {
  summary: "Creates a subscription on this connection and returns its id.",
  params: {
    type: z.enum(types, `expected one of the subscription types ${types.join(", ")}`),
    filter: z
      .union([subscriptionFilter, flag], "expected a filter object")
      .describe(
        "Of `logs` a filter; of `newPendingTransactions` true for whole transactions; of `transactionReceipts`, which sends the receipts of each new block in an array as geth does, an object whose `transactionHashes` select at most 200 of them.",
      )
      .nullish(),
  },
  result: z.string(),
  faults: ["limit", "method"],
  isWebSocketOnly: true,
  example: { params: ["logs", { topics: [exampleTopic] }], result: exampleId },
});

export const unsubscribe = method("eth_unsubscribe", {
  summary:
    "Removes a subscription of this connection. Returns false if there is none with this id.",
  params: { id: z.string("expected a subscription id").describe("Subscription id.") },
  result: flag,
  faults: ["method"],
  isWebSocketOnly: true,
  example: { params: [exampleId], result: true },
});
