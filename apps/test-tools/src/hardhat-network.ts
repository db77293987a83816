/** Describes the network that the plugins of Hardhat add: its name, and the node that they start for it. */
import { startNodeThread, type ThreadNode, type ThreadOptions } from "./thread/start.js";

export const networkName = "tandem";

/** An address that nobody asks: the node's own is known when it has started. */
export const placeholderUrl = "http://127.0.0.1:8545";

/** Returns a function that starts the node when it is first called. The node holds accounts and speaks as Hardhat's own network does. */
export function lazyNode(options: ThreadOptions): () => Promise<ThreadNode> {
  let node: Promise<ThreadNode> | undefined;
  return () => {
    node ??= startNodeThread({ compat: "hardhat", ...options }, (line) =>
      process.stdout.write(`${line}\n`),
    );
    return node;
  };
}
