/**
 * Declares every setting of the relay. Its flag and its environment variable follow from its name; help,
 * `--print-config` and validation are derived from this list.
 */
import {
  environmentName as environmentNameOf,
  integer,
  path,
  type Setting,
  type Values,
  value,
} from "@tandem/cli";
import type { Hex } from "viem";
import * as z from "zod";
import { extendedSettings } from "./extended-settings.js";
import { hex, required, secret, text } from "./setting.js";

const yesOrNo = text
  .regex(/^(true|false)$/, "expected true or false")
  .transform((given) => given === "true");

/** Refuses a user and a password, which the error of a failed request would show. */
function isUrlOf(protocols: readonly string[], given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password } = new URL(given);
  return protocols.includes(protocol) && username === "" && password === "";
}

const httpUrl = z
  .string()
  .refine(
    (given) => isUrlOf(["http:", "https:"], given),
    "expected an http: or https: URL without user and password",
  );

const wsUrl = z
  .string()
  .refine(
    (given) => isUrlOf(["ws:", "wss:"], given) && new URL(given).hash === "",
    "expected a ws: or wss: URL without user, password and fragment",
  );

const privateKeyText = "expected 0x and 64 hex digits, a key of secp256k1";
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const isPrivateKey = (key: Hex) => BigInt(key) > 0n && BigInt(key) < curveOrder;

/** Returns a URL whose path, which is an API key, is hidden. */
export function withoutKey(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === "/" ? "" : "/(key)"}`;
}

/** Settings by their flag; their variables are `USSD_RELAY_` and the name in upper case. */
export const settings = {
  host: value(text, "127.0.0.1", "ADDRESS", "address to listen on"),
  port: value(integer(0, 65_535), 3000, "N", "port of POST /ussd; 0 selects a free port"),
  "node-url": {
    ...value(
      httpUrl,
      "http://127.0.0.1:8545",
      "URL",
      "HTTP URL of the node, with the API key as path if the node requires one",
    ),
    holdsKey: true,
    show: withoutKey,
  },
  "node-ws": {
    ...required(wsUrl, "URL", "WebSocket URL of the node; derived from --node-url if not given"),
    holdsKey: true,
    show: withoutKey,
  },
  "chain-id": value(integer(1, 2 ** 48), 31, "N", "chain id that the node must have"),
  confirmations: value(
    integer(1, 10_000),
    1,
    "N",
    "blocks, its own included, with which a transaction is confirmed; until then one that a reorg drops is sent again",
  ),
  contract: required(
    hex(20, "expected an address: 0x and 40 hex digits"),
    "ADDRESS",
    "address of the MicroLoan contract; tandem-relay deploy creates one",
  ),
  currency: value(
    z.string().regex(/^[A-Za-z0-9]{1,10}$/, "expected 1 to 10 letters and digits"),
    "COIN",
    "SYMBOL",
    "symbol shown after amounts",
  ),
  "data-dir": value(
    path,
    ".tandem/ussd-relay",
    "DIR",
    "directory of answers and unconfirmed transactions",
  ),
  phone: value(yesOrNo, false, "true|false", "serve GET /phone, a phone in the browser"),
  "service-code": value(
    z.string().regex(/^\*[0-9]+(\*[0-9]+)*#$/, "expected a code such as *384#"),
    "*384#",
    "CODE",
    "service code that the phone in the browser dials",
  ),
  "explorer-url": required(
    httpUrl,
    "URL",
    "address of the node's explorer in a browser; the phone in the browser links transactions to it",
  ),
  "private-key": secret(
    hex(32, privateKeyText).refine(isPrivateKey, privateKeyText),
    "KEY",
    "private key of the wallet that signs (demonstration)",
  ),
  ...extendedSettings,
} as const;

export type SettingName = keyof typeof settings;
export type Config = Values<typeof settings>;
export type Origin = "flag" | "environment" | "file" | "default";

export const settingNames = Object.keys(settings) as SettingName[];

export const declarationOf = (name: SettingName): Setting<unknown> => settings[name];

export const environmentPrefix = "USSD_RELAY_";

export const environmentName = (name: SettingName | "env-file"): string =>
  environmentNameOf(environmentPrefix, name);
