/** Formats text for a terminal: tables, and lines that fit. */

/** The columns of a terminal. */
export const columns = 80;

/** The indentation of a line that is continued. */
const indent = 8;

/** Splits a line that is wider than a terminal, at a blank if there is one. */
export function fitting(line: string): string[] {
  if (line.length <= columns) return [line];
  const blank = line.lastIndexOf(" ", columns);
  const at = blank > indent ? blank : columns;
  return [line.slice(0, at), ...fitting(`${" ".repeat(indent)}${line.slice(at).trimStart()}`)];
}

/** Returns the width of a text in columns of a terminal. */
const width = (text: string) => [...text].length;

/**
 * Aligns columns, with two blanks between them.
 * @param left the columns that are aligned left; the others are numbers and aligned right.
 */
export function aligned(
  rows: readonly (readonly string[])[],
  left: readonly number[] = [0],
): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(0, ...rows.map((row) => width(row[i] ?? ""))),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const blanks = " ".repeat((widths[i] ?? 0) - width(cell));
        return left.includes(i) ? `${cell}${blanks}` : `${blanks}${cell}`;
      })
      .join("  ")
      .trimEnd(),
  );
}
