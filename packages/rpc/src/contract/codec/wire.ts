/**
 * Defines the basic types of all methods: quantities, bytes and block references. Each is a codec
 * between its JSON form and the value used inside. The texts after "expected" appear in errors -32602.
 */
import {
  type Address,
  type BlockRef,
  type BlockTag,
  type Bytes,
  bytesOfDigits,
  bytesOfHex,
  cutBytesOfHex,
  emptyBloom,
  type Hash32,
  padStart,
  toHex,
  toQuantity,
} from "@tandem/primitives";
import * as z from "@tandem/schema";
import { type Shortcut, shortcut } from "./shortcut.js";
import { written } from "./writer.js";

/** Returns a schema for strings of one pattern, with one error message. */
const text = (pattern: RegExp, expected: string) => z.string(expected).regex(pattern, expected);

/** Returns the bytes of a text that matched a pattern: `0x` and an even number of digits. */
export const bytesOfText = (hex: string): Bytes => new Uint8Array(Buffer.from(hex.slice(2), "hex"));

const isBytes = (value: unknown): value is Bytes => value instanceof Uint8Array;

function encodeBytes(bytes: unknown, context: z.core.ParsePayload<unknown>): string {
  // A union tries every branch, whatever the value is.
  if (isBytes(bytes)) return toHex(bytes);
  context.issues.push({ code: "custom", input: bytes, message: "expected bytes" });
  return z.NEVER;
}

const quotedBytes = (bytes: Bytes) => `"${toHex(bytes)}"`;

const bytesCodec = <T extends Bytes>(wire: z.ZodString) =>
  written(
    z.codec(wire, z.custom<T>(isBytes), {
      decode: (hex) => bytesOfText(hex) as T,
      encode: encodeBytes,
    }),
    quotedBytes,
  );

function fixedBytes<T extends Bytes>(length: number) {
  const pattern = new RegExp(`^0x[0-9a-fA-F]{${2 * length}}$`);
  const codec = bytesCodec<T>(text(pattern, `expected ${length} bytes of 0x-hex`));
  const digits = 2 * length;
  return shortcut(codec, (value) =>
    typeof value === "string" && value.length === 2 + digits && value.startsWith("0x")
      ? bytesOfDigits(value, 2)
      : undefined,
  );
}

const dataPattern = /^0x(?:[0-9a-fA-F]{2})*$/;
const dataExpected = "expected 0x-hex with two digits for each byte";

/** The pattern is documentation: on megabytes it takes ten times as long as decoding. */
const dataText = z.string(dataExpected).meta({ pattern: dataPattern.source });

/** @param take decodes valid text; it returns undefined for any other. */
const dataCodec = (take: (text: string) => Bytes | undefined) =>
  shortcut(
    written(
      z.codec(dataText, z.custom<Bytes>(isBytes), {
        decode(hex, context) {
          const bytes = bytesOfHex(hex);
          if (bytes !== undefined) return bytes;
          context.issues.push({
            code: "invalid_format",
            format: "regex",
            pattern: dataPattern.source,
            input: hex,
            message: dataExpected,
          });
          return z.NEVER;
        },
        encode: encodeBytes,
      }),
      quotedBytes,
    ),
    (value) => (typeof value === "string" ? take(value) : undefined),
  );

/** Any number of bytes, two digits each; `0x` is the empty string. */
export const data = dataCodec(bytesOfHex).meta({ id: "Data" });
/** A signed transaction in EIP-2718 form. Many arrive together and stay in the pool together. */
export const rawTransaction = dataCodec(cutBytesOfHex).meta({ id: "RawTransaction" });
/** The text of an address as the name of a member. */
export const addressText = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
/** An address of 20 bytes; checksums are accepted in any form and not verified. */
export const address = fixedBytes<Address>(20).meta({ id: "Address" });
/** A hash of 32 bytes. */
export const hash32 = fixedBytes<Hash32>(32).meta({ id: "Hash32" });
const emptyBloomText = quotedBytes(emptyBloom);

/** A bloom filter of 256 bytes. That of a transfer, which has no logs, is not encoded each time. */
export const bloom = written(fixedBytes<Bytes>(256), (bytes) =>
  bytes === emptyBloom ? emptyBloomText : quotedBytes(bytes),
).meta({ id: "Bloom" });
/** A value of 8 bytes. */
export const bytes8 = fixedBytes<Bytes>(8).meta({ id: "Bytes8" });

const quantityCodec = (wire: z.ZodString) =>
  written(
    z.codec(wire, z.bigint(), {
      decode: (hex) => BigInt(hex),
      encode: (value) => toQuantity(value),
    }),
    (value) => `"${toQuantity(value)}"`,
  );

/** An amount such as wei, gas or difficulty: up to 256 bits, without leading zeros; zero is `0x0`. */
export const quantity = quantityCodec(
  text(
    /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/,
    "expected a hex quantity without leading zeros, at most 256 bits",
  ),
).meta({ id: "Quantity" });

/** A quantity of at most 64 bits, as gas and nonces are in a transaction. */
export const quantity64 = quantityCodec(
  text(
    /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/,
    "expected a hex quantity without leading zeros, at most 64 bits",
  ),
).meta({ id: "Quantity64" });

const countPattern = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,12})$/;

/** A height, index or time: a quantity of at most 13 digits, which a JavaScript number can hold. */
export const count = written(
  z.codec(
    text(countPattern, "expected a hex quantity without leading zeros, at most 13 digits"),
    z.number(),
    { decode: (hex) => Number(hex), encode: (value) => toQuantity(value) },
  ),
  (value) => `"${toQuantity(value)}"`,
).meta({ id: "Count" });

/** A count that the specification writes as a JSON number. */
export const plainCount = written(
  z.int("expected a JSON integer").nonnegative("expected no negative number"),
  String,
);

/** A count as clients send it: a JSON number or a hex quantity. */
export const anyCount = shortcut(
  z.union(
    [plainCount, count],
    "expected a number below 2^53, or a hex quantity of at most 13 digits",
  ),
  (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined),
);

const wordText = (expected: string) => text(/^0x[0-9a-fA-F]{1,64}$/, expected);

/** Returns a schema for 32 bytes that may be sent without leading zeros, as 1 to 64 digits. */
const paddedWord = (wire: z.ZodString) =>
  written(
    z.codec(wire, z.custom<Hash32>(isBytes), {
      decode: (hex) => bytesOfText(`0x${hex.slice(2).padStart(64, "0")}`),
      encode: (word) => toHex(padStart(word, 32)),
    }),
    quotedBytes,
  );

/** The text of a storage slot as clients send it. */
export const positionText = wordText("expected a storage position: 0x and 1 to 64 hex digits");

/** A storage slot as clients send it. */
export const storagePosition = paddedWord(positionText).meta({ id: "StoragePosition" });
/** `r` or `s` of a signature: this node writes 32 bytes, and nodes of Ethereum a quantity. */
export const signaturePart = paddedWord(wordText("expected 0x and 1 to 64 hex digits")).meta({
  id: "SignaturePart",
});

export const flag = z.boolean("expected true or false");

/**
 * Returns a schema for objects.
 * @param what noun with its article, for the error if a value is no object.
 */
export const objectOf = <Shape extends z.ZodRawShape>(what: string, shape: Shape) =>
  z.object(shape, `expected ${what}`);

const tagText = z.enum(["latest", "earliest", "pending", "safe", "finalized"]);
/** Returns a branch of a union: one that does not abort would be reported alone, without the other forms. */
const branch = (pattern: RegExp, error: string) =>
  z.string().regex(pattern, { error, abort: true });
const hashPattern = /^0x[0-9a-fA-F]{64}$/;
const hashText = branch(hashPattern, "expected a block hash");
const numberText = branch(countPattern, "expected a hex block number");
/** The block reference object of EIP-1898. */
const refObject = z.object({
  blockNumber: z.union([tagText, numberText], "expected a hex block number or a tag").optional(),
  blockHash: text(hashPattern, "expected a block hash: 32 bytes of 0x-hex").optional(),
  requireCanonical: flag.optional(),
});

const tagRefs: Record<BlockTag, BlockRef> = {
  latest: { tag: "latest" },
  earliest: { tag: "earliest" },
  pending: { tag: "pending" },
  safe: { tag: "safe" },
  finalized: { tag: "finalized" },
};

function refOfText(ref: string): BlockRef {
  if (!ref.startsWith("0x")) return tagRefs[ref as BlockTag];
  return ref.length === 66 ? { hash: bytesOfText(ref) } : { number: Number(ref) };
}

function refOfObject(ref: z.output<typeof refObject>): BlockRef | undefined {
  const { blockNumber, blockHash, requireCanonical } = ref;
  if (blockNumber !== undefined && blockHash !== undefined) return undefined;
  if (blockNumber !== undefined) return refOfText(blockNumber);
  if (blockHash === undefined) return undefined;
  const hash = bytesOfText(blockHash);
  return requireCanonical === undefined ? { hash } : { hash, requireCanonical };
}

function textOfRef(ref: BlockRef): string {
  if ("tag" in ref) return ref.tag;
  return "number" in ref ? toQuantity(ref.number) : toHex(ref.hash);
}

const tags = "latest, earliest, pending, safe or finalized";
type RefText = string | z.output<typeof refObject>;
const refCodec = (wire: z.ZodType<RefText, RefText>, expected: string) =>
  z.codec(wire, z.custom<BlockRef>(), {
    decode(ref, context) {
      const decoded = typeof ref === "string" ? refOfText(ref) : refOfObject(ref);
      if (decoded !== undefined) return decoded;
      context.issues.push({ code: "custom", input: ref, message: expected });
      return z.NEVER;
    },
    encode(ref) {
      if (!("hash" in ref) || ref.requireCanonical === undefined) return textOfRef(ref);
      return { blockHash: toHex(ref.hash), requireCanonical: ref.requireCanonical };
    },
  });

const orTag = `a hex block number without leading zeros, at most 13 digits, or ${tags}`;
const numberOrTag = `expected ${orTag}`;
/** Decodes a number or a tag. */
function plainRef(value: unknown): BlockRef | undefined {
  if (typeof value !== "string") return undefined;
  // Most references are tags, for which the pattern would take longer than the look-up.
  if (!value.startsWith("0x")) {
    return Object.hasOwn(tagRefs, value) ? tagRefs[value as BlockTag] : undefined;
  }
  return countPattern.test(value) ? { number: Number(value) } : undefined;
}

const anyRef = `expected a block hash, ${orTag}, or an object with either blockNumber or blockHash`;
const callRef = `expected ${orTag}, or an object with either blockNumber or blockHash`;

/** A block number or tag. */
export const blockNumber = shortcut(
  refCodec(z.union([tagText, numberText], numberOrTag), numberOrTag),
  plainRef,
).meta({ id: "BlockNumberOrTag" });
/** A block number, hash, tag or EIP-1898 object. */
export const blockRef = shortcut(
  refCodec(z.union([tagText, hashText, numberText, refObject], anyRef), anyRef),
  plainRef,
).meta({ id: "BlockReference" });
/** A block number or tag; a hash is accepted only inside an EIP-1898 object, as indexers send it. */
export const callBlock = shortcut(
  refCodec(z.union([tagText, numberText, refObject], callRef), callRef),
  plainRef,
).meta({ id: "BlockOfCall" });

const minedTag = z.enum(["latest", "earliest", "safe", "finalized"]);
const orMinedTag =
  "a hex block number without leading zeros, or latest, earliest, safe or finalized";
const minedNumberText = `expected ${orMinedTag}`;
const minedRefText = `expected a block hash, ${orMinedTag}`;

/** Decodes a number or tag of a mined block. */
const plainMined: Shortcut = (value) => (value === "pending" ? undefined : plainRef(value));

/** A number or tag of a mined block: only those have traces. */
export const minedNumber = shortcut(
  refCodec(z.union([minedTag, numberText], minedNumberText), minedNumberText),
  plainMined,
).meta({ id: "MinedBlockNumberOrTag" });
/** A number, tag or hash of a mined block. */
export const minedRef = shortcut(
  refCodec(z.union([minedTag, hashText, numberText], minedRefText), minedRefText),
  plainMined,
).meta({ id: "MinedBlockReference" });
