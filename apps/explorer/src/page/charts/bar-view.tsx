/** Draws bars for categories. */
import type { BarChart } from "@tandem/simulator/charts";
import { barModel } from "./bar-model.js";
import { ChartFrame } from "./frame.js";
import { colourOf } from "./series-style.js";
import { useChart } from "./use-chart.js";

interface BarViewProps {
  readonly id: string;
  readonly chart: BarChart;
}

export function BarView({ id, chart }: BarViewProps) {
  const state = useChart(Math.max(1, chart.categories.length));
  const { bars, ...shown } = barModel(chart, state, state.plot);
  return (
    <ChartFrame id={id} chart={chart} state={state} {...shown}>
      {bars.map(({ index, ...box }) => (
        <rect key={`${index}-${box.x}`} {...box} style={{ fill: colourOf(index) }} />
      ))}
    </ChartFrame>
  );
}
