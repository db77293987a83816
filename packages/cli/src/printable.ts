/**
 * Escapes untrusted text for a terminal: output of contracts and answers of other nodes. Control
 * characters could clear the screen, move the cursor or forge a line, and direction marks reorder the
 * text.
 */

/**
 * Matches controls (with tab and line breaks), format characters (directions, zero widths) and lone
 * surrogates.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Matches a text of printable ASCII characters and of those of shortened hashes, which most texts are: a quick test. */
const plain = /^[ -~\u2026]*$/;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns `\u` and four hex digits for each unit of UTF-16, as in JSON. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");

/** Returns the text on one line, with every character that a terminal would interpret escaped. */
export const printable = (text: string): string =>
  plain.test(text)
    ? text
    : text.replace(unprintable, (character) => short[character] ?? escaped(character));

/** Escapes text of several lines, such as a stack: lines after the first are indented. */
export const printableLines = (text: string): string => {
  const [first = "", ...others] = text.split("\n").map(printable);
  return [first, ...others.map((line) => (line.startsWith(" ") ? line : `  ${line}`))].join("\n");
};

/** Escapes JSON without changing its value. */
export const printableJson = (json: string): string =>
  plain.test(json) ? json : json.replace(unprintable, escaped);
