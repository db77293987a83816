/**
 * Lists mutations of a header, each with the rule that must name it. The header's stated hash is
 * recomputed after the change, as an attacker would do, so that the hash alone does not reveal it.
 */
import { concat } from "@tandem/primitives";
import { bitcoinHeader, flip, type Mutation, zeros } from "./mutation.js";
import { proofMutations } from "./proof-mutations.js";

type Change = Mutation["change"];
const unsaid = (name: string, change: Change): Mutation => ({
  name,
  rule: "merged-mining/tag-missing",
  change,
});

/** Mutations of fields that the miner committed to: after a change the header is not the tagged one. */
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
    change: () => ({ ummRoot: undefined }),
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
  ...proofMutations,
  ...fields,
  ...parent,
];
