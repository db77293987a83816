/**
 * What one USSD screen can carry: 160 characters of the GSM alphabet (3GPP TS 23.038, 6.2.1), or 70
 * when a single character is outside it. Pure, and without imports: the phone page loads it too.
 */

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Behind an escape, so each counts two. */
const extension = "\f^{}\\[~]|€";

const basicSet: ReadonlySet<string> = new Set(basic);
const extensionSet: ReadonlySet<string> = new Set(extension);

const gsmMax = 160;
const ucsMax = 70;

export interface ScreenLength {
  readonly alphabet: "GSM-7" | "UCS-2";
  /** Septets, or units of two bytes. */
  readonly length: number;
  /** What one screen has room for, in the same units. */
  readonly lengthMax: number;
}

/** @param text without the gateway's word `CON` or `END`. */
export function screenLength(text: string): ScreenLength {
  let septets = 0;
  for (const character of text) {
    if (basicSet.has(character)) septets += 1;
    else if (extensionSet.has(character)) septets += 2;
    else return { alphabet: "UCS-2", length: text.length, lengthMax: ucsMax };
  }
  return { alphabet: "GSM-7", length: septets, lengthMax: gsmMax };
}

/** Whether a phone shows all of a text. */
export function fitsScreen(text: string): boolean {
  const { length, lengthMax } = screenLength(text);
  return length <= lengthMax;
}
