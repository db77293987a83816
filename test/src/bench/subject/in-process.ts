/** Our own node in this process: for a test that all rows run, where no figure counts. */
import { startLocalNode } from "../../support/local-node.js";
import type { Subject } from "./subject.js";
import { flagsOf } from "./tandem.js";

export const inProcess: Subject = {
  name: "Tandem",
  isOurs: true,
  async start(options) {
    const began = performance.now();
    const node = await startLocalNode(flagsOf(options));
    const { url, chainId } = node;
    return {
      name: "Tandem",
      isOurs: true,
      mining: options.mining,
      url,
      chainId,
      port: Number(new URL(url).port),
      pid: process.pid,
      firstAnswerMs: performance.now() - began,
      async stop() {
        await node.stop();
      },
    };
  },
};
