/** Shows a progress bar with the time left on a terminal, and nothing elsewhere. */
import library, { type Options } from "cli-progress";

export interface Progress {
  at(done: number): void;
  end(): void;
}

/** Shows the progress of an operation, given the unit and the total. */
export type ShowProgress = (unit: string, total: number) => Progress;

/** The width of the bar in characters: the line fits into 80 columns. */
const barSize = 24;

/** The number of updates of the bar. The remaining time is extrapolated from the last tenth. */
const stepsShown = 200;
const stepsForEta = 20;
/** Seconds to a multiple of which the remaining time is rounded. */
const roundedTo = 5;

/** Returns the remaining time, or nothing while it is unknown: the library has a text in place of seconds then. */
const formatTime = (seconds: unknown, options: Options): string =>
  typeof seconds === "number"
    ? `, ${library.Format.TimeFormat(seconds, options, roundedTo)} left`
    : "";

/** @param stream standard error except in tests, so that standard output can be piped. */
export function createProgress(
  unit: string,
  total: number,
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean } = process.stderr,
): Progress {
  if (!stream.isTTY) return { at() {}, end() {} };
  const format = `{bar} {percentage}% {value}/{total} ${unit}{eta_formatted}`;
  const shape = { format, formatTime, hideCursor: true, barsize: barSize };
  const options = { ...shape, etaBuffer: stepsForEta, stream };
  const bar = new library.SingleBar(options);
  bar.start(total, 0);
  let shown = 0;
  return {
    at(done) {
      if (done < total && done - shown < total / stepsShown) return;
      shown = done;
      bar.update(done);
    },
    end: () => bar.stop(),
  };
}
