import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { encodeBlock, encodeRlp, fromHex, type StoredBlock, toHex } from "@tandem/primitives";
import { runSync, silentLogger } from "@tandem/runtime";
import type { Outcome } from "@tandem/state";
import { rawRows, type Store, table } from "@tandem/store";
import { creation, openSmallChain, type SmallChain, transfer } from "../testing/small-chain.js";
import { encodeFactsSteps } from "./block-facts.js";
import type { LoggedBlock } from "./import-raw.js";

interface Made {
  readonly block: StoredBlock;
  readonly outcome: Outcome;
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
      append: async (block: StoredBlock, outcome: Outcome) => {
        made.push({ block, outcome });
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

  const factsOf = (outcome: Outcome) => runSync(encodeFactsSteps(outcome));

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
    const logged = made.map(({ block, outcome }) => ({
      raw: encodeBlock(block),
      facts: factsOf(outcome),
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
    const { block, outcome } = made[0] as Made;
    // No root of the header commits to traces.
    const traces = outcome.traces.map(() => []);
    const facts = factsOf({ ...outcome, traces });
    const { store, warnings } = await follow(t, [{ raw: encodeBlock(block), facts }]);
    assert.deepEqual(warnings, []);
    assert.deepEqual(store.get(table.traces, block.hash), traces);
  });

  it("are ignored if the header does not commit to them, and the block is executed", async (t) => {
    const { block, outcome } = made[0] as Made;
    const { difference, receipts } = outcome;
    const [one] = receipts;
    assert.ok(one);
    const wrong: [string, Uint8Array][] = [
      ["state-root/not-computed", factsOf({ ...outcome, difference: difference.slice(1) })],
      [
        "receipts-root/not-computed",
        factsOf({ ...outcome, receipts: [{ ...one, isSuccess: false }, ...receipts.slice(1)] }),
      ],
      [
        "paid-fees/not-computed",
        factsOf({
          ...outcome,
          receipts: [{ ...one, effectiveGasPrice: 1n }, ...receipts.slice(1)],
        }),
      ],
      ["the facts are of another block", factsOf((made[1] as Made).outcome)],
      ["the facts are of another block", factsOf(withWrongCode(outcome))],
      ["not the facts of a block", encodeRlp([])],
      ["not the facts of a block", factsOf(outcome).subarray(0, 100)],
    ];
    for (const [reason, facts] of wrong) {
      const { chain, warnings } = await follow(t, [{ raw: encodeBlock(block), facts }]);
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.includes(reason), `${reason}: ${warnings[0]}`);
      assert.deepEqual(chain.head(), block);
    }
  });
});

const withWrongCode = (outcome: Outcome): Outcome => ({
  ...outcome,
  difference: outcome.difference.map((each) =>
    each.code === undefined ? each : { ...each, code: Uint8Array.of(1, 2) },
  ),
});
