/** Decodes a dumped state of this node or of anvil, plain or compressed. */

import { createGunzip } from "node:zlib";
import {
  type AccountOverride,
  emptyBytes,
  Fault,
  fromHex,
  givenCodeBytesMax,
  type StateOverrides,
} from "@tandem/primitives";
import { cancellationOf, messageOf, runYielding, yieldIfDue } from "@tandem/runtime";
import * as z from "@tandem/schema";
import { JsonReader } from "./json-reader.js";
import { dumpBytesMax } from "./limits.js";

const expectedAmount =
  "expected an integer from 0, in hex or decimal digits, as text if it is above 2^53 - 1";
const amount = z
  .union(
    [
      z.int(expectedAmount).nonnegative(expectedAmount),
      z.string().regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/, expectedAmount),
    ],
    expectedAmount,
  )
  .transform(BigInt);
const balance = amount.refine((wei) => wei < 2n ** 256n, "expected at most 256 bits");
const nonce = amount.refine((value) => value < 2n ** 64n, "expected a nonce below 2^64");
const wordPattern = /^0x[0-9a-fA-F]{1,64}$/;
const addressPattern = /^0x[0-9a-fA-F]{40}$/;
const wordOf = (text: string) => fromHex(`0x${text.slice(2).padStart(64, "0")}`);

const refused = (what: string, cause?: unknown) =>
  new Fault({ code: "bad-request", message: `the state cannot be read: ${what}` }, { cause });

export interface DecodeOptions {
  /** The maximum number of accounts and slots together. */
  readonly entriesMax?: number;
  /** Called after each account with the bytes that have been read and their total. */
  readonly tell?: (read: number, total: number) => void;
  /** Ends the decoding with an AbortError when it is aborted. */
  readonly leaving?: AbortSignal | undefined;
}

/**
 * Returns every account with its whole storage. Blocks and transactions of the file are ignored, since
 * a chain has its own. It yields to other work.
 * @param bytes JSON, or JSON compressed by gzip.
 * @throws {Fault} `bad-request`, naming the problem; `limit-exceeded`.
 */
export async function decodeState(
  bytes: Uint8Array,
  options: DecodeOptions = {},
): Promise<StateOverrides> {
  const { leaving } = options;
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isCompressed ? await unpack(bytes, leaving) : bytes;
    return await runYielding(
      accountsIn(withoutMark(plain), options),
      leaving && cancellationOf(leaving),
    );
  } catch (cause) {
    leaving?.throwIfAborted();
    if (cause instanceof Fault) throw cause;
    throw refused(messageOf(cause), cause);
  }
}

/** Returns JSON in UTF-8 without the byte order mark that editors of Windows write. */
const withoutMark = (bytes: Uint8Array) =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/** Decompresses gzip, whose last bytes state the original length. */
async function unpack(packed: Uint8Array, leaving: AbortSignal | undefined): Promise<Uint8Array> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const length = packed.length < 4 ? 0 : view.getUint32(packed.length - 4, true);
  if (length > dumpBytesMax) throw refused(`it is longer than ${dumpBytesMax} bytes`);
  const bytes = Buffer.allocUnsafeSlow(length);
  const unpacker = createGunzip({ chunkSize: 64 * 1024 });
  unpacker.end(packed);
  let at = 0;
  for await (const chunk of unpacker as AsyncIterable<Buffer>) {
    if (at + chunk.length > length)
      throw refused("it is longer than the length at the end of the gzip data");
    at += chunk.copy(bytes, at);
    await yieldIfDue();
    leaving?.throwIfAborted();
  }
  return bytes.subarray(0, at);
}

type Steps<T> = Generator<void, T>;

function* accountsIn(
  bytes: Uint8Array,
  { entriesMax = Number.POSITIVE_INFINITY, tell }: DecodeOptions,
): Steps<StateOverrides> {
  const reader = new JsonReader(bytes);
  let entries = 0;
  const count = () => {
    if (++entries <= entriesMax) return;
    throw new Fault({ code: "limit-exceeded", limit: "state-entries", max: entriesMax });
  };
  const accounts: [Uint8Array, AccountOverride][] = [];
  let isThere = false;
  yield* reader.members(function* (name) {
    if (name !== "accounts") return yield* reader.pass();
    isThere = true;
    yield* reader.members(function* (address) {
      if (!addressPattern.test(address)) throw wrong("accounts", `${address} is not an address`);
      count();
      accounts.push([fromHex(address), yield* accountIn(reader, `accounts.${address}`, count)]);
      tell?.(reader.position, bytes.length);
    });
  });
  yield* reader.end();
  if (!isThere) throw refused("expected accounts");
  return accounts;
}

/** @param count is called for each slot; its errors are rethrown. */
function* accountIn(reader: JsonReader, place: string, count: () => void): Steps<AccountOverride> {
  const account = { nonce: 0n, balance: 0n, code: emptyBytes };
  let state: readonly (readonly [Uint8Array, Uint8Array])[] = [];
  yield* reader.members(function* (name) {
    const at = `${place}.${name}`;
    if (name === "nonce") account.nonce = checked(nonce, yield* reader.scalar(), at);
    else if (name === "balance") account.balance = checked(balance, yield* reader.scalar(), at);
    else if (name === "code") {
      const bytes = yield* reader.hexBytes(givenCodeBytesMax);
      if (bytes === undefined) throw wrong(at, "expected 0x and two digits for each byte");
      account.code = bytes;
    } else if (name === "storage") state = yield* storageIn(reader, at, count);
    else yield* reader.pass();
  });
  return { ...account, state };
}

/** Reads slots and values, 32 bytes each; null is an empty storage. */
function* storageIn(
  reader: JsonReader,
  place: string,
  count: () => void,
): Steps<[Uint8Array, Uint8Array][]> {
  const slots: [Uint8Array, Uint8Array][] = [];
  if (reader.isAtNull()) {
    yield* reader.scalar();
    return slots;
  }
  yield* reader.members(function* (slot) {
    const value = yield* reader.scalar();
    if (!wordPattern.test(slot) || typeof value !== "string" || !wordPattern.test(value)) {
      throw wrong(`${place}.${slot}`, "expected 0x and up to 64 digits, slot and value");
    }
    count();
    slots.push([wordOf(slot), wordOf(value)]);
  });
  return slots;
}

/** The number of characters of a position that an error repeats. */
const shownPlaceMax = 200;

const wrong = (place: string, what: string) =>
  refused(`${what} (at ${place.slice(0, shownPlaceMax)})`);

function checked<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw wrong(place, read.error.issues[0]?.message ?? "another value is expected");
}
