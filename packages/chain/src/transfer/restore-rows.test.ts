/** Restores the rows of another database. */
import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { identityDifferences, openStore, type Store, table } from "@tandem/store";
import { checkChain } from "../check/check-chain.js";
import { chainLimits } from "../limits.js";
import { allRows } from "../rows/all-rows.js";
import {
  creation,
  openSmallChain,
  type SmallChain,
  smallSpec,
  transfer,
} from "../testing/small-chain.js";
import { type Differences, replaceRows, restoreRows } from "./restore-rows.js";
import { type DumpedRow, dumpRows, readDump, sharedTables } from "./rows-stream.js";

let small: SmallChain;
const edited = new Uint8Array(20).fill(0xed);
/** PUSH1 1, PUSH1 0, PUSH1 0, LOG1, STOP. */
const logsOnce = Uint8Array.of(0x60, 1, 0x60, 0, 0x60, 0, 0xa1, 0);

before(async () => {
  small = await openSmallChain("manual");
  await small.chain.submit(creation(1, 0, logsOnce));
  for (let nonce = 0; nonce < 3; nonce++) {
    await small.chain.submit(transfer(0, nonce));
    await small.chain.miner.mine();
  }
  await small.chain.edit(() => [[edited, { balance: 7n }]]);
  await small.chain.submit(transfer(0, 3));
  await small.chain.miner.mine();
});
after(() => small.destroy());

async function sharedRowsOf(store: Store): Promise<string[]> {
  const rows: string[] = [];
  for (const each of sharedTables) {
    for await (const row of allRows(store, each)) {
      rows.push([each.name, ...row.map((bytes) => Buffer.from(bytes).toString("hex"))].join(" "));
    }
  }
  return rows;
}

/** Yields bytes in pieces of a given size. */
async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const ofSmallChain: Differences = async (recorded) => {
  const genesisHash = small.chain.blocks.canonicalHash(0) as Uint8Array;
  return identityDifferences(recorded, { spec: smallSpec, genesisHash });
};

async function dumped(): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of dumpRows(small.store)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function inNewStore(use: (store: Store) => Promise<void>) {
  const store = await openStore({ directory: undefined, isDurable: false });
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

/** Yields all rows, and after the first one that is chosen another one. */
async function* withRow(
  isChosen: (row: DumpedRow) => boolean,
  other: (row: DumpedRow) => DumpedRow,
) {
  let isDone = false;
  for await (const row of rowsBut(itself)) {
    yield row;
    if (isDone || !isChosen(row)) continue;
    isDone = true;
    yield other(row);
  }
}

const withEnd = (bytes: Uint8Array, end: number) => Uint8Array.of(...bytes.subarray(0, -1), end);

async function* rowsBut(change: (row: DumpedRow) => DumpedRow | undefined) {
  for await (const row of readDump(inPieces(await dumped(), 1000))) {
    const changed = change(row);
    if (changed !== undefined) yield changed;
  }
}

const itself = (row: DumpedRow) => row;

describe("the rows of a chain sent to another node", () => {
  it("are the same there, in pieces of any size", async () => {
    const bytes = await dumped();
    for (const size of [1, 7, 4096, bytes.length]) {
      await inNewStore(async (store) => {
        await restoreRows(store, readDump(inPieces(bytes, size)), ofSmallChain);
        assert.deepEqual(await sharedRowsOf(store), await sharedRowsOf(small.store));
        assert.deepEqual((await checkChain(store, smallSpec)).findings, []);
      });
    }
  });

  it("replace the existing ones", async () => {
    await inNewStore(async (store) => {
      const batch = store.batch();
      batch.put(table.canonical, 1000, edited);
      batch.put(table.schema, "only", 1n);
      await batch.commit();
      await replaceRows(store, small.store);
      assert.deepEqual(await sharedRowsOf(store), await sharedRowsOf(small.store));
    });
  });

  const isNot = (name: string, key: Uint8Array) => (row: DumpedRow) =>
    row.table === name && Buffer.compare(row.key, key) === 0 ? undefined : row;

  it("are refused if they are not those of a chain, and the database is then empty", async () => {
    const { header, hash } = small.chain.head();
    const root = header.stateRoot;
    const cases: [RegExp, AsyncIterable<DumpedRow>][] = [
      [/it ends within a row/, readDump(inPieces((await dumped()).subarray(0, -1), 1000))],
      [/a header is missing/, rowsBut(isNot("headers", header.parentHash))],
      [/its state is not whole/, rowsBut(isNot("nodes", root))],
      [
        /its state is not whole/,
        rowsBut((row) =>
          row.table === "nodes" ? { ...row, value: row.value.map((byte) => byte ^ 1) } : row,
        ),
      ],
      [/it has no head/, rowsBut((row) => (row.table === "head" ? undefined : row))],
      [/a table of-others/, rowsBut((row) => ({ ...row, table: "of-others" }))],
      [
        /two rows of head/,
        withRow(
          (row) => row.table === "head",
          (row) => ({ ...row, value: header.parentHash }),
        ),
      ],
      [
        /a row of head with another key/,
        rowsBut((row) => (row.table === "head" ? { ...row, key: hash } : row)),
      ],
      [
        /its layout is 99/,
        rowsBut((row) => (row.table === "schema" ? { ...row, value: Uint8Array.of(99) } : row)),
      ],
      [
        /block 9 is above its head/,
        withRow(
          (row) => row.table === "canonical",
          (row) => ({ ...row, key: withEnd(row.key, 9) }),
        ),
      ],
      [
        /block 2 is not the one of its chain/,
        rowsBut((row) =>
          row.table === "canonical" && row.key.at(-1) === 2 ? { ...row, value: hash } : row,
        ),
      ],
    ];
    for (const [reason, rows] of cases) {
      await inNewStore(async (store) => {
        await assert.rejects(restoreRows(store, rows, ofSmallChain), reason);
        assert.deepEqual(await sharedRowsOf(store), []);
      });
    }
  });

  it("are refused if the log index lacks a row, or the receipts from which it is made", async () => {
    const hash = small.chain.blocks.canonicalHash(1) as Uint8Array;
    let seen = 0;
    const cases: [RegExp, AsyncIterable<DumpedRow>][] = [
      [
        /the log index does not have all logs of block 1/,
        rowsBut((row) => (row.table === "log-index" && ++seen === 2 ? undefined : row)),
      ],
      [
        /the log index does not have all logs of block 1/,
        rowsBut((row) => (row.table === "log-index" ? { ...row, value: Uint8Array.of(7) } : row)),
      ],
      [/the receipts of block 1 are missing or wrong/, rowsBut(isNot("receipts", hash))],
    ];
    for (const [reason, rows] of cases) {
      await inNewStore(async (store) => {
        await assert.rejects(restoreRows(store, rows, ofSmallChain), reason);
        assert.deepEqual(await sharedRowsOf(store), []);
      });
    }
    assert.equal(seen, 2);
  });

  it("are refused if they are of another chain, in words, by their identity and by their block 0", async () => {
    const spec = { ...smallSpec, chainId: 99 };
    const genesisHash = small.chain.head().hash;
    const ofAnother: Differences = async (recorded) =>
      identityDifferences(recorded, { spec, genesisHash });
    const renamed = rowsBut((row) =>
      row.table === "genesis" ? { ...row, value: genesisHash } : row,
    );
    const cases: [RegExp, AsyncIterable<DumpedRow>, Differences][] = [
      [/of another chain: the chain id .* and the genesis block/, rowsBut(itself), ofAnother],
      [/block 0 is not the one that it names/, renamed, async () => []],
    ];
    for (const [reason, rows, differences] of cases) {
      await inNewStore(async (store) => {
        await assert.rejects(restoreRows(store, rows, differences), reason);
        assert.deepEqual(await sharedRowsOf(store), []);
      });
    }
  });

  it("do not remain in a new chain if their restore was cancelled", async () => {
    const directory = await mkdtemp(join(tmpdir(), "tandem-restore-"));
    const store = await openStore({ directory, isDurable: false });
    const cancellation = { isAborted: false };
    const cancelled: Differences = async () => {
      cancellation.isAborted = true;
      return [];
    };
    const restored = restoreRows(store, rowsBut(itself), cancelled, cancellation);
    await assert.rejects(restored, { name: "AbortError" });
    assert.ok(store.has(table.canonical, 3));
    assert.equal(store.get(table.schema, "only"), undefined);
    await store.close();
    const opened = await openSmallChain("manual", { directory });
    assert.equal(opened.chain.blocks.canonicalHash(3), undefined);
    await opened.destroy();
  });

  it("are refused if an edit replaces the state after the newest block, which no header names", async () => {
    const { hash } = small.chain.head();
    const root = small.store.get(table.nodes, small.chain.head().header.stateRoot) as Uint8Array;
    async function* withEdit() {
      yield { table: "edited-roots", key: hash, value: root };
      yield* rowsBut(itself);
    }
    await inNewStore(async (store) => {
      const restored = restoreRows(store, withEdit(), ofSmallChain);
      await assert.rejects(restored, /the state after its newest block was edited/);
    });
  });

  it("are refused if one is larger than any row, before its bytes are read", async () => {
    const head = new DataView(new ArrayBuffer(9));
    head.setUint32(5, chainLimits.dumpRowBytesMax + 1);
    let read = 0;
    async function* endless() {
      yield new Uint8Array(head.buffer);
      for (; ; read++) yield new Uint8Array(1);
    }
    await inNewStore(async (store) => {
      const restored = restoreRows(store, readDump(endless()), ofSmallChain);
      await assert.rejects(restored, /a row of \d+ bytes, at most \d+/);
    });
    assert.equal(read, 0);
  });
});
