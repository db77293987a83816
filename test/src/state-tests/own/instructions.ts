/**
 * Lists cases of instructions: their results on the stack and in memory, from the EIPs that
 * introduced them.
 */
import { before, call, forks, gasOf, type OwnCase, since, store, target, wordOf } from "./case.js";

const top = 1n << 255n;
const all = (1n << 256n) - 1n;
const hex = (value: bigint) => wordOf(value);

const simple = (
  name: string,
  source: string,
  rows: readonly (readonly [expression: string, value: bigint])[],
): OwnCase => ({
  name,
  source,
  forks,
  code: rows.map(([expression], slot) => store(slot, expression)).join(""),
  stored: Object.fromEntries(rows.map(([, value], slot) => [slot, value])),
});

const arithmetic: readonly OwnCase[] = [
  simple("signed-division", "yellow paper, SDIV and SMOD", [
    [`${hex(all)} ${hex(top)} SDIV`, top],
    [`2 ${hex(all - 2n)} SDIV`, all],
    [`2 ${hex(all - 2n)} SMOD`, all],
    ["0 7 SDIV", 0n],
    ["0 7 SMOD", 0n],
  ]),
  simple("modular-sums-are-not-cut-at-256-bits", "yellow paper, ADDMOD and MULMOD", [
    [`10 ${hex(all)} ${hex(all)} ADDMOD`, (all + all) % 10n],
    [`12 ${hex(all)} ${hex(all)} MULMOD`, (all * all) % 12n],
    [`0 5 5 ADDMOD`, 0n],
    [`0 5 5 MULMOD`, 0n],
  ]),
  simple("sign-extension", "yellow paper, SIGNEXTEND", [
    ["0x80 0 SIGNEXTEND", all - 0x7fn],
    ["0x7f 0 SIGNEXTEND", 0x7fn],
    ["0x80 31 SIGNEXTEND", 0x80n],
    ["0x80 32 SIGNEXTEND", 0x80n],
  ]),
  simple("byte-of-a-word", "yellow paper, BYTE", [
    ["0xabcd 31 BYTE", 0xcdn],
    ["0xabcd 30 BYTE", 0xabn],
    ["0xabcd 32 BYTE", 0n],
  ]),
  simple("exponent", "yellow paper, EXP", [
    ["256 2 EXP", 0n],
    ["255 2 EXP", top],
    ["0 0 EXP", 1n],
    [`${hex(all)} 3 EXP`, powerOf(3n, all)],
  ]),
  {
    name: "exponent-costs-50-a-byte",
    source: "EIP-160: 10 + 50 a byte",
    forks,
    code: gasOf(0, "0x01 2 EXP POP") + gasOf(1, "0x0100 2 EXP POP") + gasOf(2, "0x00 2 EXP POP"),
    stored: { 0: 3n + 3n + 60n + 2n + 2n, 1: 3n + 3n + 110n + 2n + 2n, 2: 3n + 3n + 10n + 2n + 2n },
  },
];

function powerOf(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) & all;
    square = (square * square) & all;
  }
  return result;
}

const shifts: readonly OwnCase[] = [
  simple("shift-left", "EIP-145, the table of SHL", [
    [`1 0 SHL`, 1n],
    [`1 1 SHL`, 2n],
    [`1 0xff SHL`, top],
    [`1 0x0100 SHL`, 0n],
    [`${hex(all)} 1 SHL`, all - 1n],
  ]),
  simple("shift-right", "EIP-145, the table of SHR", [
    [`${hex(top)} 1 SHR`, top >> 1n],
    [`${hex(top)} 0xff SHR`, 1n],
    [`${hex(top)} 0x0100 SHR`, 0n],
    [`${hex(all)} 0 SHR`, all],
  ]),
  simple("shift-right-with-sign", "EIP-145, the table of SAR", [
    [`${hex(top)} 1 SAR`, 0xc0n << 248n],
    [`${hex(top)} 0xff SAR`, all],
    [`${hex(top)} 0x0100 SAR`, all],
    [`${hex(top - 1n)} 0xfe SAR`, 1n],
    [`${hex(top - 1n)} 0x0100 SAR`, 0n],
  ]),
];

const leadingZeros: readonly (readonly [operand: string, zeros: bigint])[] = [
  [hex(0n), 256n],
  [hex(top), 0n],
  [hex(all), 0n],
  [hex(1n << 254n), 1n],
  [hex(top - 1n), 1n],
  [hex(1n), 255n],
];

const newer: readonly OwnCase[] = [
  ...leadingZeros.map(
    ([operand, zeros], row): OwnCase => ({
      name: `leading-zeros-row-${row + 1}`,
      source: "EIP-7939, test cases",
      forks: since("Osaka"),
      code: store(0, `${operand} CLZ`) + gasOf(1, `${operand} CLZ POP`),
      stored: { 0: zeros, 1: 3n + 5n + 2n + 2n },
    }),
  ),
  {
    name: "leading-zeros-before-osaka",
    source: "EIP-7939: an invalid instruction before, which takes all gas",
    forks: before("Osaka"),
    code: store(0, "1 CLZ"),
    tx: { gasLimit: 60_000n },
    stored: { 0: 0n },
  },
  {
    name: "push0",
    source: "EIP-3855: pushes zero for 2 gas",
    forks: since("Shanghai"),
    code: gasOf(0, "PUSH0 POP") + store(1, "PUSH0 7 ADD"),
    stored: { 0: 2n + 2n + 2n, 1: 7n },
  },
  {
    name: "push0-before-shanghai",
    source: "EIP-3855: an invalid instruction before",
    forks: before("Shanghai"),
    code: store(1, "PUSH0 7 ADD"),
    tx: { gasLimit: 60_000n },
    stored: { 1: 0n },
  },
  {
    name: "base-fee",
    source: "EIP-3198: the block's base fee, for 2 gas",
    forks,
    code: store(0, "BASEFEE") + gasOf(1, "BASEFEE POP"),
    stored: { 0: 10n, 1: 2n + 2n + 2n },
  },
  {
    name: "opcode-0x44-costs-2",
    source: "yellow paper, DIFFICULTY; EIP-4399",
    forks,
    code: store(0, "DIFFICULTY") + gasOf(1, "DIFFICULTY POP"),
    stored: { 0: 0x20000n, 1: 2n + 2n + 2n },
  },
  {
    name: "chain-id-and-own-balance",
    source: "EIP-1344, EIP-1884: 2 and 5 gas",
    forks,
    pre: { [target]: { balance: 77n } },
    code:
      store(0, "CHAINID") +
      store(1, "SELFBALANCE") +
      gasOf(2, "CHAINID POP") +
      gasOf(3, "SELFBALANCE POP"),
    tx: { value: 3n },
    stored: { 0: 1n, 1: 80n, 2: 6n, 3: 9n },
  },
  {
    name: "block-hash-of-the-last-256",
    source: "yellow paper, BLOCKHASH: nothing of this block and of older ones",
    forks,
    code: store(0, "NUMBER BLOCKHASH") + store(1, "NUMBER 1 ADD BLOCKHASH"),
    stored: { 0: 0n, 1: 0n },
  },
  {
    name: "copies-forward-over-itself",
    source: "EIP-5656: as if by way of a buffer",
    forks: since("Cancun"),
    code: `0x000102030405060708 0 MSTORE 8 23 24 MCOPY ${store(0, "0 MLOAD")}`,
    stored: { 0: 0x0001020304050607n },
  },
  {
    name: "copies-backward-over-itself",
    source: "EIP-5656: as if by way of a buffer",
    forks: since("Cancun"),
    code: `0x000102030405060708 0 MSTORE 8 24 23 MCOPY ${store(0, "0 MLOAD")}`,
    stored: { 0: 0x010203040506070808n },
  },
  {
    name: "copies-nothing-without-growth",
    source: "EIP-5656: a length of zero expands no memory, wherever it points",
    forks: since("Cancun"),
    code: `0 ${hex(all)} ${hex(all)} MCOPY ${store(0, "MSIZE 1 ADD")}`,
    stored: { 0: 1n },
  },
  {
    name: "copying-grows-memory-at-both-ends",
    source: "EIP-5656: expands to the farther of source and destination; 3 and 3 a word",
    forks: since("Cancun"),
    code: `0 0 MSTORE ${gasOf(0, "64 0 32 MCOPY")}${store(1, "MSIZE")}${gasOf(2, "64 0 32 MCOPY")}`,
    // Three pushes; 3 + 3 × 2; two more words of memory.
    stored: { 0: 9n + 9n + 6n + 2n, 1: 96n, 2: 9n + 9n + 2n },
  },
  {
    name: "copying-before-cancun",
    source: "EIP-5656: an invalid instruction before",
    forks: before("Cancun"),
    code: `1 0 0 MCOPY ${store(0, "1")}`,
    tx: { gasLimit: 60_000n },
    stored: { 0: 0n },
  },
];

const bad: readonly OwnCase[] = [
  {
    name: "return-data-is-not-read-beyond-its-end",
    source: "EIP-211: beyond the end is a failure, also of zero bytes",
    forks,
    pre: {
      [`0x${"00".repeat(19)}aa`]: { code: "32 0 RETURN" },
      [`0x${"00".repeat(19)}ab`]: {
        code: `${call("CALL", 0xaa)} POP 33 0 0 RETURNDATACOPY`,
      },
      [`0x${"00".repeat(19)}ac`]: {
        code: `${call("CALL", 0xaa)} POP 32 0 0 RETURNDATACOPY`,
      },
    },
    code: store(0, call("CALL", 0xab)) + store(1, call("CALL", 0xac)),
    stored: { 0: 0n, 1: 1n },
  },
  {
    name: "a-jump-into-pushed-bytes",
    source: "yellow paper: a destination is an instruction",
    forks,
    code: "1 0 SSTORE 4 JUMP 0x5b POP 2 1 SSTORE",
    tx: { gasLimit: 60_000n },
    stored: { 0: 0n, 1: 0n },
  },
  {
    name: "too-little-on-the-stack",
    source: "yellow paper: an exceptional halt undoes the frame",
    forks,
    code: "1 0 SSTORE ADD",
    tx: { gasLimit: 60_000n },
    stored: { 0: 0n },
  },
];

export const instructionCases: readonly OwnCase[] = [...arithmetic, ...shifts, ...newer, ...bad];
