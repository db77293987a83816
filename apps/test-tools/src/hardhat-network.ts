/** Describes the network that the Hardhat plugins add: its name, and the node that they start for it. */
import { startNodeThread, type ThreadNode, type ThreadOptions } from "./thread/start.js";

export const networkName = "tandem";

/** A placeholder: the URL of the node is known only when it has started. */
export const placeholderUrl = "http://127.0.0.1:8545";

/**
 * Returns a function that starts the node at its first call. The node holds accounts and behaves
 * like Hardhat's own network.
 */
export function lazyNode(options: ThreadOptions): () => Promise<ThreadNode> {
  let node: Promise<ThreadNode> | undefined;
  return () => {
    node ??= startNodeThread({ compat: "hardhat", ...options }, (line) =>
      process.stdout.write(`${line}\n`),
    );
    return node;
  };
}
