import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { Fault, type StoredBlock } from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import { openStore, rawRows, type Store, table } from "@tandem/store";
import { checkChain } from "../check/check-chain.js";
import {
  creation,
  openSmallChain,
  type SmallChain,
  smallSpec,
  transfer,
} from "../testing/small-chain.js";
import { rebuildChain } from "./rebuild-chain.js";

let small: SmallChain;
const blocks: StoredBlock[] = [];
const edited = new Uint8Array(20).fill(0xed);

/** DIFFICULTY, PUSH0, SSTORE, STOP. */
const storing = Uint8Array.of(0x44, 0x5f, 0x55, 0x00);

/**
 * Creates five blocks with an edit between the second and the third, requests for the last two, and
 * a snapshot.
 */
before(async () => {
  small = await openSmallChain("manual");
  for (let nonce = 0; nonce < 5; nonce++) {
    if (nonce === 3) await small.chain.controls.setNextMinimumGasPrice(70_000_000n);
    if (nonce === 4) await small.chain.controls.setNextPrevRandao(9n);
    await small.chain.submit(nonce === 4 ? creation(0, nonce, storing) : transfer(0, nonce));
    blocks.push(await small.chain.miner.mine());
    if (nonce === 1) await small.chain.edit(() => [[edited, { balance: 7n }]]);
  }
  await small.chain.controls.snapshot();
});
after(() => small.destroy());

async function rowsOf(store: Store, where: Parameters<typeof rawRows>[0]) {
  const to = new Uint8Array(64).fill(0xff);
  return store.entries(rawRows(where), { from: new Uint8Array(0), to, limit: 10_000 });
}

async function rebuilt(use: (target: Store) => Promise<void>) {
  const target = await openStore({ directory: undefined, isDurable: false });
  const result = await rebuildChain({
    source: small.store,
    target,
    spec: smallSpec,
    clock: systemClock,
  });
  assert.deepEqual((await checkChain(target, smallSpec)).findings, []);
  await use(target);
  await target.close();
  return result;
}

async function without(
  where: Parameters<typeof rawRows>[0],
  keys: readonly Uint8Array[],
  run: () => Promise<void>,
): Promise<void> {
  const raw = rawRows(where);
  const rows = keys.map((key) => [key, small.store.get(raw, key) as Uint8Array] as const);
  const gone = small.store.batch();
  for (const [key] of rows) gone.delete(raw, key);
  await gone.commit();
  await run();
  const back = small.store.batch();
  for (const [key, value] of rows) back.put(raw, key, value);
  await back.commit();
}

const kept = [
  table.headers,
  table.bodies,
  table.receipts,
  table.traces,
  table.totalDifficulties,
  table.blocksByHeight,
  table.canonical,
  table.transactionLookup,
  table.traceIndex,
  table.traceCounts,
  table.editedRoots,
  table.baseRoots,
  table.requestedPrices,
  table.requestedGasLimits,
  table.prevRandaos,
  table.preimages,
  table.head,
  table.snapshots,
  table.snapshotFacts,
];

it("rebuilds every table of an intact database, with the edit and the snapshot", async () => {
  const { head, lost } = await rebuilt(async (target) => {
    for (const where of kept) {
      assert.deepEqual(await rowsOf(target, where), await rowsOf(small.store, where), where.name);
    }
  });
  assert.deepEqual([head, lost], [5, []]);
});

it("computes missing receipts, traces, total difficulties and views", async () => {
  const hashes = blocks.map(({ hash }) => hash);
  await without(table.receipts, hashes, () =>
    without(table.traces, hashes, () =>
      without(table.totalDifficulties, hashes, async () => {
        const { head } = await rebuilt(async () => {});
        assert.equal(head, 5);
      }),
    ),
  );
});

it("keeps the chain below a lost block, and reports what is lost", async () => {
  const [, , , fourth] = blocks;
  assert.ok(fourth !== undefined);
  await without(table.bodies, [fourth.hash], async () => {
    const { head, recordedHead, lost } = await rebuilt(async () => {});
    assert.deepEqual([head, recordedHead], [3, 5]);
    assert.match(lost.join("; "), /^2 blocks at heights 4 to 5.*; 1 snapshots?$/);
  });
});

it("ends at a block whose requested result of opcode 0x44 is lost, since it is executed again", async () => {
  const last = blocks.at(-1)?.hash;
  assert.ok(last !== undefined);
  await without(table.prevRandaos, [last], async () => {
    const { head } = await rebuilt(async () => {});
    assert.equal(head, 4);
  });
});

it("ends at an edit whose state is lost, since later blocks were executed on it", async () => {
  const [row] = await rowsOf(small.store, table.editedRoots);
  assert.ok(row !== undefined);
  await without(table.nodes, [row[1]], async () => {
    const { head } = await rebuilt(async () => {});
    assert.equal(head, 2);
  });
});

it("finds the edit through the blocks on top of it if its own row is lost", async () => {
  const [row] = await rowsOf(small.store, table.editedRoots);
  assert.ok(row !== undefined);
  await without(table.editedRoots, [row[0]], async () => {
    const { head } = await rebuilt(async (target) => {
      assert.deepEqual(await rowsOf(target, table.editedRoots), [row]);
    });
    assert.equal(head, 5);
  });
});

it("begins with block 0 of the database, or refuses if that is lost, and with no other", async () => {
  const genesis = small.chain.blocks.canonicalHash(0) as Uint8Array;
  const other = { ...smallSpec, genesis: { ...smallSpec.genesis, timestamp: 1_800_000_000 } };
  const target = await openStore({ directory: undefined, isDurable: false });
  const options = { source: small.store, target, spec: other, clock: systemClock };
  assert.equal((await rebuildChain(options)).head, 5);
  await target.close();
  const only = new Uint8Array(1);
  await without(table.genesis, [only], () =>
    without(table.canonical, [new Uint8Array(6)], () =>
      without(table.headers, [genesis], async () => {
        const empty = await openStore({ directory: undefined, isDurable: false });
        await assert.rejects(
          rebuildChain({ ...options, target: empty }),
          (error) => error instanceof Fault && error.data.code === "unusable-data",
        );
        await empty.close();
        assert.equal((await rebuilt(async () => {})).head, 5);
      }),
    ),
  );
});
