/** Lists cases of precompiled contracts: their results, refusals and costs. */
import {
  addressOf,
  before,
  call,
  forks,
  gasOf,
  type Hex,
  memory,
  type OwnCase,
  since,
  store,
} from "./case.js";

const bytesOf = (hex: Hex) => (hex.length - 2) / 2;
const word = (value: number | bigint) => value.toString(16).padStart(64, "0");

/**
 * Returns code that calls a precompiled contract with this input: slot 0 is its success, slot 1 its
 * first word, 2 its size.
 */
const asking = (at: number, input: Hex, gas = 1_000_000): string =>
  memory(input) +
  store(0, call("STATICCALL", at, { gas, input: bytesOf(input), output: 0 })) +
  store(2, "RETURNDATASIZE") +
  `0 0 MSTORE RETURNDATASIZE 0 0 RETURNDATACOPY ${store(1, "0 MLOAD")}`;

/** Returns code that measures its gas, including the 100 of a warm call and the cost of its arguments. */
const priceOf = (at: number, input: Hex): string =>
  memory(input) +
  gasOf(0, `${call("STATICCALL", at, { gas: 5_000_000, input: bytesOf(input) })} POP`);
const aroundPrice = 6n * 3n + 100n + 2n + 2n;

const modExp = (base: Hex, exponent: Hex, modulus: Hex): Hex =>
  `0x${[base, exponent, modulus].map((part) => word(bytesOf(part))).join("")}${[
    base,
    exponent,
    modulus,
  ]
    .map((part) => part.slice(2))
    .join("")}`;

const old: readonly OwnCase[] = [
  {
    name: "sha256-of-nothing",
    source: "FIPS 180-4: its published digest; 60 gas",
    forks,
    code: asking(2, "0x"),
    stored: {
      0: 1n,
      1: 0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855n,
      2: 32n,
    },
  },
  {
    name: "ripemd160-of-nothing",
    source: "its published digest, in the low 20 bytes",
    forks,
    code: asking(3, "0x"),
    stored: { 0: 1n, 1: 0x9c1185a5c5e9fc54612808977ee8f548b2258d31n, 2: 32n },
  },
  {
    name: "identity-costs-15-and-3-a-word",
    source: "yellow paper, appendix E",
    forks,
    code: priceOf(4, `0x${"11".repeat(33)}`),
    stored: { 0: aroundPrice + 15n + 6n },
  },
  {
    name: "ecrecover-of-nonsense-returns-nothing",
    source: "yellow paper, appendix E: no failure; 3,000 gas",
    forks,
    code: asking(1, `0x${"00".repeat(128)}`),
    stored: { 0: 1n, 1: 0n, 2: 0n },
  },
  {
    name: "modexp-of-small-numbers",
    source: "EIP-198: 3 to the 5th modulo 7 is 5",
    forks,
    code: asking(5, modExp("0x03", "0x05", "0x07")),
    stored: { 0: 1n, 1: 5n << 248n, 2: 1n },
  },
  {
    name: "modexp-costs-200-at-least-before-osaka",
    source: "EIP-2565",
    forks: before("Osaka"),
    code: priceOf(5, modExp("0x03", "0x05", "0x07")),
    stored: { 0: aroundPrice + 200n },
  },
  {
    name: "modexp-costs-500-at-least-from-osaka",
    source: "EIP-7883",
    forks: since("Osaka"),
    code: priceOf(5, modExp("0x03", "0x05", "0x07")),
    stored: { 0: aroundPrice + 500n },
  },
  {
    name: "modexp-of-64-bytes-before-osaka",
    source: "EIP-2565: 8 words squared, 255 iterations, a third",
    forks: before("Osaka"),
    code: priceOf(
      5,
      modExp(`0x${"03".repeat(64)}`, `0x${"ff".repeat(32)}`, `0x${"07".repeat(64)}`),
    ),
    stored: { 0: aroundPrice + (64n * 255n) / 3n },
  },
  {
    name: "modexp-of-64-bytes-from-osaka",
    source: "EIP-7883: twice 8 words squared, 255 iterations",
    forks: since("Osaka"),
    code: priceOf(
      5,
      modExp(`0x${"03".repeat(64)}`, `0x${"ff".repeat(32)}`, `0x${"07".repeat(64)}`),
    ),
    stored: { 0: aroundPrice + 2n * 64n * 255n },
  },
  {
    name: "modexp-of-1025-bytes-from-osaka",
    source: "EIP-7823: more than 1,024 bytes fail",
    forks: since("Osaka"),
    code: asking(5, `0x${word(1025)}${word(1)}${word(1)}`),
    tx: { gasLimit: 3_000_000n },
    stored: { 0: 0n, 1: 0n, 2: 0n },
  },
  {
    name: "modexp-of-1025-bytes-before-osaka",
    source: "EIP-198: no bound",
    forks: before("Osaka"),
    code: asking(5, `0x${word(1025)}${word(1)}${word(1)}`),
    tx: { gasLimit: 3_000_000n },
    stored: { 0: 1n, 2: 1n },
  },
  {
    name: "bn254-adds-infinity-to-infinity",
    source: "EIP-196: infinity is (0, 0); EIP-1108: 150 gas",
    forks,
    code: asking(6, "0x"),
    stored: { 0: 1n, 1: 0n, 2: 64n },
  },
  {
    name: "bn254-doubles-the-generator",
    source: "EIP-196: (1, 2) twice",
    forks,
    code: asking(6, `0x${word(1)}${word(2)}${word(1)}${word(2)}`),
    stored: {
      0: 1n,
      1: 0x030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3n,
      2: 64n,
    },
  },
  {
    name: "bn254-refuses-what-is-not-on-the-curve",
    source: "EIP-196",
    forks,
    code: asking(6, `0x${word(1)}${word(1)}`),
    stored: { 0: 0n, 2: 0n },
  },
  {
    name: "bn254-pairing-of-nothing-is-one",
    source: "EIP-197; EIP-1108: 45,000 gas",
    forks,
    code: asking(8, "0x"),
    stored: { 0: 1n, 1: 1n, 2: 32n },
  },
  {
    name: "blake2f-takes-213-bytes",
    source: "EIP-152, test vectors 0 to 2: any other length fails",
    forks,
    code: asking(9, `0x${"00".repeat(212)}`),
    stored: { 0: 0n, 2: 0n },
  },
  {
    name: "blake2f-costs-one-a-round",
    source: "EIP-152: 12 rounds cost 12",
    forks,
    code: priceOf(9, `0x0000000c${"00".repeat(209)}`),
    stored: { 0: aroundPrice + 12n },
  },
];

const g1 = (digits = "00") => digits.repeat(128);

const bls: readonly OwnCase[] = [
  {
    name: "bls-g1-adds-infinity-to-infinity",
    source: "EIP-2537: infinity is all zeros; 375 gas",
    forks: since("Prague"),
    code: asking(0x0b, `0x${g1()}${g1()}`),
    stored: { 0: 1n, 1: 0n, 2: 128n },
  },
  {
    name: "bls-g1-add-costs-375",
    source: "EIP-2537",
    forks: since("Prague"),
    code: priceOf(0x0b, `0x${g1()}${g1()}`),
    stored: { 0: aroundPrice + 375n },
  },
  {
    name: "bls-g1-add-of-another-length",
    source: "EIP-2537: fails",
    forks: since("Prague"),
    code: asking(0x0b, `0x${g1()}${"00".repeat(127)}`),
    tx: { gasLimit: 3_000_000n },
    stored: { 0: 0n, 2: 0n },
  },
  {
    name: "bls-g1-add-of-a-field-element-too-large",
    source: "EIP-2537: the top 16 bytes are zero, and it is below the modulus",
    forks: since("Prague"),
    code: asking(0x0b, `0x01${"00".repeat(127)}${g1()}`),
    tx: { gasLimit: 3_000_000n },
    stored: { 0: 0n },
  },
  {
    name: "bls-g2-adds-infinity-to-infinity",
    source: "EIP-2537",
    forks: since("Prague"),
    code: asking(0x0d, `0x${g1().repeat(4)}`),
    stored: { 0: 1n, 1: 0n, 2: 256n },
  },
  {
    name: "bls-pairing-of-infinities-is-one",
    source: "EIP-2537",
    forks: since("Prague"),
    code: asking(0x0f, `0x${"00".repeat(384)}`),
    stored: { 0: 1n, 1: 1n, 2: 32n },
  },
  {
    name: "bls-pairing-of-nothing-fails",
    source: "EIP-2537: at least one pair",
    forks: since("Prague"),
    code: asking(0x0f, "0x"),
    tx: { gasLimit: 3_000_000n },
    stored: { 0: 0n },
  },
  {
    name: "no-bls-before-prague",
    source: "EIP-2537: 0x0b is an account like any other before",
    forks: before("Prague"),
    code: gasOf(0, `${addressOf(0x0b)} BALANCE POP`),
    stored: { 0: 3n + 2_600n + 2n + 2n },
  },
];

/** Generated once by OpenSSL with a new key: hash, r, s, x and y. */
const p256: Hex = `0x${[
  "7186b6e1e13844499594bc935ee9f1091d59093bcb00eca31c3d563c5bb86f7d",
  "6e3ddde74cf51ba9d18d4be6ed17f1e51b60b98de3e2ed375d3ebaec30a49572",
  "df7f042a2cb93e473b859886305f0de7e550782519dd4ac224641f007f6e2cfd",
  "010f04ebb47d7d9e76a02c046ee0cd08648cd1646864d62f82ad4ed3c2f8197b",
  "5291ce14334657f1db2aa4bd718f79f75e29a6e0332f528f9a4a35d26993076a",
].join("")}`;

const p256Cases: readonly OwnCase[] = [
  {
    name: "p256-of-a-good-signature",
    source: "EIP-7951: one, in 32 bytes",
    forks: since("Osaka"),
    code: asking(0x100, p256),
    stored: { 0: 1n, 1: 1n, 2: 32n },
  },
  {
    name: "p256-of-another-message",
    source: "EIP-7951: nothing, and no failure",
    forks: since("Osaka"),
    code: asking(0x100, `0x00${p256.slice(4)}`),
    stored: { 0: 1n, 1: 0n, 2: 0n },
  },
  {
    name: "p256-of-another-length",
    source: "EIP-7951: 160 bytes exactly, else nothing",
    forks: since("Osaka"),
    code: asking(0x100, `${p256}00`),
    stored: { 0: 1n, 1: 0n, 2: 0n },
  },
  {
    name: "p256-costs-6900",
    source: "EIP-7951",
    forks: since("Osaka"),
    code: priceOf(0x100, p256),
    stored: { 0: aroundPrice + 6_900n },
  },
  {
    name: "p256-of-a-point-off-the-curve",
    source: "EIP-7951: nothing",
    forks: since("Osaka"),
    code: asking(0x100, `${p256.slice(0, -2)}00` as Hex),
    stored: { 0: 1n, 1: 0n, 2: 0n },
  },
];

export const precompileCases: readonly OwnCase[] = [...old, ...bls, ...p256Cases];
