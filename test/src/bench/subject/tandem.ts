/** Runs our own node like `npm start`. */
import { fileURLToPath } from "node:url";
import { startFlags } from "../../support/processes/start-flags.js";
import { chainIdOf, type StartOptions, type Subject, spawnServer } from "./subject.js";

const executable = fileURLToPath(new URL("../../../../apps/node/bin/tandem.js", import.meta.url));

/** @param execFlags for Node itself besides those of `npm start`, for example the profiler's. */
export const tandem = (execFlags: readonly string[] = []): Subject => ({
  name: "Tandem",
  isOurs: true,
  async start(options) {
    const spawned = await spawnServer((port) => [
      process.execPath,
      ...startFlags,
      ...execFlags,
      executable,
      "run",
      "--silent",
      ...["--port", String(port)],
      ...flagsOf(options),
    ]);
    const url = `http://127.0.0.1:${spawned.port}`;
    const { mining } = options;
    return { ...spawned, name: "Tandem", isOurs: true, mining, url, chainId: await chainIdOf(url) };
  },
});

/** Returns the flags that make a node of these options. */
export function flagsOf(options: StartOptions): string[] {
  const { mining, intervalMs, gasLimit, dataDirectory, threads, flags = [] } = options;
  return [
    ...["--mining", mining, "--gas-limit", String(gasLimit)],
    ...(intervalMs === undefined ? [] : ["--interval-ms", String(intervalMs)]),
    ...(dataDirectory === undefined ? [] : ["--data-dir", dataDirectory]),
    ...(threads === undefined ? [] : ["--threads", String(threads)]),
    ...flags,
  ];
}
