/** Lists cases of storage, transient storage, warm and cold access, and refunds. */
import {
  addressOf,
  before,
  call,
  forks,
  gasOf,
  type OwnCase,
  since,
  store,
  target,
  wordOf,
} from "./case.js";

const cold = addressOf(0xaa);
const other = addressOf(0xbb);

const access: readonly OwnCase[] = [
  ...(["BALANCE", "EXTCODESIZE", "EXTCODEHASH"] as const).map(
    (name): OwnCase => ({
      name: `${name.toLowerCase()}-cold-and-warm`,
      source: "EIP-2929: 2,600 at first, 100 after",
      forks,
      code: gasOf(0, `${cold} ${name} POP`) + gasOf(1, `${cold} ${name} POP`),
      stored: { 0: 3n + 2_600n + 2n + 2n, 1: 3n + 100n + 2n + 2n },
    }),
  ),
  {
    name: "sload-cold-and-warm",
    source: "EIP-2929: 2,100 at first, 100 after",
    forks,
    code: gasOf(0, "9 SLOAD POP") + gasOf(1, "9 SLOAD POP"),
    stored: { 0: 3n + 2_100n + 2n + 2n, 1: 3n + 100n + 2n + 2n },
  },
  {
    name: "a-call-warms-and-a-failed-frame-cools",
    source: "EIP-2929: what a frame that fails made warm is cold again",
    forks,
    pre: { [other]: { code: `${cold} BALANCE POP INVALID` } },
    code: `${call("CALL", other)} POP ${gasOf(0, `${cold} BALANCE POP`)}`,
    stored: { 0: 3n + 2_600n + 2n + 2n },
  },
  {
    name: "sender-target-and-precompiles-are-warm",
    source: "EIP-2929: the sender, the target and precompiled contracts are warm at first",
    forks,
    code:
      gasOf(0, "ORIGIN BALANCE POP") + gasOf(1, "ADDRESS BALANCE POP") + gasOf(2, "9 BALANCE POP"),
    stored: { 0: 2n + 100n + 2n + 2n, 1: 2n + 100n + 2n + 2n, 2: 3n + 100n + 2n + 2n },
  },
  {
    name: "coinbase-is-warm-from-shanghai",
    source: "EIP-3651",
    forks: since("Shanghai"),
    code: gasOf(0, "COINBASE BALANCE POP"),
    stored: { 0: 2n + 100n + 2n + 2n },
  },
  {
    name: "coinbase-is-cold-before-shanghai",
    source: "EIP-3651",
    forks: before("Shanghai"),
    code: gasOf(0, "COINBASE BALANCE POP"),
    stored: { 0: 2n + 2_600n + 2n + 2n },
  },
  {
    name: "p256-is-warm-from-osaka",
    source: "EIP-7951 makes 0x100 a precompiled contract, EIP-2929 those warm",
    forks: since("Osaka"),
    code: gasOf(0, "0x0100 BALANCE POP"),
    stored: { 0: 3n + 100n + 2n + 2n },
  },
  {
    name: "an-access-list-warms-what-it-names",
    source: "EIP-2930",
    forks,
    code: gasOf(0, `${cold} BALANCE POP`) + gasOf(1, "5 SLOAD POP") + gasOf(2, "6 SLOAD POP"),
    tx: {
      accessList: [
        { address: cold, storageKeys: [] },
        { address: target, storageKeys: [wordOf(5n)] },
      ],
    },
    stored: { 0: 3n + 100n + 2n + 2n, 1: 3n + 100n + 2n + 2n, 2: 3n + 2_100n + 2n + 2n },
  },
  {
    name: "an-access-list-is-paid-for-beforehand",
    source: "EIP-2930: 2,400 an address, 1,900 a slot",
    forks,
    tx: {
      to: cold,
      gasLimit: 21_000n + 2_400n + 1_900n - 1n,
      accessList: [{ address: cold, storageKeys: [wordOf(1n)] }],
    },
    refused: "TransactionException.INTRINSIC_GAS_TOO_LOW",
  },
];

const writes: readonly OwnCase[] = [
  {
    name: "sstore-prices",
    source: "EIP-2200 with EIP-2929: 22,100, 2,900 + 2,100, 100",
    forks,
    pre: { [target]: { storage: { 9: 1n } } },
    code: gasOf(0, "1 8 SSTORE") + gasOf(1, "2 9 SSTORE") + gasOf(2, "3 9 SSTORE"),
    stored: { 0: 6n + 22_100n + 2n, 1: 6n + 5_000n + 2n, 2: 6n + 100n + 2n, 8: 1n, 9: 3n },
  },
  {
    name: "a-cleared-slot-refunds-4800-at-most-a-fifth",
    source: "EIP-3529",
    forks,
    pre: { [target]: { storage: { 1: 1n, 2: 1n, 3: 1n } } },
    code: "0 1 SSTORE 0 2 SSTORE 0 3 SSTORE",
    stored: { 1: 0n, 2: 0n, 3: 0n },
  },
  {
    name: "a-slot-put-back-refunds-what-it-cost",
    source: "EIP-2200, EIP-3529",
    forks,
    pre: { [target]: { storage: { 1: 1n } } },
    code: "2 1 SSTORE 1 1 SSTORE 5 7 SSTORE 0 7 SSTORE",
    stored: { 1: 1n, 7: 0n },
  },
  {
    name: "no-write-with-the-stipend-alone",
    source: "EIP-2200: fails with 2,300 gas or less",
    forks,
    pre: { [other]: { code: "1 0 SSTORE", balance: 0n }, [target]: { balance: 10n } },
    code: store(0, call("CALL", other, { gas: 0, value: 1 })),
    storedAt: { [other]: { 0: 0n } },
    stored: { 0: 0n },
  },
];

const transient: readonly OwnCase[] = [
  {
    name: "transient-value-is-read-for-100",
    source: "EIP-1153",
    forks: since("Cancun"),
    code:
      gasOf(0, "42 1 TSTORE") + gasOf(1, "1 TLOAD POP") + store(2, "1 TLOAD") + store(3, "2 TLOAD"),
    stored: { 0: 6n + 100n + 2n, 1: 3n + 100n + 2n + 2n, 2: 42n, 3: 0n },
  },
  {
    name: "transient-storage-belongs-to-the-account",
    source: "EIP-1153: another account's is another's; a delegate call works on the caller's",
    forks: since("Cancun"),
    pre: { [other]: { code: "7 1 TSTORE" } },
    code:
      `${call("CALL", other)} POP ${store(0, "1 TLOAD")}` +
      `${call("DELEGATECALL", other)} POP ${store(1, "1 TLOAD")}`,
    stored: { 0: 0n, 1: 7n },
  },
  {
    name: "transient-writes-of-a-failed-frame-are-undone",
    source: "EIP-1153",
    forks: since("Cancun"),
    pre: { [other]: { code: "8 1 TSTORE 0 0 REVERT" } },
    code: `5 1 TSTORE ${store(0, call("DELEGATECALL", other))}${store(1, "1 TLOAD")}`,
    stored: { 0: 0n, 1: 5n },
  },
  {
    name: "no-transient-write-in-a-static-call",
    source: "EIP-1153",
    forks: since("Cancun"),
    pre: { [other]: { code: "8 1 TSTORE" }, [cold]: { code: "1 TLOAD POP" } },
    code: store(0, call("STATICCALL", other)) + store(1, call("STATICCALL", cold)),
    stored: { 0: 0n, 1: 1n },
  },
  {
    name: "transient-storage-outlives-a-frame",
    source: "EIP-1153: to the end of the transaction",
    forks: since("Cancun"),
    pre: { [other]: { code: "0 TLOAD 1 ADD DUP1 0 TSTORE 0 SSTORE" } },
    code: `${call("CALL", other)} POP ${call("CALL", other)} POP ${call("CALL", other)} POP`,
    storedAt: { [other]: { 0: 3n } },
  },
  {
    name: "no-transient-storage-before-cancun",
    source: "EIP-1153: invalid instructions before",
    forks: before("Cancun"),
    code: `1 1 TSTORE ${store(0, "1")}`,
    tx: { gasLimit: 60_000n },
    stored: { 0: 0n },
  },
];

const statics: readonly OwnCase[] = (
  [
    ["sstore", "1 0 SSTORE"],
    ["log", "0 0 LOG0"],
    ["create", "0 0 0 CREATE"],
    ["create2", "0 0 0 0 CREATE2"],
    ["selfdestruct", "0 SELFDESTRUCT"],
    ["call-with-value", call("CALL", cold, { value: 1 })],
  ] as const
).map(([name, code]) => ({
  name: `no-${name}-in-a-static-call`,
  source: "EIP-214",
  forks,
  pre: { [other]: { code, balance: 5n } },
  code: store(0, call("STATICCALL", other)) + store(1, "1"),
  stored: { 0: 0n, 1: 1n },
}));

export const storageCases: readonly OwnCase[] = [...access, ...writes, ...transient, ...statics];
