/** Runs a scenario from its JSON. The simulator is in this part of the page, which is loaded with the first run. */
import {
  json,
  type Progress,
  parseScenario,
  type Results,
  runScenario,
} from "@tandem/simulator/run";

/** The events of a slice: some milliseconds, so that the page stays responsive. */
const sliceEvents = 5_000;

export interface RunOfText {
  readonly results: Results;
  /** The content of `results.json`, as the command writes it. */
  readonly file: string;
}

/**
 * Runs a scenario.
 * @param text its JSON.
 * @throws {Error} with a sentence for people, for a text that is no scenario.
 * @throws the signal's reason, once it is aborted.
 */
export async function runText(
  text: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<RunOfText> {
  const scenario = parseScenario(parsed(text));
  const results = await runScenario(scenario, { onProgress, signal, sliceEvents });
  return { results, file: json(results) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The scenario is not JSON: ${(cause as Error).message}`, { cause });
  }
}
