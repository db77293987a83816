/** Shows a progress bar on a terminal, and nothing elsewhere. */
import { SingleBar } from "cli-progress";

export interface Progress {
  at(done: number): void;
  end(): void;
}

export function createProgress(unit: string, total: number): Progress {
  if (!process.stderr.isTTY) return { at() {}, end() {} };
  const format = `{bar} {percentage}% {value}/{total} ${unit}, {eta_formatted} left`;
  const bar = new SingleBar({ format, hideCursor: true });
  bar.start(total, 0);
  return { at: (done) => bar.update(done), end: () => bar.stop() };
}
