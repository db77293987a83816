/**
 * Every setting of the relay, said once: its flag and its environment variable follow from its
 * name, and help, `--print-config` and the checks are made from this list.
 */
import {
  environmentName as environmentNameOf,
  integer,
  type Setting,
  type Values,
  value,
} from "@tandem/cli";
import type { Hex } from "viem";
import { z } from "zod";
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

/** A path is an API key. */
export function withoutKey(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === "/" ? "" : "/(key)"}`;
}

/** Name on the command line; `USSD_RELAY_` and upper case in the environment and its file. */
export const settings = {
  host: value(text, "127.0.0.1", "ADDRESS", "address to listen on"),
  port: value(integer(0, 65_535), 3000, "N", "port of POST /ussd; 0 takes a free one"),
  "node-url": {
    ...value(
      httpUrl,
      "http://127.0.0.1:8545",
      "URL",
      "JSON-RPC of the node, with its API key as path if it wants one",
    ),
    holdsKey: true,
    show: withoutKey,
  },
  "node-ws": {
    ...required(
      wsUrl,
      "URL",
      "WebSocket of the node, for new blocks; --node-url's port if not given",
    ),
    holdsKey: true,
    show: withoutKey,
  },
  "chain-id": value(integer(1, 2 ** 48), 31, "N", "chain the node must be on"),
  contract: required(
    hex(20, "expected an address: 0x and 40 hex digits"),
    "ADDRESS",
    "the MicroLoan contract; ussd-relay deploy makes one",
  ),
  currency: value(
    z.string().regex(/^[A-Za-z0-9]{1,10}$/, "expected 1 to 10 letters and digits"),
    "COIN",
    "SYMBOL",
    "symbol shown after amounts",
  ),
  "data-dir": value(
    text,
    ".tandem/ussd-relay",
    "DIR",
    "where answers and unconfirmed transactions are kept",
  ),
  phone: value(yesOrNo, false, "BOOLEAN", "GET /phone: a phone in the browser, to try it"),
  "service-code": value(
    z.string().regex(/^\*[0-9]+(\*[0-9]+)*#$/, "expected a code such as *384#"),
    "*384#",
    "CODE",
    "what the phone in the browser dials",
  ),
  "private-key": secret(
    hex(32, privateKeyText).refine(isPrivateKey, privateKeyText),
    "KEY",
    "key of the wallet that signs, for the demonstration",
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
