/** Defines the filter of `parity_pendingTransactions`, in the form of OpenEthereum. */
import * as z from "@tandem/schema";
import { address, objectOf, quantity } from "../codec/wire.js";

const amount = objectOf("an object with eq, lt or gt", {
  eq: quantity.nullish(),
  lt: quantity.nullish(),
  gt: quantity.nullish(),
}).refine(
  ({ eq, lt, gt }) => [eq, lt, gt].filter((bound) => bound != null).length <= 1,
  "expected one of eq, lt and gt",
);

const receiver = objectOf("an object with eq or action", {
  eq: address.nullish(),
  action: z.literal("contract_creation", "expected contract_creation").nullish(),
}).refine(({ eq, action }) => !(eq && action), "expected either eq or action");

/** A filter, every member of which a transaction must match. */
export const pendingFilter = objectOf("a filter object", {
  from: objectOf("an object with eq", { eq: address.nullish() }).nullish(),
  to: receiver.nullish(),
  gas: amount.nullish(),
  gas_price: amount.nullish(),
  value: amount.nullish(),
  nonce: amount.nullish(),
}).meta({ id: "PendingFilter" });

export type PendingFilter = z.output<typeof pendingFilter>;
/** A bound of an amount. */
export type AmountBound = z.output<typeof amount>;
