/** Lists cases of delegations: accounts that execute another account's code (EIP-7702). */
import { fromHex, keccak256, toHex } from "@tandem/primitives";
import {
  addressOf,
  before,
  call,
  gasOf,
  type Hex,
  type OwnCase,
  otherSigner,
  sender,
  since,
  store,
} from "./case.js";

const plain = addressOf(0xaa);
const delegate = addressOf(0xd1);
const second = addressOf(0xd2);
/** Returns the remaining wei of the sender's ether. */
const paid = (gas: bigint, value: bigint) => 10n ** 18n - gas * 20n - value;

/** Returns the code of a delegating account: 0xef0100 and the address (EIP-7702). */
const designator = (address: Hex): Hex => `0xef0100${address.slice(2)}`;
const hashOf = (code: Hex) => BigInt(toHex(keccak256(fromHex(code))));
const own = (address: Hex, nonce: bigint) => ({ signer: "sender", address, nonce }) as const;
const others = (address: Hex, nonce: bigint) => ({ signer: "other", address, nonce }) as const;
const marks = { [delegate]: { code: store(0, "1") }, [second]: { code: store(0, "2") } };

export const delegationCases: readonly OwnCase[] = [
  {
    name: "a-delegate-runs-at-the-authority",
    source: "EIP-7702",
    forks: since("Prague"),
    pre: marks,
    tx: { to: otherSigner, authorizations: [others(delegate, 0n)] },
    storedAt: { [otherSigner]: { 0: 1n }, [delegate]: { 0: 0n } },
  },
  {
    name: "the-sender-authorizes-with-its-next-nonce",
    source: "EIP-7702: the nonce of the transaction is counted first",
    forks: since("Prague"),
    pre: marks,
    tx: { to: sender, authorizations: [own(delegate, 1n)] },
    storedAt: { [sender]: { 0: 1n } },
  },
  {
    name: "of-two-authorizations-by-the-sender-the-second-holds",
    source: "EIP-7702: the last that is valid",
    forks: since("Prague"),
    pre: marks,
    tx: { to: sender, authorizations: [own(delegate, 1n), own(second, 2n)] },
    storedAt: { [sender]: { 0: 2n } },
  },
  {
    name: "an-authorization-with-another-nonce-is-passed-over",
    source: "EIP-7702",
    forks: since("Prague"),
    pre: marks,
    tx: { to: sender, authorizations: [own(delegate, 1n), own(second, 1n)] },
    storedAt: { [sender]: { 0: 1n } },
  },
  {
    name: "an-authorization-for-another-chain-is-passed-over",
    source: "EIP-7702",
    forks: since("Prague"),
    pre: marks,
    tx: { to: otherSigner, authorizations: [{ ...others(delegate, 0n), chainId: 2n }] },
    storedAt: { [otherSigner]: { 0: 0n } },
  },
  {
    name: "an-authorization-for-any-chain",
    source: "EIP-7702: a chain id of zero",
    forks: since("Prague"),
    pre: marks,
    tx: { to: otherSigner, authorizations: [{ ...others(delegate, 0n), chainId: 0n }] },
    storedAt: { [otherSigner]: { 0: 1n } },
  },
  {
    name: "an-authorization-of-nobody-clears",
    source: "EIP-7702: the zero address",
    forks: since("Prague"),
    pre: { ...marks, [otherSigner]: { nonce: 4n, code: designator(delegate) } },
    code: store(0, `${otherSigner} EXTCODESIZE`) + store(1, call("CALL", otherSigner)),
    tx: { authorizations: [others(addressOf(0), 4n)] },
    stored: { 0: 0n, 1: 1n },
    storedAt: { [otherSigner]: { 0: 0n } },
  },
  {
    name: "a-delegation-is-23-bytes-of-code",
    source: "EIP-7702: EXTCODESIZE, EXTCODEHASH and EXTCODECOPY see the designator",
    forks: since("Prague"),
    pre: { ...marks, [otherSigner]: { nonce: 1n, code: designator(delegate) } },
    code:
      store(0, `${otherSigner} EXTCODESIZE`) +
      store(1, `${otherSigner} EXTCODEHASH`) +
      `23 0 9 ${otherSigner} EXTCODECOPY ${store(2, "0 MLOAD")}`,
    stored: { 0: 23n, 1: hashOf(designator(delegate)), 2: BigInt(designator(delegate)) },
  },
  {
    name: "a-delegation-to-a-delegation-is-not-followed",
    source: "EIP-7702: the designator itself is executed, whose 0xef is invalid",
    forks: since("Prague"),
    pre: {
      [otherSigner]: { nonce: 1n, code: designator(second) },
      [second]: { nonce: 1n, code: designator(delegate) },
      [delegate]: { code: store(0, "1") },
    },
    code: store(0, call("CALL", otherSigner, { gas: 60_000 })) + store(1, "1"),
    stored: { 0: 0n, 1: 1n },
    storedAt: { [otherSigner]: { 0: 0n } },
  },
  {
    name: "a-call-of-a-delegation-pays-for-both",
    source: "EIP-7702: 2,600 for the delegate besides, cold",
    forks: since("Prague"),
    pre: {
      [otherSigner]: { nonce: 1n, code: designator(delegate) },
      [delegate]: { code: "STOP" },
    },
    code:
      gasOf(0, `${call("CALL", otherSigner)} POP`) + gasOf(1, `${call("CALL", otherSigner)} POP`),
    stored: { 0: 21n + 2_600n + 2_600n + 2n + 2n, 1: 21n + 100n + 100n + 2n + 2n },
  },
  {
    name: "a-delegated-sender-sends-as-ever",
    source: "EIP-7702 with EIP-3607",
    forks: since("Prague"),
    pre: { ...marks, [sender]: { nonce: 1n, balance: 10n ** 18n, code: designator(delegate) } },
    code: store(0, "CALLER"),
    tx: { nonce: 1n },
    stored: { 0: BigInt(sender) },
  },
  {
    name: "a-known-authority-refunds-12500",
    source: "EIP-7702: 25,000 beforehand, 12,500 of it back for an account that was there",
    forks: since("Prague"),
    pre: { [otherSigner]: { balance: 1n } },
    tx: { to: plain, value: 1n, authorizations: [others(delegate, 0n)] },
    // The refund is at most a fifth of the used gas (EIP-3529).
    balances: { [sender]: paid(46_000n - 9_200n, 1n) },
  },
  {
    name: "no-authorizations-at-all",
    source: "EIP-7702: a transaction of type 4 has one at least",
    forks: since("Prague"),
    tx: { authorizations: [] },
    refused: "TransactionException.TYPE_4_EMPTY_AUTHORIZATION_LIST",
  },
  {
    name: "no-authorizations-before-prague",
    source: "EIP-7702",
    forks: before("Prague"),
    tx: { authorizations: [others(delegate, 0n)] },
    refused: "TransactionException.TYPE_4_TX_PRE_FORK",
  },
];
