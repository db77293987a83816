/** Declares the export and import of a whole state, in anvil's form. */

import { data, flag } from "../codec/wire.js";
import { method } from "../method.js";

export const dumpState = method("anvil_dumpState", {
  summary:
    "The state after the newest block: JSON in the form anvil dumps, compressed by gzip. The same " +
    "state gives the same bytes.",
  aliases: ["hardhat_dumpState"],
  isControl: true,
  params: {},
  result: data,
  example: { params: [], result: "0x1f8b0800000000000013" },
});

export const loadState = method("anvil_loadState", {
  summary:
    "Takes in the accounts of such a dump, compressed or not, by anvil or by this node: each is as " +
    "the dump has it, storage included; others stay. Blocks of the dump are passed over. It may have " +
    "200,000 accounts and slots; `--load-state` takes more.",
  aliases: ["hardhat_loadState"],
  isControl: true,
  params: { state: data.describe("The dump.") },
  result: flag,
  example: { params: ["0x7b226163636f756e7473223a7b7d7d"], result: true },
});
