import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  encodeBlock,
  encodeRlp,
  Fault,
  fromHex,
  isEqual,
  type Receipt,
  RlpCursor,
  rlpParts,
  type StoredBlock,
  storeReceipts,
  toHex,
} from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { rawRows, type Store, table } from "@tandem/store";
import type { BlockRows } from "../rows/block-rows.js";
import { openGivenRows } from "../rows/state-rows.js";
import { creation, openSmallChain, type SmallChain, transfer } from "../testing/small-chain.js";
import { decodeFacts, encodeFacts, resultOfFacts } from "./block-facts.js";
import type { LoggedBlock } from "./import-raw.js";

interface Made {
  readonly block: StoredBlock;
  readonly rows: BlockRows;
}

/** Writes a slot and a log, and leaves the code 0x00. */
const initCode = fromHex("0x600160005560006000a060016000f3");

/** The tables whose rows differ from node to node. */
const ownTables = new Set([table.devSettings.name, table.logPosition.name, table.writeCount.name]);

async function rowsOf(store: Store): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const [from, to] = [new Uint8Array(0), new Uint8Array(200).fill(0xff)];
  for (const each of table.tables.filter(({ name }) => !ownTables.has(name))) {
    const rows = await store.entries(rawRows(each), { from, to, limit: 10_000 });
    found.set(
      each.name,
      rows.map((row) => row.map((bytes) => toHex(bytes)).join(" ")),
    );
  }
  return found;
}

describe("the facts of a block", () => {
  const made: Made[] = [];
  let sealer: SmallChain;

  before(async () => {
    const replication = {
      isSealing: () => true,
      unwritten() {},
      append: async (block: StoredBlock, rows: BlockRows) => {
        made.push({ block, rows });
        return `${made.length}`;
      },
    };
    sealer = await openSmallChain("manual", { replication });
    await sealer.chain.submit(transfer(0, 0));
    await sealer.chain.submit(creation(1, 0, initCode));
    await sealer.chain.submit(creation(1, 1, initCode));
    await sealer.chain.miner.mine();
    await sealer.chain.submit(transfer(2, 0));
    await sealer.chain.miner.mine();
    await sealer.chain.miner.mine();
  });
  after(() => sealer.destroy());

  /** Imports blocks into a chain of its own, and returns it with the warnings it logged. */
  async function follow(t: { after(end: () => Promise<void>): void }, logged: LoggedBlock[]) {
    const warnings: string[] = [];
    const warn = (fields: object) => {
      warnings.push((fields as { reason: string }).reason);
    };
    const small = await openSmallChain("manual", { logger: { ...silentLogger, warn } });
    t.after(() => small.destroy());
    await small.chain.importLogged(logged, "place");
    return { ...small, warnings };
  }

  it("result in the rows that executing it results in", async (t) => {
    assert.equal(made.length, 3);
    const logged = made.map(({ block, rows }) => ({
      raw: encodeBlock(block),
      facts: encodeFacts(block, rows),
    }));
    const byFacts = await follow(t, logged);
    const byExecution = await follow(
      t,
      logged.map(({ raw }) => ({ raw })),
    );
    assert.deepEqual(byFacts.warnings, []);
    const rows = await rowsOf(byFacts.store);
    assert.deepEqual(rows, await rowsOf(byExecution.store));
    assert.deepEqual(rows, await rowsOf(sealer.store));
    assert.ok((rows.get(table.logIndex.name)?.length ?? 0) > 0);
    assert.equal(byFacts.store.get(table.logPosition, "only"), "place");
  });

  it("are applied without executing it", async (t) => {
    const { block, rows } = made[0] as Made;
    // No root of the header commits to traces.
    const traces = block.transactions.map(() => []);
    const row = table.traces.value.encode(traces, block.hash);
    const facts = encodeFacts(block, { ...rows, traces: row });
    const { store, warnings } = await follow(t, [{ raw: encodeBlock(block), facts }]);
    assert.deepEqual(warnings, []);
    assert.deepEqual(store.get(table.traces, block.hash), traces);
  });

  it("are not called wrong if the disk is full, and are applied once it has space", async (t) => {
    const { block, rows } = made[0] as Made;
    const traces = block.transactions.map(() => []);
    const row = table.traces.value.encode(traces, block.hash);
    const logged = [
      { raw: encodeBlock(block), facts: encodeFacts(block, { ...rows, traces: row }) },
    ];
    const disk = { isFull: false };
    const warn = () => assert.fail("the facts are right");
    const logger = { ...silentLogger, warn };
    const small = await openSmallChain("manual", { logger, isFull: () => disk.isFull });
    t.after(() => small.destroy());
    disk.isFull = true;
    await assert.rejects(small.chain.importLogged(logged, "place"), /^Fault: the disk is full$/);
    disk.isFull = false;
    await small.chain.importLogged(logged, "place");
    assert.deepEqual(small.store.get(table.traces, block.hash), traces);
  });

  it("are ignored if the header does not commit to them, and the block is executed", async (t) => {
    const { block, rows } = made[0] as Made;
    const factsOf = (changed: Partial<BlockRows>) => encodeFacts(block, { ...rows, ...changed });
    const stateOf = (changed: Partial<BlockRows["state"]>) =>
      factsOf({ state: { ...rows.state, ...changed } });
    const receiptsOf = (changed: Partial<Receipt>) =>
      factsOf({
        receipts: storeReceipts(
          block.receipts.map((one) => ({ ...one, logs: one.logs, ...changed })),
        ),
      });
    const { linked, nodes, code } = rows.state;
    const other = made[1] as Made;
    const wrong: [string, Uint8Array][] = [
      ...nodes.map(([one]): [string, Uint8Array] => [
        "they lack a node",
        stateOf({ linked: linked.filter((_, i) => !isEqual(nodes[i]?.[0] as Uint8Array, one)) }),
      ]),
      ["they lack code", stateOf({ code: [] })],
      ["they lack code", stateOf({ code: code.map(([hash]) => [hash, Uint8Array.of(1, 2)]) })],
      ["receipts-root/not-computed", receiptsOf({ isSuccess: false })],
      ["paid-fees/not-computed", receiptsOf({ effectiveGasPrice: 1n })],
      ["receipts/contract-address", receiptsOf({ contractAddress: new Uint8Array(20).fill(1) })],
      ["the facts are of another block", factsOf({ traces: rows.traces.subarray(0, -8) })],
      ["the facts are of another block", factsOf({ receipts: storeReceipts([]) })],
      ["the facts are of another block", factsOf({ receipts: Uint8Array.of(0xc1) })],
      ["the facts are of another block", encodeFacts(other.block, other.rows)],
      ["not the facts of a block", encodeRlp([])],
      ["not the facts of a block", factsOf({}).subarray(0, 100)],
    ];
    for (const [reason, facts] of wrong) {
      const { chain, warnings } = await follow(t, [{ raw: encodeBlock(block), facts }]);
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.includes(reason), `${reason}: ${warnings[0]}`);
      assert.deepEqual(chain.head(), block);
    }
  });

  it("are unusable if a list stands in the place of bytes, or the reverse", async (t) => {
    const { block, rows } = made[0] as Made;
    const facts = encodeFacts(block, rows);
    const { store, destroy } = await openSmallChain("manual");
    t.after(() => destroy());
    const take = async (bytes: Uint8Array) =>
      resultOfFacts(block, decodeFacts(bytes), openGivenRows(store));
    await take(facts);
    const places = [...prefixesIn(facts, 0, facts.length)];
    assert.ok(places.length > 50, `${places.length} prefixes`);
    const isUnusable = (error: unknown) =>
      error instanceof Fault && error.data.code === "unusable-data";
    for (const at of places) {
      const changed = facts.slice();
      changed[at] = (changed[at] as number) ^ 0x40;
      await assert.rejects(take(changed), isUnusable, `prefix at ${at} of ${toHex(facts)}`);
    }
  });

  it("leave no wrong row if a bit of them is wrong, unless it is of what is trusted", async (t) => {
    const { block, rows } = made[0] as Made;
    const facts = encodeFacts(block, rows);
    const trusted: string[] = [table.bodies.name, table.preimages.name];
    const rowsAfter = async (bytes: Uint8Array) => {
      const { store } = await follow(t, [{ raw: encodeBlock(block), facts: bytes }]);
      const found = [...(await rowsOf(store))].filter(([name]) => !trusted.includes(name));
      return found.flatMap(([name, each]) => each.map((row) => `${name} ${row}`));
    };
    const expected = await rowsAfter(facts);
    // A step that is prime to eight reaches each bit of a byte.
    for (let bit = 0; bit < facts.length * 8; bit += 1009) {
      const changed = facts.slice();
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      // A node that is given twice may be wrong once: then it is one that nothing refers to.
      const found = (await rowsAfter(changed)).filter(
        (row) => expected.includes(row) || !row.startsWith(table.nodes.name),
      );
      assert.deepEqual(found, expected, `bit ${bit}`);
    }
  });
});

/** Yields the offset of each prefix of RLP that has one, also in strings that begin with a list. */
function* prefixesIn(bytes: Uint8Array, from: number, to: number): Generator<number> {
  for (const { isList, encoded, content } of rlpParts(bytes.subarray(from, to))) {
    if (encoded.length > content.length) yield encoded.byteOffset - bytes.byteOffset;
    const start = content.byteOffset - bytes.byteOffset;
    const isListInside = !isList && content.length > 40 && (content[0] as number) > 0xc0;
    const inside = isListInside ? new RlpCursor(content).enter() : content.length;
    if (isList || isListInside) yield* prefixesIn(bytes, start, start + inside);
  }
}
