/** Declares the settings of a node that shares its chain with others. */
import { integer, maybe, oneOf, text, value } from "@tandem/cli";
import { isServerList } from "@tandem/replication";

export const clusterSettings = {
  log: {
    ...value(
      maybe(text.refine(isServerList, "expected nats://host:port, or several separated by commas")),
      undefined,
      "URL",
      "NATS servers with the log by which nodes share one chain: one makes the blocks, the others follow",
    ),
    isSecret: true,
  },
  role: value(
    oneOf("auto", "sealer", "replica"),
    "auto",
    "auto|sealer|replica",
    "with --log: make the blocks if no other node does, take that over at the start, or only follow",
  ),
  apply: value(
    oneOf("blocks", "facts"),
    "blocks",
    "blocks|facts",
    "with --log: execute each block of the sealer, or take its receipts and changes of the state, verified by their roots",
  ),
  "lease-ms": value(
    integer(300, 600_000),
    5000,
    "N",
    "with --log: milliseconds without a sign of life after which another node makes the blocks",
  ),
  "snapshot-messages": value(
    integer(0, 1_000_000_000),
    20_000,
    "N",
    "with --log: messages of the log after which a node that follows stores a snapshot for new nodes; 0: it stores none",
  ),
  "log-credentials": value(
    maybe(text),
    undefined,
    "FILE",
    "with --log: file with what the NATS servers ask for: a user's credentials as nsc writes them, the seed of a user's key, or a token",
  ),
};
