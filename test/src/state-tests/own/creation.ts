/** Lists cases of creation, limits of code, self-destruction, and hashes of code. */
import { concat, creationAddress, fromHex, keccak256, toHex } from "@tandem/primitives";
import {
  addressOf,
  before,
  call,
  forks,
  gasOf,
  type Hex,
  initCode,
  type OwnCase,
  since,
  store,
  target,
  wordOf,
} from "./case.js";

const other = addressOf(0xbb);
const heir = addressOf(0xee);
const emptyHash = BigInt(toHex(keccak256(new Uint8Array(0))));
const created = (nonce: bigint) => toHex(creationAddress(fromHex(target) as never, nonce)) as Hex;
const returnsFive = initCode("5 0 MSTORE 32 0 RETURN");

/**
 * Returns an address by EIP-1014: the last 20 bytes of keccak256(0xff ++ address ++ salt ++
 * keccak256(init code)).
 */
function create2Address(init: Hex, salt: bigint): Hex {
  const parts = [
    Uint8Array.of(0xff),
    fromHex(target),
    fromHex(wordOf(salt)),
    keccak256(fromHex(init)),
  ];
  return toHex(keccak256(concat(...parts)).subarray(12)) as Hex;
}

const creation: readonly OwnCase[] = [
  {
    name: "create-gives-the-address-of-sender-and-nonce",
    source: "yellow paper, CREATE; EIP-161: a contract begins with nonce 1",
    forks,
    pre: { [target]: { nonce: 1n } },
    code:
      returnsFive.put +
      store(0, `${returnsFive.size} 0 0 CREATE`) +
      store(1, call("CALL", created(1n), { output: 32 })) +
      store(2, "0 MLOAD"),
    stored: { 0: BigInt(created(1n)), 1: 1n, 2: 5n },
  },
  {
    name: "create2-gives-the-address-of-salt-and-code",
    source: "EIP-1014",
    forks,
    code: returnsFive.put + store(0, `7 ${returnsFive.size} 0 0 CREATE2`),
    stored: { 0: BigInt(create2Address(returnsFive.bytes, 7n)) },
  },
  {
    name: "create2-without-init-code",
    source: "EIP-1014",
    forks,
    code: store(0, "7 0 0 0 CREATE2"),
    stored: { 0: BigInt(create2Address("0x", 7n)) },
  },
  {
    name: "create2-twice-in-the-same-place",
    source: "EIP-1014, EIP-684: a place that is taken is refused",
    forks,
    code:
      returnsFive.put +
      store(0, `7 ${returnsFive.size} 0 0 CREATE2`) +
      store(1, `7 ${returnsFive.size} 0 0 CREATE2`),
    tx: { gasLimit: 2_000_000n },
    stored: { 0: BigInt(create2Address(returnsFive.bytes, 7n)), 1: 0n },
  },
  {
    name: "code-does-not-begin-with-0xef",
    source: "EIP-3541",
    forks,
    // The init code stores 0xef as one byte and returns that byte, or 0xee.
    code:
      `0x60ee60005360016000f3 176 SHL 0 MSTORE ${store(1, "10 0 0 CREATE ISZERO")}` +
      `0x60ef60005360016000f3 176 SHL 0 MSTORE ${store(0, "10 0 0 CREATE ISZERO")}`,
    tx: { gasLimit: 2_000_000n },
    stored: { 0: 1n, 1: 0n },
  },
  {
    name: "init-code-that-begins-with-0xef00-fails-as-it-runs",
    source: "EIP-3540 is active on no fork, so that 0xef is an invalid instruction",
    forks,
    pre: { [target]: { nonce: 1n } },
    code:
      `${call("CALL", 4, { input: 32 })} POP 0xef00 240 SHL 0 MSTORE ${store(0, "2 0 0 CREATE")}` +
      `${store(1, "RETURNDATASIZE")} ${store(2, "0 0 0 CREATE")}`,
    // All but a 64th of the gas is used.
    tx: { gasLimit: 12_000_000n },
    stored: { 0: 0n, 1: 0n, 2: BigInt(created(2n)) },
  },
  {
    name: "a-contract-has-24576-bytes-at-most",
    source: "EIP-170",
    forks,
    // The init code returns this number of zero bytes: PUSH2 size, PUSH1 0, RETURN.
    code:
      `0x6160006000f3 208 SHL 0 MSTORE ${store(0, "6 0 0 CREATE ISZERO")}` +
      `0x6160016000f3 208 SHL 0 MSTORE ${store(1, "6 0 0 CREATE ISZERO")}`,
    tx: { gasLimit: 12_000_000n },
    stored: { 0: 0n, 1: 1n },
  },
  {
    name: "init-code-of-49152-bytes",
    source: "EIP-3860: 49,152 bytes are the most",
    forks: since("Shanghai"),
    pre: { [other]: { code: "49153 0 0 CREATE" } },
    code: store(0, "49152 0 0 CREATE ISZERO") + store(1, call("CALL", other, { gas: 500_000 })),
    tx: { gasLimit: 2_000_000n },
    stored: { 0: 0n, 1: 0n },
  },
  {
    name: "init-code-costs-2-a-word",
    source: "EIP-3860, from Shanghai on",
    forks: since("Shanghai"),
    // The memory exists already, and the first instruction ends the creation: STOP.
    code: `0 2016 MSTORE ${gasOf(0, "32 0 0 CREATE POP")}${gasOf(1, "2048 0 0 CREATE POP")}`,
    stored: { 0: 9n + 32_000n + 2n + 2n + 2n, 1: 9n + 32_000n + 2n * 64n + 2n + 2n },
  },
  {
    name: "init-code-costs-nothing-before-shanghai",
    source: "EIP-3860",
    forks: before("Shanghai"),
    code: `0 2016 MSTORE ${gasOf(0, "2048 0 0 CREATE POP")}`,
    stored: { 0: 9n + 32_000n + 2n + 2n },
  },
  {
    name: "a-transaction-with-too-much-init-code",
    source: "EIP-3860: invalid",
    forks: since("Shanghai"),
    tx: { to: null, data: `0x${"00".repeat(49_153)}`, gasLimit: 5_000_000n },
    refused: "TransactionException.INITCODE_SIZE_EXCEEDED",
  },
];

const hashes: readonly OwnCase[] = [
  {
    name: "hash-of-code",
    source: "EIP-1052: zero of what is not there, the hash of nothing without code",
    forks,
    pre: { [other]: { balance: 1n }, [heir]: { code: "1 POP" } },
    code:
      store(0, `${addressOf(0xdead)} EXTCODEHASH`) +
      store(1, `${other} EXTCODEHASH`) +
      store(2, `${heir} EXTCODEHASH`),
    stored: {
      0: 0n,
      1: emptyHash,
      2: BigInt(toHex(keccak256(fromHex("0x600150")))),
    },
  },
];

const death = `${heir} SELFDESTRUCT`;
const deadly = initCode(death);

const selfDestruction: readonly OwnCase[] = [
  {
    name: "selfdestruct-of-an-older-contract-only-sends",
    source: "EIP-6780: code and storage stay, from Cancun on",
    forks: since("Cancun"),
    pre: { [other]: { code: death, balance: 9n, storage: { 3: 4n } } },
    code: `${call("CALL", other)} POP`,
    storedAt: { [other]: { 3: 4n } },
    balances: { [heir]: 9n, [other]: 0n },
  },
  {
    name: "selfdestruct-of-an-older-contract-removes-it",
    source: "yellow paper, before EIP-6780",
    forks: before("Cancun"),
    pre: { [other]: { code: death, balance: 9n, storage: { 3: 4n } } },
    code: `${call("CALL", other)} POP`,
    storedAt: { [other]: { 3: 0n } },
    balances: { [heir]: 9n, [other]: 0n },
  },
  {
    name: "selfdestruct-in-the-same-transaction-removes",
    source: "EIP-6780",
    forks: since("Cancun"),
    pre: { [target]: { balance: 20n, nonce: 1n } },
    code:
      `${deadly.put} ${deadly.size} 0 6 CREATE POP ${call("CALL", created(1n))} POP` +
      store(0, `${created(1n)} EXTCODESIZE`),
    stored: { 0: 22n },
    balances: { [heir]: 6n, [created(1n)]: 0n },
  },
  {
    name: "selfdestruct-to-itself-keeps-what-an-older-contract-has",
    source: "EIP-6780: nothing is burned",
    forks: since("Cancun"),
    pre: { [other]: { code: "ADDRESS SELFDESTRUCT", balance: 9n } },
    code: `${call("CALL", other)} POP`,
    balances: { [other]: 9n },
  },
  {
    name: "selfdestruct-to-itself-burns-before-cancun",
    source: "yellow paper, before EIP-6780",
    forks: before("Cancun"),
    pre: { [other]: { code: "ADDRESS SELFDESTRUCT", balance: 9n } },
    code: `${call("CALL", other)} POP`,
    balances: { [other]: 0n },
  },
  {
    name: "selfdestruct-costs-more-for-a-new-heir",
    source:
      "EIP-150, EIP-161, EIP-2929: 5,000, 2,600 cold, 25,000 for an account that was not there",
    forks,
    pre: { [other]: { code: death, balance: 9n } },
    code: gasOf(0, `${call("CALL", other)} POP`),
    // Six pushes of three gas and one of two bytes more, the cold call, then the cost of
    // SELFDESTRUCT.
    stored: { 0: 7n * 3n + 2_600n + 3n + 5_000n + 2_600n + 25_000n + 2n + 2n },
  },
];

const empties: readonly OwnCase[] = [
  {
    name: "a-call-without-value-makes-no-account",
    source: "EIP-161",
    forks,
    code: `${call("CALL", 0xdead)} POP ${store(0, `${addressOf(0xdead)} EXTCODEHASH`)}`,
    stored: { 0: 0n },
  },
  {
    name: "a-call-with-value-makes-one-for-25000",
    source: "EIP-161, yellow paper: 9,000 for value, less 2,300 given back unused",
    forks,
    pre: { [target]: { balance: 5n } },
    code: gasOf(0, `${call("CALL", 0xdead, { value: 1, gas: 0 })} POP`),
    stored: { 0: 7n * 3n + 2_600n + 9_000n + 25_000n - 2_300n + 2n + 2n },
    balances: { [addressOf(0xdead)]: 1n },
  },
];

export const creationCases: readonly OwnCase[] = [
  ...creation,
  ...hashes,
  ...selfDestruction,
  ...empties,
];
