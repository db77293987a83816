/** Decodes the long lists of call objects, some entries at a time. */
import type { CallRequest } from "@tandem/primitives";
import { type DecodePart, withMembers } from "../../codec/slices.js";

type Members = Readonly<Record<string, unknown>>;
type AccessList = NonNullable<CallRequest["accessList"]>;
type AuthorizationList = NonNullable<CallRequest["authorizationList"]>;

/**
 * The number of entries of a list, or storage keys, that are decoded between two yields: less than a
 * millisecond.
 */
const entriesInSlice = 128;

/** The number of characters from which two texts are compared before they are decoded. */
const longText = 1024 * 1024;

/** Returns whether data and input are the same long text: then decoding one of them is enough. */
const isSameLongText = ({ data, input }: Members): boolean =>
  typeof data === "string" && data.length >= longText && data === input;

const listOf = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined;

const keysOf = (entry: unknown): readonly unknown[] | undefined =>
  listOf((Object(entry) as { readonly storageKeys?: unknown }).storageKeys);

const weightOf = (entry: unknown) => 1 + (keysOf(entry)?.length ?? 0);

function isLong(list: readonly unknown[] | undefined): boolean {
  if (list === undefined) return false;
  let weight = 0;
  for (const entry of list) {
    weight += weightOf(entry);
    if (weight > entriesInSlice) return true;
  }
  return false;
}

/**
 * Decodes one entry with many storage keys.
 * @param at index of the entry in the list.
 */
function* decodeKeys(
  entry: Members,
  at: number,
  decode: DecodePart,
): Generator<void, AccessList[number][]> {
  const keys = keysOf(entry) ?? [];
  const storageKeys: AccessList[number]["storageKeys"][number][] = [];
  let decoded: AccessList[number] | undefined;
  for (let from = 0; from < keys.length; from += entriesInSlice) {
    const part = withMembers(entry, { storageKeys: keys.slice(from, from + entriesInSlice) });
    const { accessList } = decode({ accessList: [part] }, [at, from]) as CallRequest;
    decoded = accessList?.[0];
    for (const key of decoded?.storageKeys ?? []) storageKeys.push(key);
    yield;
  }
  return decoded === undefined ? [] : [{ ...decoded, storageKeys }];
}

function* decodeAccessList(
  list: readonly unknown[],
  decode: DecodePart,
): Generator<void, AccessList> {
  const decoded: AccessList[number][] = [];
  for (let at = 0; at < list.length; ) {
    const begin = at;
    let weight = weightOf(list[at++]);
    if (weight > entriesInSlice) {
      for (const entry of yield* decodeKeys(list[begin] as Members, begin, decode)) {
        decoded.push(entry);
      }
      continue;
    }
    while (at < list.length && weight + weightOf(list[at]) <= entriesInSlice) {
      weight += weightOf(list[at++]);
    }
    const { accessList } = decode({ accessList: list.slice(begin, at) }, [begin]) as CallRequest;
    for (const entry of accessList ?? []) decoded.push(entry);
    yield;
  }
  return decoded;
}

function* decodeAuthorizations(
  list: readonly unknown[],
  decode: DecodePart,
): Generator<void, AuthorizationList> {
  const decoded: AuthorizationList[number][] = [];
  for (let at = 0; at < list.length; at += entriesInSlice) {
    const part = { authorizationList: list.slice(at, at + entriesInSlice) };
    const { authorizationList } = decode(part, [at]) as CallRequest;
    for (const entry of authorizationList ?? []) decoded.push(entry);
    yield;
  }
  return decoded;
}

function* decodeCall(members: Members, decode: DecodePart): Generator<void, CallRequest> {
  const { accessList, authorizationList } = members;
  const [addresses, authorizations] = [listOf(accessList), listOf(authorizationList)];
  const call = decode(
    withMembers(members, {
      ...(isSameLongText(members) ? { input: undefined } : {}),
      ...(addresses && { accessList: undefined }),
      ...(authorizations && { authorizationList: undefined }),
    }),
  ) as CallRequest;
  return {
    ...call,
    ...(addresses && { accessList: yield* decodeAccessList(addresses, decode) }),
    ...(authorizations && {
      authorizationList: yield* decodeAuthorizations(authorizations, decode),
    }),
  };
}

/** Decodes a call with long lists or texts in steps; undefined if it has none. */
export function callSteps(
  value: unknown,
  decode: DecodePart,
): Generator<void, CallRequest> | undefined {
  const call = Object(value) as Members;
  const hasLongList = isLong(listOf(call.accessList)) || isLong(listOf(call.authorizationList));
  return hasLongList || isSameLongText(call) ? decodeCall(call, decode) : undefined;
}

type Pair = readonly [call: unknown, other: unknown];

const isPair = (value: unknown): value is Pair => Array.isArray(value) && value.length === 2;

/**
 * Decodes pairs of a call and something short, pair by pair; undefined if they are few and no call
 * has long lists or texts, or if there are more than `max`.
 */
export function pairedCallSteps(
  max: number,
  value: unknown,
  decode: DecodePart,
): Generator<void, unknown[]> | undefined {
  if (!Array.isArray(value) || value.length > max) return undefined;
  const pairs = value.filter(isPair);
  const isPlain = ([call]: Pair) => callSteps(call, decode) === undefined;
  return pairs.length < value.length || pairs.every(isPlain)
    ? undefined
    : decodePairs(pairs, decode);
}

function* decodePairs(pairs: readonly Pair[], decode: DecodePart): Generator<void, unknown[]> {
  const decoded: unknown[] = [];
  for (const [at, [call, other]] of pairs.entries()) {
    yield;
    // A pair is an array, and the call is its first item.
    const pairOf = (part: unknown, offsets: readonly number[] = []) =>
      (decode([[part, other]], [at, 0, ...offsets]) as Pair[])[0] as Pair;
    const steps = callSteps(call, (part, offsets) => pairOf(part, offsets)[0]);
    if (steps === undefined) decoded.push(pairOf(call));
    else decoded.push([yield* steps, pairOf({})[1]]);
  }
  return decoded;
}
