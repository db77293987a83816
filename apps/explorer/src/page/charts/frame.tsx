/**
 * Draws the common parts of every chart: title, buttons that show or hide series, axes, and the
 * values at a position.
 */
import { place, type Scale, showNumber } from "@tandem/simulator/charts";
import type { ComponentChildren } from "preact";
import type { BottomLabel, Plot } from "./plot.js";
import { colourOf } from "./series-style.js";
import type { ChartState } from "./use-chart.js";

const numberGap = 8;
const labelDrop = 18;
const titleRise = 13;

interface ChartFrameProps {
  readonly id: string;
  readonly chart: {
    readonly title: string;
    readonly description: string;
    readonly xLabel: string;
    readonly yLabel: string;
    readonly series: readonly { readonly name: string }[];
  };
  readonly state: ChartState;
  readonly y: Scale;
  readonly labels: readonly BottomLabel[];
  /** The selected position. */
  readonly cursor: number;
  /** The values at the position, as text. */
  readonly values: string;
  /** Further fields, below the values. */
  readonly fields?: ComponentChildren;
  /** The marks. */
  readonly children: ComponentChildren;
}

export function ChartFrame(props: ChartFrameProps) {
  const { id, chart, state, values, cursor } = props;
  const { plot } = state;
  return (
    <section class="card chart" aria-labelledby={id}>
      <h2 id={id}>{chart.title}</h2>
      <p class="note">{chart.description}</p>
      {chart.series.length > 1 && <SeriesChoice series={chart.series} state={state} />}
      <svg
        ref={state.drawing}
        viewBox={`0 0 ${plot.width} ${plot.height}`}
        role="img"
        aria-label={chart.title}
        onPointerMove={state.onPointerMove}
      >
        <Axes y={props.y} labels={props.labels} chart={chart} plot={plot} />
        {props.children}
        <line class="cursor" x1={cursor} x2={cursor} y1={plot.top} y2={plot.bottom} />
      </svg>
      <div class="position" style={{ marginInlineStart: `${(100 * plot.left) / plot.width}%` }}>
        <Slider
          name={`Position in ${chart.title}`}
          max={state.steps - 1}
          value={state.step}
          text={values}
          choose={state.choose}
        />
      </div>
      <p class="values">{values}</p>
      {props.fields}
    </section>
  );
}

interface SeriesChoiceProps {
  readonly series: ChartFrameProps["chart"]["series"];
  readonly state: ChartState;
}

/** Shows the names of the series, each of which can be hidden. */
function SeriesChoice({ series, state }: SeriesChoiceProps) {
  return (
    <div class="series">
      {series.map(({ name }, i) => (
        <label key={name}>
          <input type="checkbox" checked={!state.hidden.has(i)} onChange={() => state.toggle(i)} />{" "}
          <span class="key" style={{ background: colourOf(i) }} /> {name}
        </label>
      ))}
    </div>
  );
}

interface AxesProps extends Pick<ChartFrameProps, "y" | "labels" | "chart"> {
  readonly plot: Plot;
}

function Axes({ y, labels, chart, plot }: AxesProps) {
  return (
    <g>
      {y.ticks.map((tick) => {
        const at = place(y, tick, plot.bottom, plot.top);
        return (
          <g key={tick}>
            <line class="grid" x1={plot.left} x2={plot.right} y1={at} y2={at} />
            <text x={plot.left - numberGap} y={at + 4} text-anchor="end">
              {showNumber(tick, y.decimals)}
            </text>
          </g>
        );
      })}
      {labels.map(({ at, text }) => (
        <text key={`${at}`} x={at} y={plot.bottom + labelDrop} text-anchor="middle">
          {text}
        </text>
      ))}
      <text x={2} y={plot.top - titleRise}>
        ↑ {chart.yLabel}
      </text>
      <text x={plot.right} y={plot.height - 6} text-anchor="end">
        {chart.xLabel} →
      </text>
    </g>
  );
}

interface SliderProps {
  /** The accessible name. */
  readonly name: string;
  readonly max: number;
  readonly value: number;
  /** The meaning of the value. */
  readonly text: string;
  choose(value: number): void;
}

/** Shows a slider along a chart, which arrow keys also move. */
export function Slider({ name, max, value, text, choose }: SliderProps) {
  return (
    <input
      type="range"
      aria-label={name}
      min={0}
      max={max}
      value={value}
      aria-valuetext={text}
      onInput={(event) => choose(Number(event.currentTarget.value))}
    />
  );
}
