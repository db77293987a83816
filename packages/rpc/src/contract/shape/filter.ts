/** Defines the log filter of specification section 2, for `eth_getLogs` and for `logs` subscriptions. */
import {
  type Address,
  type BlockRef,
  type Hash32,
  isJsonObject,
  type LogFilter,
} from "@tandem/primitives";
import * as z from "@tandem/schema";
import type { LogQuery } from "../../backend/chain-api.js";
import { blockNumber } from "../codec/block-ref.js";
import { shortcut, shortcutLater } from "../codec/shortcut.js";
import { address, hash32, objectOf } from "../codec/wire.js";

/** The maximum number of addresses of a filter: each log is compared with every one. */
export const filterAddressesMax = 1000;
/** The maximum number of values for one topic position, for the same reason. */
export const filterTopicsMax = 1000;
/** The maximum number of transactions that a subscription to receipts selects, as on geth. */
const receiptHashesMax = 200;
/** The maximum number of topics of a log (EVM). */
const topicPositionsMax = 4;

// A union reports its own text instead of those of its members, so the text has the limit too.
const addressesText = `expected an address or an array of at most ${filterAddressesMax} addresses`;
const topicText = `expected null, a 32-byte topic or an array of at most ${filterTopicsMax} of those`;

const addressList = z.array(address).max(filterAddressesMax);
const topicList = z.array(hash32.nullable()).max(filterTopicsMax);

const topics = z
  .array(z.union([z.null(), hash32, topicList], topicText), "expected an array of topics")
  .max(topicPositionsMax, `expected at most ${topicPositionsMax} topic positions`);

/** One address or several; null and absent match any. */
export const addresses = z.union([address, addressList], addressesText);

/** Decodes addresses in their plain forms; undefined if the schema must decide. */
export function plainAddresses(value: unknown): Address[] | undefined {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > filterAddressesMax) return undefined;
  const found = list.flatMap((one) => (plainAddress(one) as Address | undefined) ?? []);
  return found.length === list.length ? found : undefined;
}

const plainAddress = shortcutLater(address);

const selection = { address: addresses.nullish(), topics: topics.nullish() };

export const addressesOf = (wire: Address | Address[] | null | undefined): Address[] => {
  if (wire === null || wire === undefined) return [];
  return wire instanceof Uint8Array ? [wire] : (wire as Address[]);
};

type TopicPosition = Hash32 | (Hash32 | null)[] | null;

/**
 * Returns the values of a topic position. An empty list, or one with null among its values, matches
 * any topic.
 */
function alternativesAt(position: TopicPosition): Hash32[] | undefined {
  if (position === null) return undefined;
  if (position instanceof Uint8Array) return [position];
  const values = position.filter((topic) => topic !== null);
  return values.length === 0 || values.length < position.length ? undefined : values;
}

const plainHash = shortcutLater(hash32) as (value: unknown) => Hash32 | undefined;

/** Decodes a topic position in its plain forms; undefined if the schema must decide. */
function plainPosition(value: unknown): TopicPosition | undefined {
  if (value === null) return null;
  if (!Array.isArray(value)) return plainHash(value);
  if (value.length > filterTopicsMax) return undefined;
  const found: (Hash32 | null)[] = [];
  for (const one of value) {
    const topic = one === null ? null : plainHash(one);
    if (topic === undefined) return undefined;
    found.push(topic);
  }
  return found;
}

/** Decodes the topics of a filter likewise. */
function plainTopics(value: unknown): LogFilter["topics"] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > topicPositionsMax) return undefined;
  const found: (readonly Hash32[] | undefined)[] = [];
  for (const one of value) {
    const position = plainPosition(one);
    if (position === undefined) return undefined;
    found.push(alternativesAt(position));
  }
  return found;
}

interface Selection {
  readonly address?: Address | Address[] | null | undefined;
  readonly topics?: TopicPosition[] | null | undefined;
}

const filterOf = (wire: Selection): LogFilter => ({
  addresses: addressesOf(wire.address),
  topics: (wire.topics ?? []).map(alternativesAt),
});

const wireOf = ({ addresses, topics }: LogFilter) => ({
  ...(addresses.length === 0 ? {} : { address: [...addresses] }),
  ...(topics.length === 0 ? {} : { topics: topics.map((some) => (some ? [...some] : null)) }),
});

/** The criteria of a `logs` subscription, and of one to receipts. */
export interface SubscriptionFilter extends LogFilter {
  /** Is undefined if the receipts of every transaction are selected. */
  readonly transactionHashes?: readonly Hash32[] | undefined;
}

const subscriptionObject = objectOf("a filter object", {
  ...selection,
  transactionHashes: z
    .array(hash32, "expected an array of transaction hashes")
    .max(receiptHashesMax, `expected at most ${receiptHashesMax} transaction hashes`)
    .nullish(),
});

export const subscriptionFilter = z
  .codec(subscriptionObject, z.custom<SubscriptionFilter>(), {
    decode({ transactionHashes, ...logs }) {
      const selects = transactionHashes != null && transactionHashes.length > 0;
      return { ...filterOf(logs), ...(selects ? { transactionHashes } : {}) };
    },
    encode: ({ transactionHashes, ...logs }) => ({
      ...wireOf(logs),
      ...(transactionHashes === undefined ? {} : { transactionHashes: [...transactionHashes] }),
    }),
  })
  .meta({ id: "SubscriptionFilter" });

const logFilterObject = objectOf("a filter object", {
  blockHash: hash32.nullish(),
  fromBlock: blockNumber.nullish(),
  toBlock: blockNumber.nullish(),
  ...selection,
});
type Bounds = Pick<z.output<typeof logFilterObject>, "blockHash" | "fromBlock" | "toBlock">;

const latest: BlockRef = { tag: "latest" };

const heightOf = (ref: BlockRef): number | undefined => {
  if ("number" in ref) return ref.number;
  return "tag" in ref && ref.tag === "earliest" ? 0 : undefined;
};

/** Returns whether a range ends before it begins, whatever the chain is. */
export function isReversed(range: LogQuery["range"]): boolean {
  if ("blockHash" in range) return false;
  const first = heightOf(range.from);
  const last = heightOf(range.to);
  return first !== undefined && last !== undefined && first > last;
}

/** Returns the bounds of the range, or a description of what is invalid in them. */
function rangeOf({ blockHash, fromBlock, toBlock }: Bounds): LogQuery["range"] | string {
  if (blockHash) {
    if (fromBlock || toBlock) return "expected either blockHash or fromBlock and toBlock, not both";
    return { blockHash };
  }
  return { from: fromBlock ?? latest, to: toBlock ?? latest };
}

const wireOfRange = (range: LogQuery["range"]) =>
  "blockHash" in range ? range : { fromBlock: range.from, toBlock: range.to };

const plainNumber = shortcutLater(blockNumber) as (value: unknown) => BlockRef | undefined;

/** Decodes a filter whose members all have plain forms. Returns undefined if the schema must decide. */
function plainFilter(wire: unknown): LogQuery | undefined {
  if (!isJsonObject(wire)) return undefined;
  const blockHash = wire.blockHash == null ? null : plainHash(wire.blockHash);
  const fromBlock = wire.fromBlock == null ? null : plainNumber(wire.fromBlock);
  const toBlock = wire.toBlock == null ? null : plainNumber(wire.toBlock);
  if (blockHash === undefined || fromBlock === undefined || toBlock === undefined) return undefined;
  const addresses = plainAddresses(wire.address);
  const topics = plainTopics(wire.topics);
  if (addresses === undefined || topics === undefined) return undefined;
  const range = rangeOf({ blockHash, fromBlock, toBlock });
  return typeof range === "string" ? undefined : { filter: { addresses, topics }, range };
}

const logFilterCodec = z
  .codec(logFilterObject, z.custom<LogQuery>(), {
    decode(wire, context) {
      const range = rangeOf(wire);
      if (typeof range !== "string") return { filter: filterOf(wire), range };
      context.issues.push({ code: "custom", input: wire, message: range });
      return z.NEVER;
    },
    encode: ({ filter, range }) => ({ ...wireOfRange(range), ...wireOf(filter) }),
  })
  .meta({ id: "LogFilter" });

export const logFilter = shortcut(logFilterCodec, plainFilter);
