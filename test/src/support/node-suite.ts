/** Provides one node for all tests of a suite, with a check after the last test. */
import { after, before } from "node:test";
import { startLocalNode } from "./local-node.js";
import { type NodeProcess, type RunningNode, startNodeProcess } from "./node-process.js";

export interface NodeContext<N extends RunningNode = RunningNode> {
  /** Returns the running node, which does not exist before the suite's first test. */
  node(): N;
  url(): string;
}

function withStarted<N extends RunningNode>(
  start: () => Promise<N>,
  atEnd: (node: N) => Promise<void>,
): NodeContext<N> {
  let running: N | undefined;
  before(async () => {
    running = await start();
  });
  after(async () => {
    if (running === undefined) return;
    try {
      await atEnd(running);
    } finally {
      await running.stop();
    }
  });
  const node = () => {
    if (running === undefined) throw new Error("the node does not run");
    return running;
  };
  return { node, url: () => node().url };
}

/** Starts a node in this process. Must be called inside `describe`. It is stopped at the end unless `atEnd` did so. */
export const withLocalNode = (
  flags: readonly string[],
  atEnd: (node: RunningNode) => Promise<void> = async () => {},
): NodeContext => withStarted(() => startLocalNode(flags), atEnd);

/**
 * Starts a node in its own process. Must be called inside `describe`. It is stopped at the end
 * unless `atEnd` did so.
 */
export const withNodeProcess = (
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  atEnd: (node: NodeProcess) => Promise<void> = async () => {},
): NodeContext<NodeProcess> => withStarted(() => startNodeProcess(flags, environment), atEnd);
