/**
 * Defines the colours of the series for light and dark mode. They differ also for colour-blind
 * readers, and each has a contrast of three or more with its background (WCAG 2.2, 1.4.11).
 */

export interface Palette {
  readonly page: string;
  readonly text: string;
  readonly faint: string;
  readonly grid: string;
  /** The colours in the order in which series use them. */
  readonly series: readonly string[];
}

export const light: Palette = {
  page: "#ffffff",
  text: "#1f2328",
  faint: "#59636e",
  grid: "#d8dee4",
  series: ["#1282b2", "#b98500", "#0a4f43", "#a020d0", "#1a1033", "#6a4a00"],
};

export const dark: Palette = {
  page: "#0d1117",
  text: "#f0f6fc",
  faint: "#9198a1",
  grid: "#2f3742",
  series: ["#4ec2eb", "#d98a1f", "#1e8a52", "#806d98", "#ebd100", "#ffffff"],
};

/** The dash patterns of the series, so that lines also differ without colours. */
export const dashes = ["none", "8 4", "2 3", "12 4 2 4", "5 2", "1 5"] as const;

const rules = ({ page, text, faint, grid, series }: Palette) => [
  `.page{fill:${page}}`,
  `text{fill:${text}}`,
  `.faint{fill:${faint}}`,
  `.over{stroke:${page}}`,
  `.grid{stroke:${grid}}`,
  `.axis{stroke:${faint}}`,
  `.mark{stroke:${faint}}`,
  ...series.flatMap((colour, i) => [`.line${i}{stroke:${colour}}`, `.fill${i}{fill:${colour}}`]),
];

/** The style sheet of every chart, for light and dark mode. */
export const styleSheet = [
  'text{font:13px system-ui,"Segoe UI",Helvetica,Arial,sans-serif}',
  ".title{font-size:16px;font-weight:600}",
  ".small{font-size:12px}",
  ...dashes.map((dash, i) => `.line${i}{fill:none;stroke-width:2;stroke-dasharray:${dash}}`),
  ".over{paint-order:stroke;stroke-width:3}",
  ".mark{fill:none;stroke-width:1.5;stroke-dasharray:3 3}",
  ...rules(light),
  `@media (prefers-color-scheme:dark){${rules(dark).join("")}}`,
].join("\n");
