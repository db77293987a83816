/** One node for all tests of a suite, and what must be true of it when they are through. */
import { after, before } from "node:test";
import { type NodeProcess, startNodeProcess } from "./node-process.js";

export interface NodeContext {
  /** The running node; there is none before the suite's first test. */
  node(): NodeProcess;
  url(): string;
}

/** Call inside `describe`. The node is stopped at the end if `atEnd` did not do so. */
export function withNode(
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  atEnd: (node: NodeProcess) => Promise<void> = async () => {},
): NodeContext {
  let running: NodeProcess | undefined;
  before(async () => {
    running = await startNodeProcess(flags, environment);
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
