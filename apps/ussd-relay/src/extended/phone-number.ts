/** Phone numbers as gateways send and users type them (ITU-T E.164). */

/** @param countryCode digits without a plus sign; undefined: no local form. */
export interface NumberPlan {
  readonly countryCode: string | undefined;
}

const digitsMin = 8;
const digitsMax = 15;

/**
 * `+254700000001`, the same with `00` or nothing for the plus sign, and, where there is a country
 * code, `0700000001`.
 * @returns the number with its plus sign; undefined when it is none.
 */
export function readPhoneNumber(text: string, { countryCode }: NumberPlan): string | undefined {
  if (!/^\+?[0-9]{1,20}$/.test(text)) return undefined;
  const digits = internationalDigits(text, countryCode);
  if (digits === undefined || digits.startsWith("0")) return undefined;
  if (digits.length < digitsMin || digits.length > digitsMax) return undefined;
  return `+${digits}`;
}

function internationalDigits(text: string, countryCode: string | undefined): string | undefined {
  if (text.startsWith("+")) return text.slice(1);
  if (text.startsWith("00")) return text.slice(2);
  if (!text.startsWith("0")) return text;
  return countryCode === undefined ? undefined : `${countryCode}${text.slice(1)}`;
}

const shownDigits = 2;

/** All but the last two digits hidden. */
export const maskPhoneNumber = (phoneNumber: string): string =>
  `${"*".repeat(Math.max(0, phoneNumber.length - shownDigits))}${phoneNumber.slice(-shownDigits)}`;
