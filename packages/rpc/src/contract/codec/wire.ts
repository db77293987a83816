/**
 * Defines the basic types of all methods: quantities and bytes. Each is a codec between its JSON form
 * and the value used inside. The texts after "expected" appear in errors -32602.
 */
import {
  type Address,
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
import { looseAmount, loosely, loosePosition, looseText } from "./loose-forms.js";
import { shortcut } from "./shortcut.js";
import { written } from "./writer.js";

/** Returns a schema for strings of one pattern, with one error message. */
export const text = (pattern: RegExp, expected: string) =>
  z.string(expected).regex(pattern, expected);

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
export const quantity = loosely(
  quantityCodec(
    text(
      /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/,
      "expected a hex quantity without leading zeros, at most 256 bits",
    ),
  ).meta({ id: "Quantity" }),
  looseAmount,
);

/** A quantity of at most 64 bits, as gas and nonces are in a transaction. */
export const quantity64 = loosely(
  quantityCodec(
    text(
      /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/,
      "expected a hex quantity without leading zeros, at most 64 bits",
    ),
  ).meta({ id: "Quantity64" }),
  looseAmount,
);

/** The form of a count. */
export const countPattern = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,12})$/;

/** A height, index or time: a quantity of at most 13 digits, which a JavaScript number can hold. */
export const count = loosely(
  written(
    z.codec(
      text(countPattern, "expected a hex quantity without leading zeros, at most 13 digits"),
      z.number(),
      { decode: (hex) => Number(hex), encode: (value) => toQuantity(value) },
    ),
    (value) => `"${toQuantity(value)}"`,
  ).meta({ id: "Count" }),
  looseAmount,
);

/** A count that the specification writes as a JSON number. */
export const plainCount = written(
  z.int("expected a JSON integer").nonnegative("expected no negative number"),
  String,
);

/** A count as clients send it: a JSON number or a hex quantity. */
export const anyCount = loosely(
  shortcut(
    z.union(
      [plainCount, count],
      "expected a number below 2^53, or a hex quantity of at most 13 digits",
    ),
    (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined),
  ),
  looseText,
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
export const storagePosition = loosely(
  paddedWord(positionText).meta({ id: "StoragePosition" }),
  loosePosition,
);
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
