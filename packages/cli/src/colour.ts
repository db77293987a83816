/** Colours text for a terminal, and leaves it plain elsewhere. */

/** The output stream; a terminal has `isTTY`. */
export interface ColourTarget {
  readonly isTTY?: boolean;
}

/** Codes of ECMA-48 (Select Graphic Rendition) that begin and end a style. */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof codes;
export type Palette = Readonly<Record<Style, (text: string) => string>>;

/**
 * Returns whether text is coloured: on a terminal, unless `NO_COLOR` is set to anything
 * (no-color.org). `FORCE_COLOR` colours a file or a pipe too, and `FORCE_COLOR=0` nothing.
 */
export function hasColour(
  { isTTY }: ColourTarget,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: terminal } = environment;
  if (no !== undefined && no !== "") return false;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  return isTTY === true && terminal !== "dumb";
}

export function paletteOf(isColoured: boolean): Palette {
  const style =
    ([begin, end]: readonly [number, number]) =>
    (text: string) =>
      isColoured ? `\u001b[${begin}m${text}\u001b[${end}m` : text;
  const entries = Object.entries(codes).map(([name, pair]) => [name, style(pair)]);
  return Object.fromEntries(entries) as Palette;
}
