/** Shows a progress bar with the time left on a terminal, and nothing elsewhere. */
import { SingleBar } from "cli-progress";

export interface Progress {
  at(done: number): void;
  end(): void;
}

/** The characters of the bar: all of the line fits into 80 columns. */
const barSize = 24;

/** @param stream standard error except in tests, so that standard output can be piped. */
export function createProgress(
  unit: string,
  total: number,
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean } = process.stderr,
): Progress {
  if (!stream.isTTY) return { at() {}, end() {} };
  const format = `{bar} {percentage}% {value}/{total} ${unit}, {eta_formatted} left`;
  const bar = new SingleBar({ format, hideCursor: true, barsize: barSize, stream });
  bar.start(total, 0);
  return { at: (done) => bar.update(done), end: () => bar.stop() };
}
