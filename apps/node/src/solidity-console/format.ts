/** Values to a line as `console.log` of JavaScript does it, where numbers may have 256 bits. */

const placeholder = /%[sdifoOj%]/g;

/** The first value, when it is text, may have places for those after it; the rest is appended. */
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

/** Text in the place of a number is one if it reads as one. */
function numeric(value: string | bigint): string {
  if (typeof value === "bigint" || value.trim() === "") return `${value || "NaN"}`;
  return Number.isNaN(Number(value)) ? "NaN" : value;
}
