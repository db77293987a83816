/** One node for all tests of a suite, and what must be true of it when they are through. */
import { after, before } from "node:test";
import { startLocalNode } from "./local-node.js";
import { type NodeProcess, type RunningNode, startNodeProcess } from "./node-process.js";

export interface NodeContext<N extends RunningNode = RunningNode> {
  /** The running node; there is none before the suite's first test. */
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

/** A node in this process. Call inside `describe`. */
export const withLocalNode = (flags: readonly string[]): NodeContext =>
  withStarted(
    () => startLocalNode(flags),
    async () => {},
  );

/** A node in a process of its own. Call inside `describe`. It is stopped at the end if `atEnd` did not do so. */
export const withNodeProcess = (
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  atEnd: (node: NodeProcess) => Promise<void> = async () => {},
): NodeContext<NodeProcess> => withStarted(() => startNodeProcess(flags, environment), atEnd);
