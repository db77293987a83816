/**
 * Formats tables as comma-separated values (RFC 4180): CRLF, a row of names first, quotes where
 * needed.
 */

export type Cell = string | number | bigint | boolean | undefined;

export interface Table {
  readonly columns: readonly string[];
  /** The rows, with one cell for each column. */
  readonly rows: readonly (readonly Cell[])[];
}

const needsQuotes = /[",\r\n]/;

/** Encodes a cell; an unknown value is an empty field. */
function field(cell: Cell): string {
  const text = cell === undefined ? "" : String(cell);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats the table as CSV, every row ended by CRLF. */
export function csv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}
