/** Draws one curve over heights, with its least and greatest value. */
import { grouped } from "../format/amounts.js";
import type { Point } from "./mining-facts.js";

const width = 600;
const height = 140;
const margin = 6;

interface CurveProps {
  /** What the curve shows, for its title. */
  readonly name: string;
  /** By height. */
  readonly points: readonly Point[];
  /** Bars instead of a line, for counts. */
  readonly isBars?: boolean;
}

export function Curve({ name, points, isBars = false }: CurveProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return <p class="note">No blocks yet.</p>;
  const values = points.map(({ y }) => y);
  const [least, greatest] = [isBars ? 0 : Math.min(...values), Math.max(...values)];
  const xOf = ({ x }: Point) =>
    margin + ((x - first.x) / Math.max(1, last.x - first.x)) * (width - 2 * margin);
  const yOf = ({ y }: Point) =>
    height - margin - ((y - least) / Math.max(1e-9, greatest - least)) * (height - 2 * margin);
  const words = `${name}: from ${grouped(Math.round(least))} to ${grouped(Math.round(greatest))}, blocks ${first.x} to ${last.x}`;
  return (
    <figure class="curve">
      <figcaption>{words}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
        {isBars ? (
          points.map((point) => (
            <line
              key={point.x}
              x1={xOf(point)}
              y1={height - margin}
              x2={xOf(point)}
              y2={greatest === 0 ? height - margin : yOf(point)}
            />
          ))
        ) : (
          <polyline points={points.map((point) => `${xOf(point)},${yOf(point)}`).join(" ")} />
        )}
      </svg>
    </figure>
  );
}
