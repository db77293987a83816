/** Declares the settings of extended mode and of gateway authentication. */
import type { BlockList } from "node:net";
import { integer, oneOf, path, value } from "@tandem/cli";
import { formatEther, parseEther } from "viem";
import * as z from "zod";
import { coinsMax, decimalsMax } from "../extended/money.js";
import { isMnemonic } from "../extended/wallet-keys.js";
import { readAddressBlocks } from "../gateway/proof.js";
import { relayLimits } from "../limits.js";
import { hex, required, secret, text } from "./setting.js";

const minute = 60;
const day = 24 * 60 * minute;
/** Used signatures are stored for twice the window. */
const windowSecondsMax = relayLimits.sessionMs / 2 / 1000;

const amountText = `expected a decimal with at most ${decimalsMax} decimals, up to ${coinsMax}`;
const amount = z
  .string()
  .regex(new RegExp(`^[0-9]{1,10}(\\.[0-9]{1,${decimalsMax}})?$`), amountText)
  .transform((given) => parseEther(given))
  .refine((wei) => wei > 0n && wei <= coinsMax * 10n ** 18n, amountText);

const blocksText = "expected addresses or CIDR blocks with commas between";
const blocks = z
  .string()
  .transform((given) => readAddressBlocks(given))
  .refine((list): list is BlockList => list !== undefined, blocksText);

const redisUrl = z
  .string()
  .refine(
    (given) => URL.canParse(given) && /^rediss?:$/.test(new URL(given).protocol),
    "expected a redis: or rediss: URL",
  );

export const extendedSettings = {
  mode: value(
    oneOf("demonstration", "extended"),
    "demonstration",
    "MODE",
    "demonstration: one wallet for all users; extended: a wallet and a PIN for each",
  ),
  forwarder: required(
    hex(20, "expected an address: 0x and 40 hex digits"),
    "ADDRESS",
    "address of the forwarder that the contract trusts (extended)",
  ),
  mnemonic: secret(
    z.string().refine(isMnemonic, "expected BIP-39 words with a right checksum"),
    "WORDS",
    "BIP-39 mnemonic of all users' wallets (extended)",
  ),
  "derivation-path": value(
    z.string().regex(/^m(\/[0-9]{1,9}'?){1,9}$/, "expected a path such as m/44'/60'/0'/0"),
    "m/44'/60'/0'/0",
    "PATH",
    "BIP-32 path below which each user has an index (extended)",
  ),
  "master-key": secret(
    hex(32, "expected 0x and 64 hex digits"),
    "KEY",
    "key of the hashes of phone numbers, PINs and sessions (extended)",
  ),
  "country-code": required(
    z.string().regex(/^[1-9][0-9]{0,2}$/, "expected 1 to 3 digits"),
    "DIGITS",
    "country code of numbers typed with a leading 0 (extended)",
  ),
  "transfer-min": {
    ...value(amount, parseEther("0.0001"), "AMOUNT", "minimum of one transfer (extended)"),
    show: formatEther,
  },
  "transfer-max": {
    ...value(amount, parseEther("100"), "AMOUNT", "maximum of one transfer (extended)"),
    show: formatEther,
  },
  "day-max": {
    ...value(
      amount,
      parseEther("500"),
      "AMOUNT",
      "maximum of a user's transfers in a UTC day (extended)",
    ),
    show: formatEther,
  },
  "lock-minutes": value(
    integer(0, day),
    60,
    "N",
    "duration of the lock after three wrong PINs; 0: until tandem-relay unlock (extended)",
  ),
  "stuck-seconds": value(
    integer(5, day),
    30,
    "N",
    "time after which an unmined transaction is replaced at a higher fee (extended)",
  ),
  "redis-url": secret(redisUrl, "URL", "Redis for records that several instances share (extended)"),
  "posts-per-minute": value(
    integer(0, 10_000),
    60,
    "N",
    "posts answered per phone number; 0: no limit (extended)",
  ),
  keystore: required(
    path,
    "FILE",
    "encrypted key of the wallet that signs (Web3 Secret Storage 3)",
  ),
  "keystore-passphrase": secret(text, "TEXT", "passphrase of the keystore"),
  "keystore-passphrase-file": required(
    path,
    "FILE",
    "file whose first line is the passphrase of the keystore",
  ),
  "gateway-allow": {
    ...required(blocks, "BLOCKS", "addresses that may post, such as 10.0.0.0/8,192.0.2.7"),
    show: ({ rules }: BlockList) => rules.join("; "),
  },
  "gateway-key": secret(
    z.string().min(16, "expected at least 16 characters"),
    "TEXT",
    "key with which the gateway signs its posts",
  ),
  "gateway-window-seconds": value(
    integer(1, windowSecondsMax),
    300,
    "N",
    "maximum difference between the time of a signed post and now",
  ),
} as const;
