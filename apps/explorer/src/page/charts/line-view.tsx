/** Draws lines over a quantity, with a part that can be enlarged. */
import type { LineChart } from "@tandem/simulator/charts";
import { useState } from "preact/hooks";
import { ChartFrame, Slider } from "./frame.js";
import { lineModel, lineSteps } from "./line-model.js";
import { colourOf, dashesOf } from "./series-style.js";
import { useChart } from "./use-chart.js";

interface LineViewProps {
  readonly id: string;
  readonly chart: LineChart;
}

export function LineView({ id, chart }: LineViewProps) {
  const state = useChart(lineSteps + 1);
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(lineSteps);
  const { plot } = state;
  const choice = { ...state, from, to };
  const { lines, levels, fromText, toText, ...shown } = lineModel(chart, choice, plot);
  const ends = [
    {
      label: "From",
      value: from,
      text: fromText,
      choose: (at: number) => setFrom(Math.min(at, to - 1)),
    },
    { label: "To", value: to, text: toText, choose: (at: number) => setTo(Math.max(at, from + 1)) },
  ];
  const fields = (
    <details class="part">
      <summary>Enlarge a part</summary>
      <div class="ends">
        {ends.map(({ label, ...end }) => (
          <div key={label}>
            {label} <Slider {...end} name={`${label} in ${chart.title}`} max={lineSteps} />
          </div>
        ))}
      </div>
    </details>
  );
  return (
    <ChartFrame id={id} chart={chart} state={state} fields={fields} {...shown}>
      {levels.map(({ name, at }) => (
        <line key={name} class="level" x1={plot.left} x2={plot.right} y1={at} y2={at} />
      ))}
      {lines.map(({ index, points }) => (
        <polyline
          key={index}
          points={points}
          style={{ stroke: colourOf(index), strokeDasharray: dashesOf(index) }}
        />
      ))}
      {levels.map(({ name, at }) => (
        <text key={name} class="over" x={plot.right} y={at - 4} text-anchor="end">
          {name}
        </text>
      ))}
    </ChartFrame>
  );
}
