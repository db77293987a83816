/**
 * Text of strangers on a terminal: what a contract reverts with or prints, what another node answers.
 * Control characters could clear the screen, move the cursor or forge a line, and marks of direction
 * turn what is read around.
 */

/** Controls (with tab and line breaks), format characters (directions, zero widths), lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A `\u` and four hex digits for each unit of UTF-16, as in JSON. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");

/** The text on one line, with everything a terminal would act upon as an escape that is read. */
export const printable = (text: string): string =>
  text.replace(unprintable, (character) => short[character] ?? escaped(character));

/** The same for text of several lines, such as a stack: none after the first begins at the margin. */
export const printableLines = (text: string): string => {
  const [first = "", ...others] = text.split("\n").map(printable);
  return [first, ...others.map((line) => (line.startsWith(" ") ? line : `  ${line}`))].join("\n");
};

/** JSON that says the same with nothing in it a terminal would act upon. */
export const printableJson = (json: string): string => json.replace(unprintable, escaped);
