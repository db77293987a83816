/**
 * Measures USSD screens: 160 characters of the GSM alphabet (3GPP TS 23.038, 6.2.1), or 70 when one
 * character is outside it. It imports nothing, because the phone page loads it too.
 */

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Characters that need an escape, so each counts two. */
const extension = "\f^{}\\[~]|€";

const basicSet: ReadonlySet<string> = new Set(basic);
const extensionSet: ReadonlySet<string> = new Set(extension);

const gsmMax = 160;
const ucsMax = 70;

export interface ScreenLength {
  readonly alphabet: "GSM-7" | "UCS-2";
  /** Septets for GSM-7, 16-bit units for UCS-2. */
  readonly length: number;
  /** Maximum for one screen, in the same units. */
  readonly lengthMax: number;
}

/** @param text a screen without `CON` or `END`. */
export function screenLength(text: string): ScreenLength {
  let septets = 0;
  for (const character of text) {
    if (basicSet.has(character)) septets += 1;
    else if (extensionSet.has(character)) septets += 2;
    else return { alphabet: "UCS-2", length: text.length, lengthMax: ucsMax };
  }
  return { alphabet: "GSM-7", length: septets, lengthMax: gsmMax };
}
