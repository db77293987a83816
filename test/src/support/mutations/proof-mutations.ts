/** Lists mutations of the coinbase, the tag and the Merkle branch of a header. */
import { concat, type Header, type Rules } from "@tandem/primitives";
import { bitcoinHeader, flip, type Mutation, zeros } from "./mutation.js";

const prefix = new TextEncoder().encode("RSKBLOCK:");
const coinbaseOf = (h: Header) => h.bitcoinMergedMiningCoinbaseTransaction;
const proofOf = (h: Header) => h.bitcoinMergedMiningMerkleProof;
const coinbase = (bytes: Uint8Array) => ({ bitcoinMergedMiningCoinbaseTransaction: bytes });
const proof = (bytes: Uint8Array) => ({ bitcoinMergedMiningMerkleProof: bytes });

const midstateBytes = 40;
const tagAt = (h: Header) => Buffer.from(coinbaseOf(h)).lastIndexOf(prefix);
const afterTag = (h: Header) => tagAt(h) + prefix.length + 32;

function withCount(h: Header, count: (before: bigint) => bigint): Partial<Header> {
  const field = new Uint8Array(coinbaseOf(h));
  const view = new DataView(field.buffer);
  view.setBigUint64(0, count(view.getBigUint64(0)));
  return coinbase(field);
}

/** Inserts `length` bytes into the tail before the tag. */
const pushedBack = (h: Header, length: number) =>
  concat(
    coinbaseOf(h).subarray(0, midstateBytes),
    zeros(length),
    coinbaseOf(h).subarray(midstateBytes),
  );

const hasProof = (_: Rules, h: Header) => proofOf(h).length > 0;
const hasTwoSiblings = (_: Rules, h: Header) => proofOf(h).length >= 64;

type Change = Mutation["change"];

const form: readonly Mutation[] = [
  {
    name: "a Bitcoin header of 81 bytes",
    rule: "merged-mining/header-length",
    change: (h) => bitcoinHeader(concat(h.bitcoinMergedMiningHeader, zeros(1))),
  },
  {
    name: "a Bitcoin header of 79 bytes",
    rule: "merged-mining/header-length",
    change: (h) => bitcoinHeader(h.bitcoinMergedMiningHeader.subarray(0, 79)),
  },
  {
    name: "no Bitcoin header",
    rule: "merged-mining/header-length",
    change: () => bitcoinHeader(zeros(0)),
  },
  {
    name: "an empty coinbase",
    rule: "merged-mining/coinbase-missing",
    change: () => coinbase(zeros(0)),
  },
  {
    name: "a truncated midstate",
    rule: "merged-mining/midstate-cut-short",
    change: (h) => coinbase(coinbaseOf(h).subarray(0, 39)),
  },
  {
    name: "a midstate without a tail",
    rule: "merged-mining/tag-missing",
    change: (h) => coinbase(coinbaseOf(h).subarray(0, midstateBytes)),
  },
  {
    name: "a branch of one byte too many",
    rule: "merged-mining/proof-length",
    change: (h) => proof(concat(proofOf(h), zeros(1))),
  },
  {
    name: "a branch cut inside a hash",
    rule: "merged-mining/proof-length",
    applies: hasProof,
    change: (h) => proof(proofOf(h).subarray(0, -1)),
  },
  {
    name: "a branch of 31 hashes",
    rule: "merged-mining/proof-too-long",
    applies: (rules) => rules.bitcoinTimeLink,
    change: (h) => proof(concat(proofOf(h), zeros(31 * 32 - proofOf(h).length))),
  },
];

const tag: readonly Mutation[] = [
  {
    name: "a bit of the tag's text",
    rule: "merged-mining/tag-missing",
    change: (h) => coinbase(flip(coinbaseOf(h), tagAt(h))),
  },
  {
    name: "a bit of the tagged hash",
    rule: "merged-mining/tag-missing",
    change: (h) => coinbase(flip(coinbaseOf(h), tagAt(h) + 9)),
  },
  {
    name: "a tag cut short",
    rule: "merged-mining/tag-missing",
    change: (h) => coinbase(coinbaseOf(h).subarray(0, afterTag(h) - 1)),
  },
  {
    name: "a tag 64 bytes into the tail or later",
    rule: "merged-mining/tag-late",
    change: (h) => coinbase(pushedBack(h, 64)),
  },
  {
    name: "a second tag with another hash",
    rule: "merged-mining/tag-not-last",
    change: (h) => coinbase(concat(coinbaseOf(h), prefix, zeros(32))),
  },
  {
    name: "the bare text of a second tag",
    rule: "merged-mining/tag-not-last",
    change: (h) => coinbase(concat(coinbaseOf(h), prefix)),
  },
  {
    name: "129 bytes after the tag",
    rule: "merged-mining/tail-too-long",
    change: (h) => coinbase(concat(coinbaseOf(h).subarray(0, afterTag(h)), zeros(129))),
  },
  {
    name: "a coinbase of 64 bytes or less in all",
    rule: "merged-mining/coinbase-too-short",
    change: (h) => {
      const bare = coinbaseOf(h).subarray(tagAt(h), afterTag(h));
      return coinbase(concat(zeros(midstateBytes), bare));
    },
  },
  {
    name: "a midstate count inside a block",
    rule: "merged-mining/midstate-count",
    change: (h) => withCount(h, (count) => count + 1n),
  },
  {
    name: "a midstate count of 2^63",
    rule: "merged-mining/midstate-count",
    change: (h) => withCount(h, () => 1n << 63n),
  },
];

const offRoot = (name: string, change: Change, applies?: Mutation["applies"]): Mutation => ({
  name,
  rule: "merged-mining/branch-root",
  change,
  ...(applies ? { applies } : {}),
});

const branch: readonly Mutation[] = [
  offRoot("a midstate count 64 too high", (h) => withCount(h, (count) => count + 64n)),
  offRoot("a bit of the midstate", (h) => coinbase(flip(coinbaseOf(h), 20))),
  offRoot("a byte after the coinbase", (h) => coinbase(concat(coinbaseOf(h), zeros(1)))),
  offRoot("a coinbase without its last byte", (h) => coinbase(coinbaseOf(h).subarray(0, -1))),
  offRoot("a bit of the first sibling", (h) => proof(flip(proofOf(h), 0)), hasProof),
  offRoot(
    "a bit of the last sibling",
    (h) => proof(flip(proofOf(h), proofOf(h).length - 1)),
    hasProof,
  ),
  offRoot(
    "swapped siblings",
    (h) =>
      proof(
        concat(proofOf(h).subarray(32, 64), proofOf(h).subarray(0, 32), proofOf(h).subarray(64)),
      ),
    hasTwoSiblings,
  ),
  offRoot("a sibling left out", (h) => proof(proofOf(h).subarray(32)), hasProof),
  offRoot(
    "siblings in internal order",
    (h) =>
      proof(concat(new Uint8Array(proofOf(h).subarray(0, 32)).reverse(), proofOf(h).subarray(32))),
    hasProof,
  ),
  offRoot("a sibling too many", (h) => proof(concat(proofOf(h), zeros(32)))),
];

export const proofMutations: readonly Mutation[] = [...form, ...tag, ...branch];
