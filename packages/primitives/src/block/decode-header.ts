/**
 * Decodes headers from their full RLP form. Lengths and integers are checked, so that a header has
 * only one encoding.
 */
import { RLP } from "@ethereumjs/rlp";
import { toBigInt } from "../bytes/bytes.js";
import { timestampMax } from "../spec/limits.js";
import {
  type Header,
  type HeaderExtension,
  headerFields,
  sealedHeader,
  type UnsealedHeader,
  type Writable,
} from "./header.js";

/** The header fields of fixed length; the others are integers or of any length. */
const fixedLengths: readonly (readonly [number, string, number])[] = [
  [0, "parentHash", 32],
  [1, "unclesHash", 32],
  [2, "coinbase", 20],
  [3, "stateRoot", 32],
  [4, "transactionsRoot", 32],
  [5, "receiptsRoot", 32],
  [6, "logsBloom", 256],
];

/** The number of fields of each full header form, with the version of its extension; 0 for none. */
const extensionVersions = new Map<number, 0 | 1 | 2>([
  [19, 0],
  [20, 0],
  [22, 1],
  [23, 2],
]);

function extensionFromFields(fields: readonly Uint8Array[], version: 1 | 2): HeaderExtension {
  const [stated, edges, baseEvent] = fields.slice(17) as [Uint8Array, Uint8Array, Uint8Array];
  if (stated.length !== 1 || stated[0] !== version) {
    throw new TypeError(`a header of ${fields.length} fields has version ${version}`);
  }
  return version === 1 ? { version, edges } : { version, edges, baseEvent };
}

/**
 * Returns a header from the fields of its full form.
 * @throws {TypeError} when a field has the wrong length, or an integer is not in its one legal form.
 */
export function headerFromFields(fields: readonly Uint8Array[]): Header {
  const version = extensionVersions.get(fields.length);
  if (version === undefined) {
    throw new TypeError(`a header has 19, 20, 22 or 23 fields, this has ${fields.length}`);
  }
  for (const [i, name, length] of fixedLengths) {
    const found = fields[i]?.length;
    if (found !== length) throw new TypeError(`${name} has ${found} bytes, expected ${length}`);
  }
  const f = (i: number) => fields[i] as Uint8Array;
  const last = fields.length;
  const unsealed: Writable<UnsealedHeader> = {
    parentHash: f(0),
    unclesHash: f(1),
    coinbase: f(2),
    stateRoot: f(3),
    transactionsRoot: f(4),
    receiptsRoot: f(5),
    logsBloom: f(6),
    difficulty: toBigInt(f(7)),
    number: numberAtMost(Number.MAX_SAFE_INTEGER, f(8), "number"),
    gasLimit: toBigInt(f(9)),
    gasUsed: toBigInt(f(10)),
    timestamp: numberAtMost(timestampMax, f(11), "timestamp"),
    extraData: f(12),
    paidFees: toBigInt(f(13)),
    minimumGasPrice: toBigInt(f(14)),
    uncleCount: numberAtMost(Number.MAX_SAFE_INTEGER, f(15), "uncleCount"),
  };
  if (last >= 20) unsealed.ummRoot = f(16);
  if (version !== 0) unsealed.extension = extensionFromFields(fields, version);
  const header = sealedHeader(unsealed, {
    bitcoinMergedMiningHeader: f(last - 3),
    bitcoinMergedMiningMerkleProof: f(last - 2),
    bitcoinMergedMiningCoinbaseTransaction: f(last - 1),
  });
  assertCanonicalIntegers(header, fields);
  return header;
}

function numberAtMost(max: number, bytes: Uint8Array, name: string): number {
  const value = toBigInt(bytes);
  if (value > BigInt(max)) throw new TypeError(`${name} is above ${max}`);
  return Number(value);
}

const integerFields = [
  [7, "difficulty"],
  [8, "number"],
  [9, "gasLimit"],
  [10, "gasUsed"],
  [11, "timestamp"],
  [13, "paidFees"],
  [14, "minimumGasPrice"],
  [15, "uncleCount"],
] as const;

/**
 * Checks that integers are in canonical form: with two encodings of a number, a block would have
 * two hashes.
 */
function assertCanonicalIntegers(header: Header, fields: readonly Uint8Array[]): void {
  const expected = headerFields(header);
  for (const [i, name] of integerFields) {
    if (Buffer.compare(expected[i] as Uint8Array, fields[i] as Uint8Array) !== 0) {
      throw new TypeError(`${name} is not in its canonical form`);
    }
  }
}

function decodeList(bytes: Uint8Array, what: string): unknown {
  try {
    return RLP.decode(bytes);
  } catch (cause) {
    throw new TypeError(`a ${what} is one RLP list, and nothing after it`, { cause });
  }
}

function headerFromList(fields: unknown): Header {
  if (!Array.isArray(fields) || fields.some((field) => Array.isArray(field))) {
    throw new TypeError("a header is an RLP list of byte strings");
  }
  return headerFromFields(fields as Uint8Array[]);
}

/** Decodes a header. @throws {TypeError} when the bytes are not the RLP list of a header. */
export function decodeHeader(bytes: Uint8Array): Header {
  return headerFromList(decodeList(bytes, "header"));
}

/**
 * Decodes header and uncles of RLP `[header, transactions, uncles]`; the transactions are skipped.
 * @throws {TypeError} when the bytes are not the RLP of such a block.
 */
export function decodeBlockHeaders(bytes: Uint8Array): {
  readonly header: Header;
  readonly uncles: readonly Header[];
} {
  const parts = decodeList(bytes, "block");
  const [header, transactions, uncles] = Array.isArray(parts) && parts.length === 3 ? parts : [];
  if (!Array.isArray(transactions) || !Array.isArray(uncles)) {
    throw new TypeError("a block is an RLP list of a header, transactions and uncles");
  }
  return { header: headerFromList(header), uncles: uncles.map(headerFromList) };
}
