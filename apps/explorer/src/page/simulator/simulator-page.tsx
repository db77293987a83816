/** Shows the results of a simulator run: of a scenario that is run in the page, or from a file of the user. */
import {
  type ChartedExpectation,
  type ChartedResults,
  chartedResults,
  figure,
  runCharts,
} from "@tandem/simulator/charts";
import { useEffect, useState } from "preact/hooks";
import { BarView } from "../charts/bar-view.js";
import { LineView } from "../charts/line-view.js";
import { Section } from "../parts/fields.js";
import { FileInput } from "../parts/file-input.js";
import { readJson } from "../parts/read-json.js";
import { ScenarioForm } from "./scenario-form.js";

export function SimulatorPage() {
  const [run, setRun] = useState<{ readonly results: ChartedResults; readonly nth: number }>();
  const show = (results: ChartedResults) =>
    setRun((before) => ({ results, nth: (before?.nth ?? 0) + 1 }));
  const take = (text: string, name: string) => {
    show(readJson(chartedResults, text, "results.json of the simulator"));
    return `${name} is shown below.`;
  };
  return (
    <>
      <h1>Simulator</h1>
      <ScenarioForm show={show} />
      <Section title="Look at a run of the command line" id="results">
        <FileInput id="results-file" legend="Results of a run" accept=".json" take={take}>
          <p class="note">
            Choose or drop the <code>results.json</code> that{" "}
            <code>simulate SCENARIO --out FOLDER</code> wrote. It stays in this browser.
          </p>
        </FileInput>
      </Section>
      {run !== undefined && <Run key={run.nth} results={run.results} />}
    </>
  );
}

function Run({ results }: { readonly results: ChartedResults }) {
  const { about, expectations } = results;
  const charts = runCharts(results, about);
  // The results may be below what is seen of the page.
  useEffect(() => document.getElementById("run")?.scrollIntoView(), []);
  return (
    <>
      <Section title="The run" id="run">
        <p>{about}</p>
        <p class="note">
          Seed {results.seed}, {figure(results.hours)} virtual hours.
        </p>
        {expectations.length > 0 && <Expectations expectations={expectations} />}
      </Section>
      <div class="pair">
        {charts.map(({ name, chart }) =>
          "categories" in chart ? (
            <BarView key={name} id={`chart-${name}`} chart={chart} />
          ) : (
            <LineView key={name} id={`chart-${name}`} chart={chart} />
          ),
        )}
      </div>
    </>
  );
}

function Expectations({ expectations }: { readonly expectations: readonly ChartedExpectation[] }) {
  return (
    <ul class="plain" aria-label="Expectations">
      {expectations.map(({ metric, min, max, found, isMet }) => (
        <li key={metric}>
          <span class={isMet ? "good" : "bad"}>
            {isMet ? "✓ as expected" : "✗ not as expected"}
          </span>
          : <code>{metric}</code> is {figure(found)}
          {min !== undefined && `, at least ${figure(min)} expected`}
          {max !== undefined && `, at most ${figure(max)} expected`}
        </li>
      ))}
    </ul>
  );
}
