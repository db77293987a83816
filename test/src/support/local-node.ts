/**
 * Runs a node like `tandem run`, and commands, in this process, for tests of their results. They
 * start at a tenth of the cost of a process, and their code stays compiled between tests.
 */
import { readFileSync } from "node:fs";
import { createLogger, main, type NodeOptions, resolveConfig, startNode } from "@tandem/node";
import type { RunningNode } from "./node-process.js";
import { runInProcess, type Terminal } from "./processes/in-process.js";

const manifest = new URL("../../../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };

/**
 * Starts a node on a free port.
 * @param flags as on the command line; environment variables are not read.
 * @param tracer records the node's spans.
 */
export async function startLocalNode(
  flags: readonly string[] = [],
  tracer?: NodeOptions["tracer"],
): Promise<RunningNode> {
  const { origins: _, ...settings } = resolveConfig(
    ["--port", "0", "--log-format", "json", ...flags],
    {},
  );
  let printed = "";
  const logger = createLogger({
    format: "json",
    level: settings.config["log-level"],
    write: (line) => {
      printed += line;
    },
  });
  const node = await startNode({ ...settings, logger, version, tracer });
  const { url, wsUrl } = node.rpc;
  let stopped: Promise<number> | undefined;
  return {
    url,
    wsUrl,
    chainId: node.spec.chainId,
    output: () => printed,
    stop() {
      stopped ??= node.stop().then(() => 0);
      return stopped;
    },
  };
}

/**
 * Runs a command that ends by itself, such as the start of a node that is refused.
 * @returns the same as `runTandem` for a process.
 */
export const runHere = (
  args: readonly string[],
  terminal?: Terminal,
  environment?: Readonly<Record<string, string>>,
) => runInProcess((streams) => main(args, streams), terminal, environment);
