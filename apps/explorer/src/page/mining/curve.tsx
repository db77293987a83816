/** Draws a curve over heights, with its minimum and maximum. */
import { grouped } from "../format/amounts.js";
import type { Point } from "./mining-facts.js";

/** The units of the drawing, which is stretched to its container. */
const width = 600;
const height = 140;
const margin = 4;

interface CurveProps {
  /** The quantity of the curve, for its title. */
  readonly name: string;
  /** The points in the order of their heights. */
  readonly points: readonly Point[];
  /** Draws bars instead of a line, for counts. */
  readonly isBars?: boolean;
}

export function Curve({ name, points, isBars = false }: CurveProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return <p class="note">No blocks yet.</p>;
  const values = points.map(({ y }) => y);
  const [least, greatest] = [isBars ? 0 : Math.min(...values), Math.max(...values)];
  const words = `${name}: from ${whole(least)} to ${whole(greatest)}, blocks ${grouped(first.x)} to ${grouped(last.x)}`;
  return (
    <figure class="curve">
      <figcaption>{words}</figcaption>
      <div class="plot" aria-hidden="true">
        <ValueLabels least={least} greatest={greatest} />
        <Drawing points={points} least={least} greatest={greatest} isBars={isBars} />
        <div class="heights">
          <span>{grouped(first.x)}</span>
          {last.x > first.x && <span>{grouped(last.x)}</span>}
        </div>
      </div>
    </figure>
  );
}

const whole = (value: number) => grouped(Math.round(value));

interface Extremes {
  readonly least: number;
  readonly greatest: number;
}

/** Shows a constant value once, at the height of its line. */
function ValueLabels({ least, greatest }: Extremes) {
  if (least === greatest) {
    return (
      <div class="values one">
        <span>{whole(least)}</span>
      </div>
    );
  }
  return (
    <div class="values">
      <span>{whole(greatest)}</span>
      <span>{whole(least)}</span>
    </div>
  );
}

interface DrawingProps extends Extremes {
  readonly points: readonly Point[];
  readonly isBars: boolean;
}

function Drawing({ points, least, greatest, isBars }: DrawingProps) {
  const [start, end] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const xOf = (x: number) => margin + ((x - start) / Math.max(1, end - start)) * inner(width);
  const yOf = (y: number) =>
    least === greatest
      ? height / 2
      : height - margin - ((y - least) / (greatest - least)) * inner(height);
  const base = yOf(least);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {[margin, height / 2, height - margin].map((y) => (
        <line key={y} class="grid" x1={0} y1={y} x2={width} y2={y} />
      ))}
      {isBars ? (
        points
          .filter(({ y }) => y > 0)
          .map(({ x, y }) => (
            <line key={x} class="bar" x1={xOf(x)} y1={base} x2={xOf(x)} y2={yOf(y)} />
          ))
      ) : (
        <polyline points={points.map(({ x, y }) => `${xOf(x)},${yOf(y)}`).join(" ")} />
      )}
    </svg>
  );
}

const inner = (size: number) => size - 2 * margin;
