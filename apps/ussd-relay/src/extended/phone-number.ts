/** Parses and masks phone numbers (ITU-T E.164). */

/** The country code, digits without a plus sign; undefined: numbers in national form are refused. */
export interface NumberPlan {
  readonly countryCode: string | undefined;
}

const digitsMin = 8;
const digitsMax = 15;

/**
 * Parses `+254700000001`, the same with `00` or nothing instead of the plus sign, and, with a country
 * code, `0700000001`.
 * @returns the number with its plus sign, or undefined when the text is not a number.
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

/** Hides all but the last two digits. */
export const maskPhoneNumber = (phoneNumber: string): string =>
  `${"*".repeat(Math.max(0, phoneNumber.length - shownDigits))}${phoneNumber.slice(-shownDigits)}`;
