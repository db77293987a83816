/** Lists the languages of extended mode. */
import { english } from "./english.js";
import type { Messages } from "./messages.js";
import { spanish } from "./spanish.js";

export type Language = "en" | "es";

export const languages: readonly Language[] = ["en", "es"];
export const languageNames: Readonly<Record<Language, string>> = { en: "English", es: "Español" };
export const messagesOf: Readonly<Record<Language, Messages>> = { en: english, es: spanish };

/** The numbered list of languages: `1. English` and so on. */
export const languageList = languages
  .map((language, i) => `${i + 1}. ${languageNames[language]}`)
  .join("\n");

/** Returns the language with a number in that list. */
export const languageAt = (entry: string | undefined): Language | undefined =>
  /^[1-9]$/.test(entry ?? "") ? languages[Number(entry) - 1] : undefined;

export const isLanguage = (text: string): text is Language =>
  languages.some((language) => language === text);
