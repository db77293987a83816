/** Tests when the rows of a database are deleted: those of a chain never are by a start. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { isNewDatabase, openStore, type Store, table } from "@tandem/store";
import { openSmallChain } from "../testing/small-chain.js";
import { clearRows } from "./clear-rows.js";

let directory: string;

describe("the rows of a chain", () => {
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "tandem-clear-"));
    const small = await openSmallChain("manual", { directory });
    await small.chain.miner.mine();
    await small.close();
  });
  after(() => rm(directory, { recursive: true }));

  async function inStore(use: (store: Store) => Promise<void>) {
    const store = await openStore({ directory, isDurable: false });
    await use(store);
    await store.close();
  }

  it("stay if its layout is not recorded, which refuses the start", async () => {
    const change = (edit: (batch: ReturnType<Store["batch"]>) => void) =>
      inStore(async (store) => {
        const batch = store.batch();
        edit(batch);
        await batch.commit();
      });
    await change((batch) => batch.delete(table.schema, "only"));
    await assert.rejects(
      openSmallChain("manual", { directory }),
      /row only in the table "schema" is damaged .*tandem repair/,
    );
    await inStore(async (store) => assert.ok(store.has(table.canonical, 1)));
    await change((batch) => batch.put(table.schema, "only", table.schemaNumber));
    const again = await openSmallChain("manual", { directory });
    assert.equal(again.chain.head().header.number, 1);
    await again.close();
  });

  it("that are deleted are those of a new database from the first batch on", () =>
    inStore(async (store) => {
      let batches = 0;
      const batch = () => {
        batches++;
        if (batches > 1) throw new Error("killed");
        return store.batch();
      };
      await assert.rejects(clearRows({ ...store, batch }), /killed/);
      assert.ok(store.has(table.canonical, 1));
      assert.equal(isNewDatabase(store), true);
    }));
});
