/** Defines the results in notifications of each subscription type. */
import * as z from "@tandem/schema";
import { hash32 } from "../codec/wire.js";
import { newHead } from "./header.js";
import { subscribedLog } from "./log.js";
import { receipt } from "./receipt.js";
import { syncState } from "./sync.js";

export const notifications = {
  newHeads: newHead,
  logs: subscribedLog,
  newPendingTransactions: hash32,
  syncing: syncState,
  transactionReceipts: z.array(receipt),
} as const;
