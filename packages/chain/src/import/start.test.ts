import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BlockHash } from "@tandem/primitives";
import { type Batch, table } from "@tandem/store";
import { openSmallChain } from "../testing/small-chain.js";

type Damage = (batch: Batch, second: BlockHash, third: BlockHash) => void;

const damages: readonly (readonly [string, string, string, Damage])[] = [
  ["lack one", "canonical", "row/missing", (batch) => batch.delete(table.canonical, 2)],
  [
    "name a block twice",
    "canonical",
    "canonical/parent",
    (batch, _, third) => batch.put(table.canonical, 2, third),
  ],
  [
    "name a block without a header",
    "headers",
    "row/missing",
    (batch, second) => batch.delete(table.headers, second),
  ],
];

describe("a chain is not opened whose newest canonical rows", () => {
  for (const [what, name, rule, damage] of damages) {
    it(what, async () => {
      const small = await openSmallChain("manual");
      const { chain, store } = small;
      try {
        for (let n = 0; n < 4; n++) await chain.miner.mine();
        const [second, third] = [2, 3].map((height) => chain.blocks.canonicalHash(height));
        const batch = store.batch();
        damage(batch, second as BlockHash, third as BlockHash);
        await batch.commit();
        await assert.rejects(small.reopen(), ({ data }) => {
          assert.deepEqual([data.code, data.table, data.rule], ["corrupt-data", name, rule]);
          return true;
        });
      } finally {
        await small.destroy();
      }
    });
  }
});
