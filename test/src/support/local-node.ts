/**
 * Runs a node like `tandem run`, and commands, in this process, for tests of their results. They
 * start at a tenth of the cost of a process, and their code stays compiled between tests.
 */
import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { createLogger, main, type NodeOptions, resolveConfig, startNode } from "@tandem/node";
import type { RunningNode } from "./node-process.js";

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
  const { config } = resolveConfig(["--port", "0", "--log-format", "json", ...flags], {});
  let printed = "";
  const logger = createLogger({
    format: "json",
    level: config["log-level"],
    write: (line) => {
      printed += line;
    },
  });
  const node = await startNode({ config, logger, version, tracer });
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

/** The signals that end a node. */
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command that ends by itself, such as the start of a node that is refused. The process
 * keeps its file mode mask and its handlers of signals.
 * @param terminal is set on both streams; without it they are no terminal.
 * @returns the same as `runTandem` for a process.
 */
export async function runHere(
  args: readonly string[],
  terminal?: { readonly isTTY: true; readonly columns: number },
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stream = () => Object.assign(new PassThrough(), terminal);
  const [out, error] = [stream(), stream()];
  const printed = Promise.all([text(out), text(error)]);
  const mask = process.umask();
  const handlers = new Set<unknown>(endSignals.flatMap((signal) => process.listeners(signal)));
  const code = await main(args, { stdout: out, stderr: error }).finally(() => {
    out.end();
    error.end();
    process.umask(mask);
    for (const signal of endSignals) {
      for (const handler of process.listeners(signal)) {
        if (!handlers.has(handler)) process.off(signal, handler);
      }
    }
  });
  const [stdout, stderr] = await printed;
  return { code, stdout, stderr };
}
