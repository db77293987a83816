/** Formats values like JavaScript's `console.log`, with numbers of up to 256 bits. */

const placeholder = /%[sdifoOj%]/g;

/**
 * Formats a line: if the first value is text it may have placeholders; remaining values are appended.
 */
export function format(values: readonly (string | bigint)[]): string {
  const [first, ...rest] = values;
  if (first === undefined) return "";
  if (typeof first !== "string") return values.join(" ");
  let used = 0;
  const text = first.replace(placeholder, (place) => {
    if (place === "%%") return rest.length > 0 ? "%" : place;
    const value = rest[used];
    if (value === undefined) return place;
    used++;
    return isNumeric(place) ? numeric(value) : `${value}`;
  });
  return [text, ...rest.slice(used)].join(" ");
}

const isNumeric = (place: string) => place === "%d" || place === "%i" || place === "%f";

/** Returns text as a number if it is one. */
function numeric(value: string | bigint): string {
  if (typeof value === "bigint" || value.trim() === "") return `${value || "NaN"}`;
  return Number.isNaN(Number(value)) ? "NaN" : value;
}
