/** Declares the methods for uncles of a block by their index, beyond the specification. */

import { blockByNumber } from "../codec/block-ref.js";
import { count, hash32 } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { exampleBlock, exampleBlockHash } from "../example.js";
import { method } from "../method.js";
import { uncle } from "../shape/uncle.js";

const index = count.describe("Position among the uncles.");
const example = { ...exampleBlock, transactions: [] };

export const getUncleByBlockHashAndIndex = method("eth_getUncleByBlockHashAndIndex", {
  historical: { kind: "block", param: "hash" },
  summary: "Returns an uncle of a block.",
  params: { hash: hash32.describe("Block hash."), index },
  result: orNull(uncle),
  example: { params: [exampleBlockHash, "0x0"], result: example },
});

export const getUncleByBlockNumberAndIndex = method("eth_getUncleByBlockNumberAndIndex", {
  historical: { kind: "block", param: "block" },
  summary: "Returns an uncle of a block.",
  params: { block: blockByNumber, index },
  result: orNull(uncle),
  example: { params: ["latest", "0x0"], result: example },
});
