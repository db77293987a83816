/** A log that cannot tell a secret: what must not be in it is taken out of every line. */

import { maskPhoneNumber } from "./extended/phone-number.js";
import type { Log } from "./log.js";

/** With its plus sign, or of ten digits and more that are no part of a word or a hash. */
const phoneNumbers = /\+[0-9]{8,15}|(?<![0-9A-Za-z])[0-9]{10,15}(?![0-9A-Za-z])/g;
/** Shorter ones would hide ordinary words. */
const secretLengthMin = 8;

/** @param secrets as they would be written, in any case, with or without 0x. */
export function maskedLog(log: Log, secrets: readonly string[]): Log {
  const hidden = secrets
    .map((secret) => secret.replace(/^0x/, ""))
    .filter((secret) => secret.length >= secretLengthMin)
    .map((secret) => new RegExp(secret.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi"));
  const mask = (line: string) =>
    hidden
      .reduce((text, secret) => text.replace(secret, "(secret)"), line)
      .replace(phoneNumbers, maskPhoneNumber);
  return { info: (line) => log.info(mask(line)), warn: (line) => log.warn(mask(line)) };
}
