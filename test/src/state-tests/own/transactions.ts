/** Lists cases of transactions: payments, intrinsic gas, refusals, and the gas of calls. */
import {
  addressOf,
  before,
  call,
  coinbase,
  forks,
  gasOf,
  type Hex,
  type OwnCase,
  sender,
  since,
  store,
} from "./case.js";

const plain = addressOf(0xaa);
const second = addressOf(0xd2);

const fees: readonly OwnCase[] = [
  {
    name: "a-legacy-transaction-pays-its-price",
    source: "EIP-1559: base fee 10 of a price of 25; the coinbase gets the 15 above it",
    forks,
    code: store(0, "GASPRICE"),
    tx: { to: plain, value: 1n, gasPrice: 25n },
    balances: { [plain]: 1n, [coinbase]: 21_000n * 15n },
  },
  {
    name: "a-dynamic-fee-is-base-and-tip",
    source: "EIP-1559: the lesser of cap and base fee plus tip",
    forks,
    code: store(0, "GASPRICE"),
    tx: { gasPrice: 100n, tip: 3n },
    stored: { 0: 13n },
  },
  {
    name: "a-dynamic-fee-is-at-most-its-cap",
    source: "EIP-1559",
    forks,
    code: store(0, "GASPRICE"),
    tx: { gasPrice: 12n, tip: 12n },
    stored: { 0: 12n },
  },
  {
    name: "a-coinbase-that-gets-nothing-is-not-made",
    source: "EIP-161: an empty account that is touched is removed",
    forks,
    tx: { to: plain, value: 1n, gasPrice: 10n },
    balances: { [coinbase]: 0n, [plain]: 1n },
  },
  {
    name: "a-cap-below-the-base-fee",
    source: "EIP-1559",
    forks,
    tx: { gasPrice: 9n, tip: 1n },
    refused: "TransactionException.INSUFFICIENT_MAX_FEE_PER_GAS",
  },
  {
    name: "a-price-below-the-base-fee",
    source: "EIP-1559",
    forks,
    tx: { gasPrice: 9n },
    refused: "TransactionException.INSUFFICIENT_MAX_FEE_PER_GAS",
  },
  {
    name: "a-tip-above-its-cap",
    source: "EIP-1559",
    forks,
    tx: { gasPrice: 20n, tip: 21n },
    refused: "TransactionException.PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS",
  },
];

const refusals: readonly OwnCase[] = [
  {
    name: "a-nonce-that-was-used",
    source: "yellow paper, 6.2",
    forks,
    pre: { [sender]: { nonce: 3n, balance: 10n ** 18n } },
    tx: { nonce: 2n },
    refused: "TransactionException.NONCE_MISMATCH_TOO_LOW",
  },
  {
    name: "a-nonce-that-is-not-next",
    source: "yellow paper, 6.2",
    forks,
    tx: { nonce: 1n },
    refused: "TransactionException.NONCE_MISMATCH_TOO_HIGH",
  },
  {
    name: "more-than-the-sender-has",
    source: "yellow paper, 6.2",
    forks,
    pre: { [sender]: { balance: 100_000n * 20n + 4n } },
    tx: { gasLimit: 100_000n, value: 5n },
    refused: "TransactionException.INSUFFICIENT_ACCOUNT_FUNDS",
  },
  {
    name: "less-gas-than-a-transaction-owes",
    source: "yellow paper, 6.2",
    forks,
    tx: { to: plain, gasLimit: 20_999n },
    refused: "TransactionException.INTRINSIC_GAS_TOO_LOW",
  },
  {
    name: "more-gas-than-a-block-has",
    source: "yellow paper, 6.2",
    forks: before("Osaka"),
    tx: { gasLimit: 30_000_001n },
    refused: "TransactionException.GAS_ALLOWANCE_EXCEEDED",
  },
  {
    name: "more-gas-than-a-transaction-may-have",
    source: "EIP-7825: 16,777,216",
    forks: since("Osaka"),
    tx: { to: plain, gasLimit: 16_777_217n },
    refused: "TransactionException.GAS_LIMIT_EXCEEDS_MAXIMUM",
  },
  {
    name: "as-much-gas-as-a-transaction-may-have",
    source: "EIP-7825",
    forks: since("Osaka"),
    tx: { to: plain, gasLimit: 16_777_216n, value: 1n },
    balances: { [plain]: 1n },
  },
  {
    name: "a-sender-with-code",
    source: "EIP-3607",
    forks,
    pre: { [sender]: { code: "1 POP", balance: 10n ** 18n } },
    refused: "TransactionException.SENDER_NOT_EOA",
  },
  {
    name: "a-transaction-for-another-chain",
    source: "EIP-155",
    forks,
    tx: { chainId: 2n },
    refused: "TransactionException.INVALID_CHAINID",
  },
  {
    name: "a-transaction-for-any-chain",
    source: "EIP-155: v of 27 or 28 is still valid",
    forks,
    code: store(0, "CALLVALUE"),
    tx: { chainId: 0n, value: 8n },
    stored: { 0: 8n },
  },
];

const zeros: Hex = `0x${"00".repeat(1_000)}`;
const ones: Hex = `0x${"01".repeat(1_000)}`;
const paid = (gas: bigint, value: bigint) => 10n ** 18n - gas * 20n - value;

const data: readonly OwnCase[] = [
  {
    name: "call-data-costs-4-and-16-before-prague",
    source: "EIP-2028",
    forks: before("Prague"),
    tx: { to: plain, data: ones, value: 1n },
    balances: { [sender]: paid(21_000n + 16_000n, 1n) },
  },
  {
    name: "call-data-has-a-floor-from-prague",
    source: "EIP-7623: 40 a byte that is not zero, 10 a byte that is, where nothing else is done",
    forks: since("Prague"),
    tx: { to: plain, data: ones, value: 1n },
    balances: { [sender]: paid(21_000n + 40_000n, 1n) },
  },
  {
    name: "zeros-have-a-floor-from-prague",
    source: "EIP-7623",
    forks: since("Prague"),
    tx: { to: plain, data: zeros, value: 1n },
    balances: { [sender]: paid(21_000n + 10_000n, 1n) },
  },
  {
    name: "less-gas-than-the-floor",
    source: "EIP-7623",
    forks: since("Prague"),
    tx: { to: plain, data: ones, gasLimit: 21_000n + 39_999n },
    refused: "TransactionException.INTRINSIC_GAS_BELOW_FLOOR_GAS_COST",
  },
];

const logs: readonly OwnCase[] = [0, 1, 2, 3, 4].map((topics) => ({
  name: `a-log-with-${topics}-topics`,
  source: "yellow paper, LOG: 375, 375 a topic, 8 a byte",
  forks,
  code:
    `0xfeed 0 MSTORE ` +
    gasOf(0, `${Array.from({ length: topics }, (_, i) => i + 1).join(" ")} 32 0 LOG${topics}`),
  stored: { 0: BigInt(3 * (topics + 2) + 375 * (topics + 1) + 8 * 32 + 2) },
}));

const stackDeep: readonly OwnCase[] = [
  {
    name: "a-64th-is-kept-back",
    source: "EIP-150: a call gets all but a 64th, whatever it asks for",
    forks,
    pre: { [plain]: { code: store(0, "GAS") } },
    code: `${call("CALL", plain, { gas: 10_000_000 })} POP`,
    tx: { gasLimit: 100_000n },
    // 79,000 minus seven pushes and the cold call, of which 63/64, minus GAS itself.
    storedAt: { [plain]: { 0: 76_379n - 76_379n / 64n - 2n } },
  },
  {
    name: "a-revert-gives-back-the-rest-and-a-failure-does-not",
    source: "EIP-140",
    forks,
    pre: { [plain]: { code: "0 0 REVERT" }, [second]: { code: "INVALID" } },
    code:
      gasOf(0, `${call("CALL", plain, { gas: 5_000 })} POP`) +
      gasOf(1, `${call("CALL", second, { gas: 5_000 })} POP`),
    stored: { 0: 21n + 2_600n + 6n + 2n + 2n, 1: 21n + 2_600n + 5_000n + 2n + 2n },
  },
];

export const transactionCases: readonly OwnCase[] = [
  ...fees,
  ...refusals,
  ...data,
  ...logs,
  ...stackDeep,
];
