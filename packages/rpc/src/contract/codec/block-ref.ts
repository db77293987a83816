/** Defines the references to blocks: a number, a tag, a hash, or the object of EIP-1898. */
import { type BlockRef, type BlockTag, toHex, toQuantity } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { looseBlock, looseHeight, loosely } from "./loose-forms.js";
import { type Shortcut, shortcut } from "./shortcut.js";
import { bytesOfText, countPattern, flag, text } from "./wire.js";

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
export const blockNumber = loosely(
  shortcut(refCodec(z.union([tagText, numberText], numberOrTag), numberOrTag), plainRef).meta({
    id: "BlockNumberOrTag",
  }),
  looseBlock,
);
/** The block of a method that reads a block by its number. */
export const blockByNumber = loosely(blockNumber.describe("Block number or tag."), looseHeight);
/** A block number, hash, tag or EIP-1898 object. */
export const blockRef = loosely(
  shortcut(
    refCodec(z.union([tagText, hashText, numberText, refObject], anyRef), anyRef),
    plainRef,
  ).meta({ id: "BlockReference" }),
  looseBlock,
);
/** A block number or tag; a hash is accepted only inside an EIP-1898 object, as indexers send it. */
export const callBlock = loosely(
  shortcut(refCodec(z.union([tagText, numberText, refObject], callRef), callRef), plainRef).meta({
    id: "BlockOfCall",
  }),
  looseBlock,
);

const minedTag = z.enum(["latest", "earliest", "safe", "finalized"]);
const orMinedTag =
  "a hex block number without leading zeros, or latest, earliest, safe or finalized";
const minedNumberText = `expected ${orMinedTag}`;
const minedRefText = `expected a block hash, ${orMinedTag}`;

/** Decodes a number or tag of a mined block. */
const plainMined: Shortcut = (value) => (value === "pending" ? undefined : plainRef(value));

/** A number or tag of a mined block: only those have traces. */
export const minedNumber = loosely(
  shortcut(
    refCodec(z.union([minedTag, numberText], minedNumberText), minedNumberText),
    plainMined,
  ).meta({ id: "MinedBlockNumberOrTag" }),
  looseHeight,
);
/** A number, tag or hash of a mined block. */
export const minedRef = loosely(
  shortcut(
    refCodec(z.union([minedTag, hashText, numberText], minedRefText), minedRefText),
    plainMined,
  ).meta({ id: "MinedBlockReference" }),
  looseHeight,
);
