/** Damaged rows are never returned to clients: tests every bit of every table. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createLegacyTx } from "@ethereumjs/tx";
import {
  type BlockHash,
  encodeBlock,
  evmCommon,
  Fault,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import { cancellationOf } from "@tandem/runtime";
import { createExecutor } from "@tandem/state";
import { type Batch, type Store, type Table, table } from "@tandem/store";
import { stateSource } from "../rows/state-rows.js";
import { openSmallChain, type SmallChain, smallSpec, transfer } from "../testing/small-chain.js";
import { readBlocks } from "./blocks.js";
import { listAccounts } from "./list-accounts.js";
import { scanLogs } from "./logs.js";
import { resolveRef } from "./resolve-ref.js";
import { readTraces } from "./traces.js";

/** Returns a log with one topic, and stores its caller in slot 0. */
const runtime = "33600055602a600052602a60206000a100";
const creation = `70${runtime}600052601160${"0f"}f3`;

function create(nonce: number): Uint8Array {
  const common = evmCommon(smallSpec.chainId, "prague");
  const data = Buffer.from(creation, "hex");
  const fields = { nonce, gasPrice: 10n ** 9n, gasLimit: 300_000n, data };
  return createLegacyTx(fields, { common }).sign(new Uint8Array(32).fill(1)).serialize();
}

function callTo(to: Uint8Array, nonce: number): Uint8Array {
  const common = evmCommon(smallSpec.chainId, "prague");
  const fields = { nonce, gasPrice: 10n ** 9n, gasLimit: 300_000n, to };
  return createLegacyTx(fields, { common }).sign(new Uint8Array(32).fill(1)).serialize();
}

let small: SmallChain;
before(async () => {
  small = await openSmallChain("manual");
  await small.chain.submit(create(0));
  const { receipts } = await small.chain.miner.mine();
  const to = receipts[0]?.contractAddress;
  assert.ok(to !== undefined && receipts[0]?.isSuccess);
  await small.chain.submit(callTo(to, 1));
  await small.chain.submit(transfer(1, 0));
  assert.equal((await small.chain.miner.mine()).receipts[0]?.logs.length, 1);
  await small.chain.miner.mine();
});
after(() => small.destroy());

const show = (value: unknown) =>
  JSON.stringify(value, (_, part) => {
    if (typeof part === "bigint") return `${part}`;
    return part instanceof Uint8Array ? toHex(part) : part;
  });

/** Reads all that clients can query of the chain, as text, with empty caches. */
async function readAll({ chain, store, clock }: SmallChain): Promise<string> {
  const { signal } = new AbortController();
  const head = chain.head();
  const blocks = readBlocks(store, smallSpec);
  const shown = [0, 1, 2].map((number) => {
    const hash = resolveRef({ number }, head, blocks);
    const encoded = hash && blocks.encodedBlock(hash);
    const block = hash && blocks.block(hash);
    const transactions = block?.transactions.map(({ raw, sender, hash: of }) => {
      return { raw, sender, location: blocks.location(of) };
    });
    return { ...block, transactions, encoded };
  });
  const logs: unknown[] = [];
  const filter = { addresses: [], topics: [] };
  for await (const hits of scanLogs(
    { store, blocks, filter, cancellation: cancellationOf(signal) },
    0,
    3,
  )) {
    for (const { logs: view, positions } of hits)
      logs.push(positions.map((at) => view.located(at)));
  }
  const query = { from: 0, to: 3, fromAddresses: [], toAddresses: [], after: 0, count: 100 };
  const traces = await readTraces(store).filter(query, cancellationOf(signal));
  const executor = createExecutor({ ...smallSpec, source: stateSource(store), clock });
  const accounts = await listAccounts({ store, executor }, head.header.stateRoot);
  return show({ shown, logs, traces, accounts });
}

const isCorrupt = (error: unknown) => error instanceof Fault && error.data.code === "corrupt-data";

type Rows = Table<Uint8Array, unknown>;
const byHash = [
  table.headers,
  table.bodies,
  table.receipts,
  table.traces,
  table.totalDifficulties,
  table.nodes,
  table.code,
  table.preimages,
  table.transactionLookup,
] as unknown as readonly Rows[];

async function rowsOf(store: Store, of: Rows): Promise<[Uint8Array, Uint8Array][]> {
  const range = { from: new Uint8Array(32), to: new Uint8Array(32).fill(0xff), limit: 100 };
  return store.entries(of.raw, range);
}

/** Changes a row, or deletes it if the value is undefined, reads, and restores it. */
async function withRow(
  of: Rows,
  key: Uint8Array,
  value: Uint8Array | undefined,
  read: () => Promise<void>,
): Promise<void> {
  const { store } = small;
  const stored = of.raw;
  const was = store.get(stored, key);
  const change = async (bytes: Uint8Array | undefined) => {
    const batch = store.batch();
    if (bytes === undefined) batch.delete(stored, key);
    else batch.put(stored, key, bytes);
    await batch.commit();
  };
  await change(value);
  await read();
  await change(was);
}

describe("a damaged row", () => {
  for (const of of byHash) {
    it(`of ${of.name} is an error or makes no difference, whichever bit is changed`, async () => {
      const whole = await readAll(small);
      const rows = await rowsOf(small.store, of);
      assert.ok(rows.length > 0);
      let met = 0;
      for (const [key, value] of rows) {
        const step = Math.max(1, Math.floor(value.length / 5));
        for (let at = 0; at < value.length; at += step) {
          const other = value.slice();
          other[at] = (other[at] as number) ^ (1 << (at % 8));
          await withRow(of, key, other, async () => {
            try {
              assert.equal(await readAll(small), whole, `byte ${at} of ${value.length}`);
            } catch (error) {
              if (!isCorrupt(error)) throw error;
              met++;
              assert.ok(small.store.damage() !== undefined);
            }
          });
        }
      }
      assert.ok(met > 0, "some of them matter");
    });
  }

  it("is an error if it is missing", async () => {
    for (const of of byHash.filter(({ name }) => name !== table.transactionLookup.name)) {
      const [row] = await rowsOf(small.store, of);
      assert.ok(row !== undefined);
      const hash = small.chain.blocks.canonicalHash(1);
      const key = of.name === table.nodes.name || of.name === table.code.name ? row[0] : hash;
      if (of.name === table.preimages.name || key === undefined) continue;
      await withRow(of, key, undefined, async () => {
        await assert.rejects(readAll(small), isCorrupt, of.name);
      });
    }
  });

  it("of the canonical view is an error if it is missing or names another block", async () => {
    const { store, chain } = small;
    const was = chain.blocks.canonicalHash(1) as Uint8Array;
    const others = [undefined, chain.blocks.canonicalHash(2), new Uint8Array(32).fill(7)];
    for (const other of others) {
      const batch = store.batch();
      if (other === undefined) batch.delete(table.canonical, 1);
      else batch.put(table.canonical, 1, other);
      await batch.commit();
      await assert.rejects(readAll(small), isCorrupt);
      const back = store.batch();
      back.put(table.canonical, 1, was);
      await back.commit();
    }
  });
});

describe("the RLP of a block", () => {
  const fresh = () => readBlocks(small.store, smallSpec);
  const second = () => small.chain.blocks.canonicalHash(2) as BlockHash;

  it("is read without its receipts", async () => {
    const { chain } = small;
    const hash = second();
    const expected = encodeBlock(chain.blocks.block(hash) as StoredBlock);
    await withRow(table.receipts as unknown as Rows, hash, undefined, async () => {
      assert.deepEqual(fresh().encodedBlock(hash), expected);
    });
    const blocks = fresh();
    blocks.block(hash);
    assert.deepEqual(blocks.encodedBlock(hash), expected);
    assert.equal(blocks.encodedBlock(new Uint8Array(32) as BlockHash), undefined);
  });

  it("is not returned if any byte of its body is damaged", async () => {
    const hash = second();
    const rows = table.bodies as unknown as Rows;
    const stored = small.store.get(table.bodies.raw, hash) as Uint8Array;
    for (let at = 0; at < stored.length; at++) {
      const other = stored.with(at, (stored[at] as number) ^ 1);
      await withRow(rows, hash, other, async () => {
        assert.throws(() => fresh().encodedBlock(hash), isCorrupt, `byte ${at}`);
      });
    }
    await withRow(rows, hash, undefined, async () => {
      assert.throws(() => fresh().encodedBlock(hash), isCorrupt);
    });
  });
});

describe("rows of a database that is closed, as while it is opened again after its disk failed", () => {
  it("cannot be read, and are not called damaged", async (t) => {
    const directory = await mkdtemp(join(tmpdir(), "tandem-chain-"));
    t.after(() => rm(directory, { recursive: true }));
    const { chain, store, close } = await openSmallChain("manual", { directory });
    await chain.submit(create(0));
    const { hash, header } = await chain.miner.mine();
    await close();
    const isRefused = (error: unknown) => error instanceof Fault && error.data.code === "no-space";
    const refused = (read: () => unknown) => assert.rejects(async () => read(), isRefused);
    const blocks = readBlocks(store, smallSpec);
    await refused(() => stateSource(store).node(header.stateRoot));
    await refused(() => blocks.block(hash));
    await refused(() => blocks.canonicalHash(1));
    const { signal } = new AbortController();
    const cancellation = cancellationOf(signal);
    const filter = { addresses: [], topics: [] };
    await refused(() => scanLogs({ store, blocks, filter, cancellation }, 0, 1).next());
    const query = { from: 0, to: 1, fromAddresses: [], toAddresses: [], after: 0, count: 100 };
    await refused(() => readTraces(store).filter(query, cancellation));
    assert.equal(store.damage(), undefined);
  });
});

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
