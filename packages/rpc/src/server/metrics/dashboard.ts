/** Generates the Grafana dashboard: a panel for each metric, and two for the process. */
import { metricList } from "./metric-list.js";

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly expression: string;
  readonly about: string;
}

const processPanels: readonly Panel[] = [
  {
    title: "Memory",
    unit: "bytes",
    expression: 'process_resident_memory_bytes{instance=~"$instance"}',
    about: "Resident memory of the process",
  },
  {
    title: "Event loop lag, 99th percentile",
    unit: "s",
    expression: 'nodejs_eventloop_lag_p99_seconds{instance=~"$instance"}',
    about: "Delay between the time at which a timer is due and the time at which it runs",
  },
];

/** The grid of a dashboard has 24 columns. */
const panelWidth = 12;
const panelHeight = 8;
const panelsInRow = 2;

const datasource = { type: "prometheus", uid: "$datasource" };

const panelOf = ({ title, unit, expression, about }: Panel, at: number) => ({
  id: at + 1,
  type: "timeseries",
  title,
  description: about,
  datasource,
  gridPos: {
    x: (at % panelsInRow) * panelWidth,
    y: Math.floor(at / panelsInRow) * panelHeight,
    w: panelWidth,
    h: panelHeight,
  },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  targets: [{ refId: "A", datasource, expr: expression, legendFormat: "__auto" }],
});

/** Returns the model that Grafana imports. */
export function dashboard(): object {
  const panels = Object.entries(metricList).map(([name, { help, panel }]) => ({
    ...panel,
    about: `${help} (${name})`,
    expression: panel.expression.replaceAll("$metric", name),
  }));
  return {
    uid: "tandem",
    title: "Tandem",
    tags: ["tandem"],
    schemaVersion: 39,
    time: { from: "now-1h", to: "now" },
    refresh: "30s",
    templating: {
      list: [
        { name: "datasource", type: "datasource", query: "prometheus" },
        {
          name: "instance",
          type: "query",
          datasource,
          query: { query: "label_values(tandem_ready, instance)", refId: "instance" },
          includeAll: true,
          multi: true,
          current: { text: "All", value: "$__all" },
        },
      ],
    },
    panels: [...panels, ...processPanels].map(panelOf),
  };
}
