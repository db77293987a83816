/** Tables as comma-separated values (RFC 4180): CRLF, a row of names first, quotes where needed. */

export type Cell = string | number | bigint | boolean | undefined;

export interface Table {
  readonly columns: readonly string[];
  /** One cell a column. */
  readonly rows: readonly (readonly Cell[])[];
}

const needsQuotes = /[",\r\n]/;

/** What is not known is an empty field. */
function field(cell: Cell): string {
  const text = cell === undefined ? "" : String(cell);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The table as text, every row of it ended by CRLF. */
export function csv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}
