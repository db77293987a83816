/** Decodes state overrides, some accounts or some slots at a time. */
import { isJsonObject, type JsonObject, type StateOverrides } from "@tandem/primitives";
import { withMembers } from "../../codec/slices.js";

/** Decodes overrides that are a part of the given ones. */
export type DecodeOverrides = (part: JsonObject) => StateOverrides;

/** The number of accounts and slots that are decoded between two yields: less than a millisecond. */
const membersInSlice = 64;

const storages = ["state", "stateDiff"] as const;

const membersOf = (value: unknown): JsonObject | undefined =>
  isJsonObject(value) ? value : undefined;

/** The storage of an override that has many slots, with its keys, since listing them takes time. */
interface LongStorage {
  readonly name: (typeof storages)[number];
  readonly slots: JsonObject;
  readonly keys: readonly string[];
}

/**
 * Returns the long storage of an override. Returns undefined if none is long, or if two are, which
 * is invalid.
 */
function longStorage(override: JsonObject | undefined): LongStorage | undefined {
  const given = storages.flatMap((name) => {
    const slots = membersOf(override?.[name]);
    return slots === undefined ? [] : [{ name, slots }];
  });
  const [only] = given;
  if (only === undefined || given.length > 1) return undefined;
  const keys = Object.keys(only.slots);
  return keys.length > membersInSlice ? { ...only, keys } : undefined;
}

/** Decodes long storage in parts and merges them. */
function* decodeLong(
  account: string,
  override: JsonObject,
  { name, slots, keys }: LongStorage,
  decode: DecodeOverrides,
): Generator<void, StateOverrides[number][]> {
  const pairs: (readonly [Uint8Array, Uint8Array])[] = [];
  let first: StateOverrides[number] | undefined;
  for (let at = 0; at < keys.length; at += membersInSlice) {
    yield;
    const names = keys.slice(at, at + membersInSlice);
    const part = Object.fromEntries(names.map((slot) => [slot, slots[slot]]));
    const only = { [name]: part };
    const given = first === undefined ? withMembers(override, only) : only;
    const [decoded] = decode(Object.fromEntries([[account, given]]));
    first ??= decoded;
    for (const pair of decoded?.[1][name] ?? []) pairs.push(pair);
  }
  return first === undefined ? [] : [[first[0], { ...first[1], [name]: pairs }]];
}

type FindLong = (account: string) => LongStorage | undefined;

function* decodeAll(
  overrides: JsonObject,
  accounts: readonly string[],
  findLong: FindLong,
  decode: DecodeOverrides,
): Generator<void, StateOverrides> {
  const decoded: StateOverrides[number][] = [];
  let part: [string, unknown][] = [];
  const decodePart = () => {
    for (const one of decode(Object.fromEntries(part))) decoded.push(one);
    part = [];
  };
  yield;
  for (const account of accounts) {
    const long = findLong(account);
    if (long !== undefined) {
      decodePart();
      const override = overrides[account] as JsonObject;
      for (const one of yield* decodeLong(account, override, long, decode)) decoded.push(one);
      continue;
    }
    part.push([account, overrides[account]]);
    if (part.length < membersInSlice) continue;
    decodePart();
    yield;
  }
  decodePart();
  return decoded;
}

/** Decodes large overrides in steps; undefined if they are small or no object. */
export function overrideSteps(
  value: unknown,
  decode: DecodeOverrides,
): Generator<void, StateOverrides> | undefined {
  const overrides = membersOf(value);
  if (overrides === undefined) return undefined;
  const accounts = Object.keys(overrides);
  const findLong: FindLong = (account) => longStorage(membersOf(overrides[account]));
  if (accounts.length > membersInSlice) return decodeAll(overrides, accounts, findLong, decode);
  const longs = new Map(accounts.map((account) => [account, findLong(account)]));
  if (![...longs.values()].some((long) => long !== undefined)) return undefined;
  return decodeAll(overrides, accounts, (account) => longs.get(account), decode);
}
