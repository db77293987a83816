/** Registers a new user from the entries so far: a language, and a PIN entered twice. */

import { relayLimits } from "../limits.js";
import {
  type Language,
  languageAt,
  languageList,
  languages,
  messagesOf,
} from "./messages/languages.js";
import type { Messages } from "./messages/messages.js";
import { pinProblem } from "./pin.js";
import { con, end, type Screen } from "./screen.js";

export type Registration =
  | { readonly kind: "screen"; readonly screen: Screen }
  | { readonly kind: "register"; readonly language: Language; readonly pin: string };

const show = (screen: Screen): Registration => ({ kind: "screen", screen });

export const welcome: Screen = con(
  ...languages.map((language) => messagesOf[language].chooseLanguage),
  languageList,
);

/** @param entries of the text; none at the start of a session. */
export function register(entries: readonly string[]): Registration {
  const [first, ...pins] = entries;
  if (first === undefined) return show(welcome);
  const language = languageAt(first);
  if (language === undefined) return show(end(messagesOf.en.invalidChoice));
  return readPins(pins, language, messagesOf[language]);
}

/** Reads pairs of PINs until two valid ones are equal. */
function readPins(pins: readonly string[], language: Language, texts: Messages): Registration {
  let notice: string | undefined;
  let at = 0;
  for (let attempt = 0; at < pins.length; attempt++) {
    if (attempt === relayLimits.pinAttemptsMax) return show(end(texts.invalidChoice));
    const [pin = "", again] = pins.slice(at, at + 2);
    const problem = pinProblem(pin);
    if (problem !== undefined) {
      notice = texts.badPin[problem];
      at += 1;
      continue;
    }
    if (again === undefined) return show(con(texts.repeatPin));
    at += 2;
    if (again === pin) {
      const isLast = at === pins.length;
      return isLast ? { kind: "register", language, pin } : show(end(texts.invalidChoice));
    }
    notice = texts.pinsDiffer;
  }
  return show(notice === undefined ? con(texts.choosePin) : con(notice, texts.choosePin));
}
