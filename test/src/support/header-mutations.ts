/**
 * Ways to spoil a header, each with the rule that must name it. The header's stated hash is made to
 * fit again after the change, as a forger would, so that the hash alone gives nothing away.
 */
import { concat, type Header, type Rules } from "@tandem/primitives";

export interface Mutation {
  readonly name: string;
  readonly rule: string;
  /** Also needs the header's parent in the file, to be told. */
  readonly needsParent?: true;
  /** Cannot be written as JSON, which has no such field. */
  readonly needsRlp?: true;
  readonly applies?: (rules: Rules, header: Header) => boolean;
  readonly change: (header: Header) => Partial<Header>;
}

/** The bytes with one bit turned over. */
export function flip(bytes: Uint8Array, at: number, bit = 0): Uint8Array {
  return bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));
}

const zeros = (length: number) => new Uint8Array(length);
const prefix = new TextEncoder().encode("RSKBLOCK:");
const coinbaseOf = (h: Header) => h.bitcoinMergedMiningCoinbaseTransaction;
const proofOf = (h: Header) => h.bitcoinMergedMiningMerkleProof;
const coinbase = (bytes: Uint8Array) => ({ bitcoinMergedMiningCoinbaseTransaction: bytes });
const proof = (bytes: Uint8Array) => ({ bitcoinMergedMiningMerkleProof: bytes });
const bitcoinHeader = (bytes: Uint8Array) => ({ bitcoinMergedMiningHeader: bytes });

const midstateBytes = 40;
const tagAt = (h: Header) => Buffer.from(coinbaseOf(h)).lastIndexOf(prefix);
const afterTag = (h: Header) => tagAt(h) + prefix.length + 32;

function withCount(h: Header, count: (before: bigint) => bigint): Partial<Header> {
  const field = new Uint8Array(coinbaseOf(h));
  const view = new DataView(field.buffer);
  view.setBigUint64(0, count(view.getBigUint64(0)));
  return coinbase(field);
}

/** `length` bytes put in the tail before the tag. */
const pushedBack = (h: Header, length: number) =>
  concat(
    coinbaseOf(h).subarray(0, midstateBytes),
    zeros(length),
    coinbaseOf(h).subarray(midstateBytes),
  );

const hasProof = (_: Rules, h: Header) => proofOf(h).length > 0;
const hasTwoSiblings = (_: Rules, h: Header) => proofOf(h).length >= 64;

type Change = Mutation["change"];
const unsaid = (name: string, change: Change): Mutation => ({
  name,
  rule: "merged-mining/tag-missing",
  change,
});

/** Fields the miner committed to: a change of any makes it another header than the tagged one. */
const committed: readonly Mutation[] = [
  unsaid("a bit of parentHash", (h) => ({ parentHash: flip(h.parentHash, 31) })),
  unsaid("a bit of unclesHash", (h) => ({ unclesHash: flip(h.unclesHash, 0, 7) })),
  unsaid("a bit of coinbase", (h) => ({ coinbase: flip(h.coinbase, 19) })),
  unsaid("a bit of stateRoot", (h) => ({ stateRoot: flip(h.stateRoot, 16) })),
  unsaid("a bit of transactionsRoot", (h) => ({ transactionsRoot: flip(h.transactionsRoot, 1) })),
  unsaid("a bit of receiptsRoot", (h) => ({ receiptsRoot: flip(h.receiptsRoot, 30) })),
  unsaid("a bit of logsBloom", (h) => ({ logsBloom: flip(h.logsBloom, 128) })),
  unsaid("difficulty less by one", (h) => ({ difficulty: h.difficulty - 1n })),
  unsaid("number", (h) => ({ number: h.number + 1 })),
  unsaid("gasLimit", (h) => ({ gasLimit: h.gasLimit + 1n })),
  unsaid("gasUsed", (h) => ({ gasUsed: h.gasUsed + 1n })),
  unsaid("timestamp", (h) => ({ timestamp: h.timestamp + 1 })),
  unsaid("extraData", (h) => ({ extraData: concat(h.extraData, Uint8Array.of(1)) })),
  unsaid("paidFees", (h) => ({ paidFees: h.paidFees + 1n })),
  unsaid("minimumGasPrice", (h) => ({ minimumGasPrice: h.minimumGasPrice + 1n })),
  unsaid("uncleCount", (h) => ({ uncleCount: h.uncleCount + 1 })),
];

const unworked = (name: string, change: Change): Mutation => ({
  name,
  rule: "merged-mining/work-above-target",
  change,
});

const bitOfBitcoinHeader = (name: string, at: number) =>
  unworked(`a bit of Bitcoin's ${name}`, (h) =>
    bitcoinHeader(flip(h.bitcoinMergedMiningHeader, at, 0)),
  );

const work: readonly Mutation[] = [
  bitOfBitcoinHeader("version", 0),
  bitOfBitcoinHeader("previous hash", 10),
  bitOfBitcoinHeader("Merkle root", 40),
  bitOfBitcoinHeader("time", 68),
  bitOfBitcoinHeader("bits", 72),
  bitOfBitcoinHeader("nonce", 76),
  unworked("80 zero bytes for a Bitcoin header", () => bitcoinHeader(zeros(80))),
  unworked("a difficulty of 2^255", () => ({ difficulty: 1n << 255n })),
];

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

const fields: readonly Mutation[] = [
  {
    name: "33 bytes of extra data",
    rule: "extra-data/too-long",
    change: () => ({ extraData: zeros(33) }),
  },
  {
    name: "more gas used than the limit",
    rule: "gas-used/above-limit",
    change: (h) => ({ gasUsed: h.gasLimit + 1n }),
  },
  { name: "eleven uncles", rule: "uncle-count/too-many", change: () => ({ uncleCount: 11 }) },
  {
    name: "a time far from Bitcoin's",
    rule: "bitcoin-time/too-far",
    applies: (rules) => rules.bitcoinTimeLink,
    change: (h) => ({ timestamp: h.timestamp + 15_000 }),
  },
  {
    name: "no ummRoot",
    rule: "form/umm-root-missing",
    needsRlp: true,
    applies: (rules) => rules.ummRoot,
    change: (h) => ({ ...h, ummRoot: undefined }) as unknown as Partial<Header>,
  },
  {
    name: "bytes in ummRoot",
    rule: "form/umm-root-not-empty",
    needsRlp: true,
    applies: (rules) => rules.ummRoot,
    change: () => ({ ummRoot: zeros(20) }),
  },
  {
    name: "an ummRoot before its time",
    rule: "form/umm-root-early",
    needsRlp: true,
    applies: (rules) => !rules.ummRoot,
    change: () => ({ ummRoot: zeros(0) }),
  },
];

const link = (name: string, rule: string, change: Change): Mutation => ({
  name,
  rule,
  needsParent: true,
  change,
});

const parent: readonly Mutation[] = [
  link("another parent", "parent-link/hash", (h) => ({ parentHash: flip(h.parentHash, 0) })),
  link("a hash of something else as parent", "parent-link/hash", (h) => ({
    parentHash: h.unclesHash,
  })),
  link("a time an hour before", "timestamp/not-after-parent", (h) => ({
    timestamp: h.timestamp - 3_600,
  })),
  link("twice the gas limit", "gas-limit/too-high", (h) => ({ gasLimit: h.gasLimit * 2n })),
  link("half the gas limit", "gas-limit/too-low", (h) => ({ gasLimit: h.gasLimit / 2n })),
  link("difficulty 1", "difficulty/not-computed", () => ({ difficulty: 1n })),
  link("difficulty off by one", "difficulty/not-computed", (h) => ({
    difficulty: h.difficulty + 1n,
  })),
  link("an uncle more, with another pace", "difficulty/not-computed", (h) => ({
    difficulty: h.difficulty + h.difficulty / 100n,
  })),
  link("twice the minimum gas price", "minimum-gas-price/too-high", (h) => ({
    minimumGasPrice: h.minimumGasPrice * 2n,
  })),
  link("no minimum gas price", "minimum-gas-price/too-low", () => ({ minimumGasPrice: 0n })),
];

export const mutations: readonly Mutation[] = [
  ...committed,
  ...work,
  ...form,
  ...tag,
  ...branch,
  ...fields,
  ...parent,
];

/** The mutated header; a field that is taken away is gone, not undefined. */
export function mutate(header: Header, mutation: Mutation): Header {
  const entries = Object.entries({ ...header, ...mutation.change(header) });
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as Header;
}
