/** Shows text that somebody else wrote: a contract, an ABI, a compilation. */

/** Matches characters without a form of their own: controls, and those that change the order of the text around them. */
const formless = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Returns text with an escape for each character that has no form of its own. */
export const visible = (text: string): string =>
  text.replace(
    formless,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
