/**
 * Removes secrets and phone numbers from every log line, and escapes what could act upon a terminal
 * or forge a line: reasons of contracts and errors of the node are text of others.
 */
import { printable } from "@tandem/cli";

import { maskPhoneNumber } from "./extended/phone-number.js";
import type { Log } from "./log.js";

/** Matches a number with a plus sign, or ten or more digits outside a word or a hash. */
const phoneNumbers = /\+[0-9]{8,15}|(?<![0-9A-Za-z])[0-9]{10,15}(?![0-9A-Za-z])/g;
/** Minimum length of a secret; shorter ones would hide ordinary words. */
const secretLengthMin = 8;

/** @param secrets texts to hide, in any case, with or without 0x. */
export function maskedLog(log: Log, secrets: readonly string[]): Log {
  const hidden = secrets
    .map((secret) => secret.replace(/^0x/, ""))
    .filter((secret) => secret.length >= secretLengthMin)
    .map((secret) => new RegExp(secret.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi"));
  const mask = (line: string) =>
    printable(
      hidden
        .reduce((text, secret) => text.replace(secret, "(secret)"), line)
        .replace(phoneNumbers, maskPhoneNumber),
    );
  return { info: (line) => log.info(mask(line)), warn: (line) => log.warn(mask(line)) };
}
