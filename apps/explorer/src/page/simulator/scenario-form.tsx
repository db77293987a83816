/** Runs a scenario of merge-mining in the page: a built-in one, as it is or changed. */
import { builtInTexts } from "@tandem/simulator/built-in";
import type { ChartedResults } from "@tandem/simulator/charts";
import type { Progress } from "@tandem/simulator/run";
import { useEffect, useRef, useState } from "preact/hooks";
import { grouped } from "../format/amounts.js";
import { Section } from "../parts/fields.js";
import { messageOf } from "../parts/states.js";
import { saveText } from "./save-text.js";

const texts = builtInTexts();
const names = Object.keys(texts);

/** The scenario that is shown first: it compares stale blocks with theory, and takes a second. */
const firstName = "two-pools-race";

/** The progress until the first slice is done. */
const noProgress: Progress = { done: 0, hours: 0, bitcoinBlocks: 0, childBlocks: 0 };

/** Tells how a run ended. */
interface Told {
  readonly text: string;
  readonly isFailure: boolean;
  /** The content of `results.json`, after a run to the end. */
  readonly file?: string;
}

interface ScenarioRun {
  /** Undefined while nothing runs. */
  readonly progress: Progress | undefined;
  /** Tells how the last run ended. */
  readonly told: Told | undefined;
  begin(text: string): Promise<void>;
  stop(): void;
  /** Forgets how the last run ended. */
  forget(): void;
}

/** Runs scenarios one after another. A page that is left stops its run. */
function useScenarioRun(show: (results: ChartedResults) => void): ScenarioRun {
  const [progress, setProgress] = useState<Progress>();
  const [told, setTold] = useState<Told>();
  const running = useRef<AbortController | undefined>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  const begin = async (text: string) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setTold(undefined);
    setProgress(noProgress);
    try {
      const { runText } = await import("./run-text.js");
      const { results, file } = await runText(text, setProgress, signal);
      show(results);
      const outcome = results.isAsExpected
        ? "Every expectation is met."
        : "An expectation is not met.";
      setTold({ text: `The run is complete. ${outcome}`, isFailure: false, file });
    } catch (error) {
      const text = signal.aborted ? "Stopped." : messageOf(error);
      setTold({ text, isFailure: !signal.aborted });
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, told, begin, stop, forget: () => setTold(undefined) };
}

/** @param props.show shows the results of a run. */
export function ScenarioForm({ show }: { show(results: ChartedResults): void }) {
  const [text, setText] = useState(texts[firstName] ?? "");
  const { progress, told, begin, stop, forget } = useScenarioRun(show);
  const choose = (name: string) => {
    setText(texts[name] ?? "");
    forget();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (progress === undefined) void begin(text);
    else stop();
  };
  return (
    <Section title="Run a scenario" id="scenario">
      <form class="control" onSubmit={submit}>
        <label>
          Scenario
          <select
            id="scenario-name"
            disabled={progress !== undefined}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {names.map((name) => (
              <option key={name} selected={name === firstName}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Its JSON, which you can change
          <textarea
            id="scenario-text"
            rows={14}
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit">{progress === undefined ? "Run" : "Stop"}</button>
        {progress !== undefined && <Done progress={progress} />}
        <p class={told?.isFailure ? "outcome bad" : "outcome"} role="status">
          {told?.text}
        </p>
        {told?.file !== undefined && <SaveButton file={told.file} />}
      </form>
      <p class="note">
        It runs in this browser as <code>tandem simulate</code> runs it: the same scenario has the
        same results.
      </p>
    </Section>
  );
}

const Done = ({
  progress: { done, bitcoinBlocks, childBlocks },
}: {
  readonly progress: Progress;
}) => (
  <label>
    {grouped(bitcoinBlocks)} Bitcoin blocks, {grouped(childBlocks)} merge-mined blocks
    <progress max={1} value={done} />
  </label>
);

const SaveButton = ({ file }: { readonly file: string }) => (
  <button type="button" onClick={() => saveText(file, "results.json", "application/json")}>
    Save results.json
  </button>
);
