/**
 * Declares the methods of specification section 4, "Account and state reads", one that reads what three of
 * them do, and one that reads many slots. State at an unknown block is null.
 */
import { type Address, type Hash32, toHex } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { blockRef } from "../codec/block-ref.js";
import { type DecodePart, type SlicedDecoder, sliced } from "../codec/slices.js";
import {
  address,
  addressText,
  bytesOfText,
  data,
  hash32,
  quantity,
  storagePosition,
} from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { exampleAddress } from "../example.js";
import { slotsMax } from "../limits.js";
import { method } from "../method.js";

const account = address.describe("Account to read.");
const block = blockRef.describe("Block after which the state is read.");
const blockOrLatest = block.prefault("latest");

export const getBalance = method("eth_getBalance", {
  historical: { kind: "state", param: "block" },
  summary: "Returns the balance of an account in the native currency, in wei.",
  params: { address: account, block: blockOrLatest },
  result: orNull(quantity),
  example: { params: [exampleAddress, "latest"], result: "0x21e19e0c9bab2400000" },
});

export const getCode = method("eth_getCode", {
  historical: { kind: "state", param: "block" },
  summary: "Returns the runtime code of a contract, `0x` without code.",
  params: { address: account, block },
  result: orNull(data),
  example: { params: [exampleAddress, "latest"], result: "0x" },
});

export const getStorageAt = method("eth_getStorageAt", {
  historical: { kind: "state", param: "block" },
  summary: "Returns the value of one storage slot: 32 bytes.",
  params: { address: account, position: storagePosition.describe("Slot."), block },
  result: orNull(hash32),
  example: {
    params: [exampleAddress, "0x0", "latest"],
    result: "0x0000000000000000000000000000000000000000000000000000000000000000",
  },
});

export const getTransactionCount = method("eth_getTransactionCount", {
  historical: { kind: "state", param: "block" },
  summary:
    "Returns the number of transactions sent from an account; with `pending` it includes executable pending ones.",
  params: { address: account, block: blockOrLatest },
  result: orNull(quantity),
  example: { params: [exampleAddress, "pending"], result: "0x1" },
});

export const getAccountInfo = method("eth_getAccountInfo", {
  historical: { kind: "state", param: "block" },
  summary: "Returns the balance, the nonce and the code of an account, which Foundry's forks read.",
  params: { address: account, block: blockOrLatest },
  result: orNull(z.object({ balance: quantity, nonce: quantity, code: data })),
  example: {
    params: [exampleAddress, "latest"],
    result: { balance: "0x21e19e0c9bab2400000", nonce: "0x1", code: "0x" },
  },
});

/** The slots to read of some accounts. */
type SlotsByAccount = readonly (readonly [account: Address, slots: readonly Hash32[]])[];

const slotRecord = z.record(
  addressText,
  z.array(storagePosition, "expected an array of storage positions"),
  "expected an object from addresses to arrays of storage positions",
);

const hasFewSlots = (record: z.output<typeof slotRecord>) => {
  const lists = Object.values(record);
  const count = lists.reduce((sum, slots) => sum + slots.length, 0);
  return lists.length <= slotsMax && count > 0 && count <= slotsMax;
};

const isTooLong = (list: unknown): list is readonly unknown[] =>
  Array.isArray(list) && list.length > slotsMax;

/**
 * Decodes the beginning of a request over the limit, which is refused as the whole would be. The schema decodes
 * 200,000 accounts in a second, at once.
 */
const beginning: SlicedDecoder = (value, decode) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const accounts = Object.keys(value).slice(0, slotsMax + 1);
  const lists = value as Readonly<Record<string, unknown>>;
  const isOver =
    accounts.length > slotsMax || accounts.some((account) => isTooLong(lists[account]));
  return isOver ? decodeBeginning(lists, accounts, decode) : undefined;
};

function* decodeBeginning(
  lists: Readonly<Record<string, unknown>>,
  accounts: readonly string[],
  decode: DecodePart,
): Generator<void, unknown> {
  yield;
  const cut = (list: unknown) => (isTooLong(list) ? list.slice(0, slotsMax + 1) : list);
  return decode(Object.fromEntries(accounts.map((account) => [account, cut(lists[account])])));
}

const slotsByAccount = sliced(
  z.codec(
    slotRecord.refine(
      hasFewSlots,
      `expected 1 to ${slotsMax} storage positions, of at most as many accounts`,
    ),
    z.custom<SlotsByAccount>(),
    {
      decode: (record) =>
        Object.entries(record).map(
          ([account, slots]) => [bytesOfText(account) as Address, slots] as const,
        ),
      encode: (pairs) =>
        Object.fromEntries(pairs.map(([account, slots]) => [toHex(account), [...slots]])),
    },
  ),
  beginning,
);

export const getStorageValues = method("eth_getStorageValues", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary: "Returns the values of storage slots of several accounts, in the order of the request.",
  params: {
    requests: slotsByAccount.describe("Slots to read, by account."),
    block: blockOrLatest,
  },
  result: orNull(z.record(z.string(), z.array(hash32))),
  example: {
    params: [{ [exampleAddress]: ["0x0"] }, "latest"],
    result: {
      [exampleAddress]: ["0x0000000000000000000000000000000000000000000000000000000000000000"],
    },
  },
});
