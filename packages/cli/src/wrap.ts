/** Fits text into the width of a terminal. */

/** The number of columns of help and lists. */
export const columns = 80;

/** Returns the lines of a text of one paragraph. A word that is longer than a line is not split. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/**
 * Wraps the paragraphs of a text. An indented line remains a separate line, and its continuation
 * lines have the same indentation.
 */
export const fitted = (text: string): string =>
  text
    .replaceAll(/(?<=^\S.*)\n(?=\S)/gm, " ")
    .split("\n")
    .flatMap((line) => {
      if (line.length <= columns) return [line];
      const indent = /^ */.exec(line)?.[0] ?? "";
      return wrapped(line.trim(), columns - indent.length).map((one) => `${indent}${one}`);
    })
    .join("\n");

/**
 * Returns two columns: terms, and beside each its description. A term that is longer than its
 * column has a line of its own.
 * @param termWidth the width of the first column, including the space after it.
 */
export const twoColumns = (
  rows: readonly (readonly [term: string, description: string])[],
  termWidth: number,
): string =>
  rows
    .map(([term, description]) => {
      const [first = "", ...more] = wrapped(description, columns - termWidth - 2);
      const isShort = term.length + 2 <= termWidth;
      const lines = isShort ? more : [first, ...more];
      const head = isShort ? `  ${term.padEnd(termWidth)}${first}` : `  ${term}`;
      return [head.trimEnd(), ...lines.map((line) => `${" ".repeat(termWidth + 2)}${line}`)]
        .map((line) => `${line}\n`)
        .join("");
    })
    .join("");
