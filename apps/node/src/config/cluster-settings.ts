/** Declares the settings of a node in a cluster. */
import { integer, maybe, oneOf, path, text, value } from "@tandem/cli";
import { isServerList } from "@tandem/replication";

/** The condition of a setting that has an effect in a cluster only. */
const inCluster = { setting: "log" };

export const clusterSettings = {
  log: {
    ...value(
      maybe(text.refine(isServerList, "expected nats://host:port, or several separated by commas")),
      undefined,
      "URL",
      "NATS servers with the log through which nodes share one chain: one seals the blocks, the others follow",
    ),
    isSecret: true,
  },
  role: {
    ...value(
      oneOf("auto", "sealer", "replica"),
      "auto",
      "auto|sealer|replica",
      "with --log: seal if no other node does, become the sealer at the start, or only follow",
    ),
    needs: inCluster,
  },
  apply: {
    ...value(
      oneOf("blocks", "facts"),
      "blocks",
      "blocks|facts",
      "with --log: execute each block of the sealer, or take its receipts and changes of the state, verified by their roots",
    ),
    needs: inCluster,
  },
  "lease-ms": {
    ...value(
      integer(300, 600_000),
      5000,
      "N",
      "with --log: milliseconds without a heartbeat of the sealer after which another node becomes the sealer",
    ),
    needs: inCluster,
  },
  "snapshot-messages": {
    ...value(
      integer(0, 1_000_000_000),
      10_000,
      "N",
      "with --log: number of messages of the log after which a replica stores a snapshot for new nodes, and a sealer that is alone after twice as many; 0: none",
    ),
    needs: inCluster,
  },
  "log-credentials": {
    ...value(
      maybe(path),
      undefined,
      "FILE",
      "with --log: file with the credentials for the NATS servers: a credentials file of nsc, the seed of a user's key, or a token",
    ),
    needs: inCluster,
  },
};
