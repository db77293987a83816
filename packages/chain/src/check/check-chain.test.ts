import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type StoredBlock, toHex } from "@tandem/primitives";
import { rawRows, table } from "@tandem/store";
import { openSmallChain, type SmallChain, smallSpec, transfer } from "../testing/small-chain.js";
import { checkChain } from "./check-chain.js";

let small: SmallChain;
let block: StoredBlock;
const edited = new Uint8Array(20).fill(0xed);

/** Creates three blocks, an edit between two of them, and one uncle. */
before(async () => {
  small = await openSmallChain("manual");
  await small.chain.submit(transfer(0, 0));
  await small.chain.miner.mine();
  await small.chain.edit(() => [[edited, { balance: 7n, code: Uint8Array.of(0x60, 0, 0x60, 0) }]]);
  await small.chain.submit(transfer(1, 0));
  block = await small.chain.miner.mine();
  await small.chain.development.mineUncle(1);
  await small.chain.miner.mine();
});
after(() => small.destroy());

const check = () => checkChain(small.store, smallSpec);

/** Changes a row, or deletes it if the value is undefined, runs the check and restores the row. */
async function whenChanged(
  where: Parameters<typeof rawRows>[0],
  key: Uint8Array,
  change: (value: Uint8Array) => Uint8Array | undefined,
) {
  const raw = rawRows(where);
  const value = small.store.get(raw, key);
  const write = async (changed: Uint8Array | undefined) => {
    const batch = small.store.batch();
    if (changed === undefined) batch.delete(raw, key);
    else batch.put(raw, key, changed);
    await batch.commit();
  };
  await write(change(value?.slice() ?? new Uint8Array(0)));
  try {
    return await check();
  } finally {
    await write(value);
  }
}

const flipped = (bytes: Uint8Array) => {
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1;
  return bytes;
};
const gone = () => undefined;
const height = () => table.canonical.key.encode(block.header.number);

async function firstRow(where: Parameters<typeof rawRows>[0]): Promise<Uint8Array> {
  const to = new Uint8Array(64).fill(0xff);
  const [key] = await small.store.keys(rawRows(where), { from: new Uint8Array(0), to, limit: 1 });
  assert.ok(key !== undefined);
  return key;
}

describe("a check of a database", () => {
  it("finds nothing wrong in the database that a node wrote", async () => {
    const report = await check();
    assert.deepEqual(report.findings, []);
    assert.equal(report.head, 3);
    assert.equal(report.sideBlocks, 1);
    assert.ok(report.stateNodes > 5);
  });

  const facts = [
    ["headers", table.headers],
    ["bodies", table.bodies],
    ["receipts", table.receipts],
    ["total-difficulties", table.totalDifficulties],
    ["traces", table.traces],
  ] as const;
  for (const [name, where] of facts) {
    it(`names the block whose row in ${name} is missing or changed`, async () => {
      const missing = await whenChanged(where, block.hash, gone);
      const finding = missing.findings.find((one) => one.table === where.name);
      assert.deepEqual(
        [finding?.key, finding?.rule, finding?.height],
        [toHex(block.hash), "row/missing", block.header.number],
      );
      const changed = await whenChanged(where, block.hash, () => Uint8Array.of(0xc1, 0x80));
      assert.ok(
        changed.findings.some((one) => one.table === where.name && one.rule !== "row/missing"),
      );
    });
  }

  it("finds a changed bit of a body, a header, a node, code, a preimage", async () => {
    for (const where of [table.headers, table.bodies, table.nodes, table.code, table.preimages]) {
      const key = await firstRow(where);
      const { findings } = await whenChanged(where, key, flipped);
      assert.ok(
        findings.some((one) => one.table === where.name),
        where.name,
      );
    }
  });

  it("finds references to a trie node or code that is missing, and edits to a state that does not exist", async () => {
    for (const where of [table.nodes, table.code]) {
      const key = await firstRow(where);
      const { findings } = await whenChanged(where, key, gone);
      assert.ok(findings.some((one) => one.table === where.name && one.rule === "row/missing"));
    }
    for (const where of [table.editedRoots, table.baseRoots]) {
      const { findings } = await whenChanged(where, await firstRow(where), flipped);
      assert.ok(findings.some((one) => one.table === "nodes" && one.rule === "row/missing"));
    }
  });

  it("finds a missing canonical height, and a head that differs", async () => {
    const hole = await whenChanged(table.canonical, height(), gone);
    assert.ok(hole.findings.some(({ table, key }) => table === "canonical" && key === "2"));
    const headless = await whenChanged(table.head, new Uint8Array(1), flipped);
    assert.equal(headless.head, undefined);
    const lower = await whenChanged(table.head, new Uint8Array(1), () => block.hash);
    assert.ok(lower.findings.some(({ rule }) => rule === "row/superfluous"));
  });

  it("finds that the layout is not recorded", async () => {
    const { findings } = await whenChanged(table.schema, new Uint8Array(1), gone);
    assert.deepEqual(
      findings.map(({ table, rule }) => [table, rule]),
      [["schema", "row/missing"]],
    );
  });

  it("finds rows of the indexes that differ, are missing, or belong to no block", async () => {
    const views = [table.transactionLookup, table.traceIndex, table.traceCounts] as const;
    for (const where of views) {
      const key = await firstRow(where);
      for (const change of [flipped, gone]) {
        const { findings } = await whenChanged(where, key, change);
        assert.ok(
          findings.some((one) => one.table === where.name),
          where.name,
        );
      }
      const other = key.slice();
      const { findings } = await whenChanged(where, flipped(other), () => Uint8Array.of(1));
      assert.ok(
        findings.some((one) => one.table === where.name && one.rule === "row/superfluous"),
        where.name,
      );
    }
  });
});
