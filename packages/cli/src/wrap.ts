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

/** Returns the text with each paragraph on one line. An indented line remains a separate line. */
export const unwrapped = (text: string): string => text.replaceAll(/(?<=^\S.*)\n(?=\S)/gm, " ");

/**
 * Wraps the paragraphs of a text. An indented line remains a separate line, and its continuation
 * lines have the same indentation.
 */
export const fitted = (text: string): string =>
  unwrapped(text)
    .split("\n")
    .flatMap((line) => {
      if (line.length <= columns) return [line];
      const indent = /^ */.exec(line)?.[0] ?? "";
      return wrapped(line.trim(), columns - indent.length).map((one) => `${indent}${one}`);
    })
    .join("\n");

/** The indentation of the continuation of a message. */
const messageIndent = 2;

/**
 * Wraps the lines of a message for a terminal of at most `columns` columns, and leaves them as they
 * are for a file or a program, which may search in lines.
 * @param stream the stream on which the message is written.
 */
export function message(text: string, stream: object): string {
  const { isTTY, columns: own } = stream as { readonly isTTY?: boolean; readonly columns?: number };
  if (!isTTY) return text;
  const width = Math.min(columns, own || columns);
  return text
    .split("\n")
    .flatMap((line) => {
      const indent = " ".repeat((/^ */.exec(line)?.[0].length ?? 0) + messageIndent);
      if (line.length <= width) return [line];
      const [first = "", ...more] = wrapped(line.trim(), width - indent.length);
      const lead = indent.slice(messageIndent);
      return [`${lead}${first}`, ...more.map((one) => `${indent}${one}`)];
    })
    .join("\n");
}

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
