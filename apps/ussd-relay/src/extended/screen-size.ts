/** How much of a text a phone shows: 160 units of GSM 03.38, or 70 of UCS-2 when one is outside it. */
import { relayLimits } from "../limits.js";

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Each costs an escape too. */
const extended = "^{}\\[~]|€\f";

const isGsm = (text: string) =>
  [...text].every((character) => basic.includes(character) || extended.includes(character));

/** Septets a text takes, or its 16-bit units when a character is in neither table. */
export function screenUnits(text: string): number {
  if (!isGsm(text)) return text.length;
  return [...text].reduce((units, one) => units + (extended.includes(one) ? 2 : 1), 0);
}

/** @param screen with its CON or END, which gateways count too. */
export const fitsScreen = (screen: string): boolean =>
  screenUnits(screen) <=
  (isGsm(screen) ? relayLimits.screenLengthMax : relayLimits.wideScreenLengthMax);
