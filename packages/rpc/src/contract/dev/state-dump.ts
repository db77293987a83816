/** Declares the export and import of a whole state, in anvil's form. */

import { data, flag } from "../codec/wire.js";
import { method } from "../method.js";

export const dumpState = method("anvil_dumpState", {
  summary:
    "Returns the state after the newest block: JSON in anvil's form, compressed by gzip. The same " +
    "state results in the same bytes.",
  aliases: ["hardhat_dumpState"],
  isControl: true,
  params: {
    historical: flag
      .optional()
      .describe("Ignored. With true, anvil adds the states of earlier blocks."),
  },
  result: data,
  example: { params: [], result: "0x1f8b0800000000000013" },
});

export const loadState = method("anvil_loadState", {
  isBeyondBlocks: true,
  summary:
    "Loads the accounts of such a dump, compressed or not, from anvil or from this node. Each account " +
    "gets the values and the storage of the dump; other accounts stay. On a chain that forks another, slots " +
    "that the dump does not have stay too, as on anvil: the dump of a fork has only what differs from the " +
    "forked chain. Blocks of the dump are ignored. At most 200,000 accounts and slots are accepted; " +
    "`--load-state` accepts more.",
  aliases: ["hardhat_loadState"],
  isControl: true,
  params: { state: data.describe("The dump.") },
  result: flag,
  example: { params: ["0x7b226163636f756e7473223a7b7d7d"], result: true },
});
