/** Lists calls with large overrides, code, data, access lists and authorizations. */
import { toHex } from "@tandem/primitives";
import { assemble } from "../assemble.js";
import { type Attack, requesting } from "./attack.js";

const anybody = "0x00000000000000000000000000000000000c0de3";
const address = (n: number) => `0x${n.toString(16).padStart(40, "a")}`;
const word = (n: number) => `0x${n.toString(16).padStart(64, "0")}`;
const bytes = (length: number, byte: string) => `0x${byte.repeat(length)}`;
const shown = (count: number) => count.toLocaleString("en");
const many = (count: number) => Array.from({ length: count }, (_, n) => n);
const megabytes12 = 12_000_000;

const accounts = (count: number) =>
  Object.fromEntries(many(count).map((n) => [address(n), { balance: "0x1" }]));
const codes = () => Object.fromEntries(many(150_000).map((n) => [address(n), { code: "0x00" }]));
const slots = (count: number) => Object.fromEntries(many(count).map((n) => [word(n), word(n + 1)]));
const call = { to: anybody };

const withOverrides = (name: string, overrides: () => object): readonly Attack[] => [
  requesting(`eth_call: ${name}`, "eth_call", () => [call, "latest", overrides()]),
  requesting(`eth_estimateGas: ${name}`, "eth_estimateGas", () => [call, "latest", overrides()]),
  requesting(`debug_traceCall: ${name}`, "debug_traceCall", () => [
    call,
    "latest",
    { tracer: "prestateTracer", stateOverrides: overrides() },
  ]),
];

/** Hashes a gibibyte, which takes more gas than a block has. */
const gibibyte = toHex(assemble(2 ** 30, 0, "KECCAK256", "STOP"));
const code = { [anybody]: { code: gibibyte } };
const blockOverrides = { gasLimit: "0x1000000000000000" };

export const overrideAttacks: readonly Attack[] = [
  ...["eth_call", "eth_estimateGas"].map((method) =>
    requesting(`${method}: a gas limit above that of the block`, method, () => [
      call,
      "latest",
      code,
      blockOverrides,
    ]),
  ),
  requesting("debug_traceCall: a gas limit above that of the block", "debug_traceCall", () => [
    call,
    "latest",
    { stateOverrides: code, blockOverrides },
  ]),
  ...withOverrides("an override of 200,000 accounts", () => accounts(200_000)),
  ...withOverrides("an override of 150,000 slots, state", () => ({
    [anybody]: { state: slots(150_000) },
  })),
  ...withOverrides("an override of 150,000 slots, stateDiff", () => ({
    [anybody]: { stateDiff: slots(150_000) },
  })),
  ...withOverrides("an override of 150,000 codes", codes),
  ...withOverrides("an override of 40,000 accounts", () => accounts(40_000)),
  ...withOverrides("an override of 40,000 slots, stateDiff", () => ({
    [anybody]: { stateDiff: slots(40_000) },
  })),
  requesting("eth_call: an override of 200,000 accounts, the last one wrong", "eth_call", () => [
    call,
    "latest",
    { ...accounts(200_000), [anybody]: { balance: "no number" } },
  ]),
  requesting("eth_call: 12 MB of code, all JUMPDEST", "eth_call", () => [
    call,
    "latest",
    { [anybody]: { code: bytes(megabytes12, "5b") } },
  ]),
  ...[12, 6].map((megabytes) =>
    requesting(`eth_call: ${megabytes} MB of code, all PUSH1`, "eth_call", () => [
      call,
      "latest",
      { [anybody]: { code: bytes(megabytes * 1_000_000, "60") } },
    ]),
  ),
  requesting("eth_call: 12 MB of code after a jump", "eth_call", () => [
    call,
    "latest",
    { [anybody]: { code: `0x600456fe5b${"5b".repeat(megabytes12)}` } },
  ]),
  requesting("hardhat_setCode of 12 MB", "hardhat_setCode", () => [
    anybody,
    bytes(megabytes12, "5b"),
  ]),
  requesting("eth_call: 12 MB of data", "eth_call", () => [
    { ...call, data: bytes(megabytes12, "ff") },
    "latest",
  ]),
  ...[6, 3].map((megabytes) => {
    const text = () => bytes(megabytes * 1_000_000, "00");
    return requesting(`eth_call: data and input of ${megabytes} MB`, "eth_call", () => [
      { ...call, data: text(), input: text() },
      "latest",
    ]);
  }),
  requesting("eth_call: an access list of 150,000 addresses", "eth_call", () => [
    { ...call, accessList: many(150_000).map((n) => ({ address: address(n), storageKeys: [] })) },
    "latest",
  ]),
  ...[300_000, 30_000].map((count) =>
    requesting(`eth_call: an access list of ${shown(count)} slots`, "eth_call", () => [
      { ...call, accessList: [{ address: anybody, storageKeys: many(count).map(word) }] },
      "latest",
    ]),
  ),
  requesting("eth_call: an access list of 15,000 slots, within the gas", "eth_call", () => [
    { ...call, accessList: [{ address: anybody, storageKeys: many(15_000).map(word) }] },
    "latest",
  ]),
  requesting("eth_call: 60,000 authorisations", "eth_call", () => [
    { ...call, authorizationList: authorizations(60_000) },
    "latest",
  ]),
  requesting("eth_simulateV1: 60,000 authorisations", "eth_simulateV1", () => [
    { blockStateCalls: [{ calls: [{ ...call, authorizationList: authorizations(60_000) }] }] },
    "latest",
  ]),
  ...[1_190, 600].flatMap((count) => [
    requesting(`eth_call: ${shown(count)} authorisations, within the gas`, "eth_call", () => [
      { ...call, authorizationList: authorizations(count) },
      "latest",
    ]),
    requesting(`eth_simulateV1: ${shown(count)} authorisations`, "eth_simulateV1", () => [
      { blockStateCalls: [{ calls: [{ ...call, authorizationList: authorizations(count) }] }] },
      "latest",
    ]),
  ]),
  ...[50_000, 10_000].map((count) =>
    requesting(
      `trace_callMany: three access lists of ${shown(count)} slots`,
      "trace_callMany",
      () => [
        many(3).map(() => [
          { ...call, accessList: [{ address: anybody, storageKeys: many(count).map(word) }] },
          ["trace"],
        ]),
      ],
    ),
  ),
  ...[10_000, 5_000].map((count) =>
    requesting(`tandem_mineBranch: ${shown(count)} transactions`, "tandem_mineBranch", () => [
      { depth: 0, length: 1, transactions: [many(count).map(() => someTransaction)] },
    ]),
  ),
  ...[100_000, 30_000].map((count) =>
    requesting(
      `eth_fillTransaction: an access list of ${shown(count)} slots`,
      "eth_fillTransaction",
      () => [{ ...call, accessList: [{ address: anybody, storageKeys: many(count).map(word) }] }],
    ),
  ),
];

/** A transaction with a valid signature, which its sender cannot pay for. */
const someTransaction =
  "0xf86b8084039387008252089470997970c51812dc3a010c7d01b50e0d17dc79c8880de0b6b3a76400008062a0961e9e9154aa9ccde11b1f8a1a7dc059aea894ed3b102c5a2f1f61c4604e32eaa03d0e4235e00c39750198823a7931a0818f257cd7b6a735d8529f094274571387";

/** Returns authorizations with valid signatures. */
function authorizations(count: number) {
  return many(count).map((n) => ({
    chainId: "0x1f",
    address: anybody,
    nonce: `0x${n.toString(16)}`,
    yParity: "0x0",
    r: "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    s: `0x${(n + 1).toString(16)}`,
  }));
}
