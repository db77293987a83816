/** Tests that a restart takes the first state from the database for the accounts it was computed from alone. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type ChainSpec, type GenesisAccount, toHex } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { openStore, table } from "@tandem/store";
import fc from "fast-check";
import { openSmallChain, smallSpec } from "../testing/small-chain.js";
import { createGenesisSteps } from "./genesis.js";
import { recordedGenesis, recordGenesis } from "./recorded-genesis.js";

const withAccounts = (accounts: readonly GenesisAccount[]): ChainSpec => ({
  ...smallSpec,
  genesis: { ...smallSpec.genesis, accounts },
});

const address = (n: number) => new Uint8Array(20).fill(n);
const word = (n: number) => new Uint8Array(32).fill(n);
const accounts: readonly GenesisAccount[] = [
  { address: address(1), balance: 7n },
  { address: address(2), balance: 0n, nonce: 1n, code: Uint8Array.of(0x60, 1) },
  { address: address(3), balance: 1n, storage: [[word(1), word(2)]] },
];

/** Returns accounts that count how often they are read. */
function counted(counts: { reads: number }): readonly GenesisAccount[] {
  return accounts.map((account) =>
    Object.defineProperty({ ...account }, "balance", {
      get() {
        counts.reads++;
        return account.balance;
      },
    }),
  );
}

describe("a chain whose genesis has many accounts", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "tandem-genesis-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  /** Opens the chain, mines if wanted, and closes it. */
  async function run(spec: ChainSpec, options: Parameters<typeof openSmallChain>[1] = {}) {
    const small = await openSmallChain("manual", { directory, spec, ...options });
    const { hash } = await small.chain.miner.mine();
    await small.close();
    return toHex(hash);
  }

  async function onStore<T>(task: (store: Awaited<ReturnType<typeof openStore>>) => T): Promise<T> {
    const store = await openStore({ directory, isDurable: false });
    try {
      return await task(store);
    } finally {
      await store.close();
    }
  }

  it("computes their state when it begins, and no more", async () => {
    const [first, second] = [{ reads: 0 }, { reads: 0 }];
    await run(withAccounts(counted(first)));
    await run(withAccounts(counted(second)));
    // The digest reads each account once, and the state does so too.
    assert.deepEqual([first.reads, second.reads], [2 * accounts.length, accounts.length]);
  });

  it("is opened with the same accounts in another order, and not with others", async () => {
    await run(withAccounts(accounts));
    await run(withAccounts([...accounts].reverse()));
    const [one, two, three] = accounts as [GenesisAccount, GenesisAccount, GenesisAccount];
    const others: readonly (readonly GenesisAccount[])[] = [
      [one, two],
      [one, two, three, { address: address(4), balance: 1n }],
      [{ ...one, balance: 8n }, two, three],
      [{ ...one, address: address(9) }, two, three],
      [one, { ...two, nonce: 2n }, three],
      [one, { ...two, code: Uint8Array.of(0x60, 2) }, three],
      [one, two, { ...three, storage: [[word(1), word(3)]] }],
      [one, two, { ...three, storage: [[word(2), word(2)]] }],
      [one, two, { ...three, storage: [] }],
    ];
    for (const other of others) {
      await assert.rejects(run(withAccounts(other)), /the genesis block .* differ/);
    }
    await run(withAccounts(accounts));
  });

  it("computes the state anew where none is recorded, or a damaged one, and on a full disk", async () => {
    const spec = withAccounts(accounts);
    await run(spec);
    const row = await onStore((store) => store.get(table.genesisState, "only"));
    assert.ok(row !== undefined);
    for (const at of [0, 31, 32, 63]) {
      const damaged = row.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await onStore(async (store) => {
        const batch = store.batch();
        batch.put(table.genesisState, "only", damaged);
        await batch.commit();
        assert.equal(await recordedGenesis(store, spec), undefined);
      });
      await run(spec);
    }
    await onStore(async (store) => {
      const batch = store.batch();
      batch.delete(table.genesisState, "only");
      await batch.commit();
    });
    let isFull = true;
    const small = await openSmallChain("manual", { directory, spec, isFull: () => isFull });
    isFull = false;
    await small.close();
    await run(spec);
    assert.deepEqual(await onStore((store) => store.get(table.genesisState, "only")), row);
  });
});

it("what is recorded for accounts is their genesis, and nothing for any others", async () => {
  const amount = fc.bigInt({ min: 0n, max: 2n });
  const bytes = fc.uint8Array({ maxLength: 2 });
  const words = fc.constantFrom(1, 2).map(word);
  const account = fc.record(
    {
      address: fc.constantFrom(1, 2).map(address),
      balance: amount,
      nonce: amount,
      code: bytes,
      storage: fc.array(fc.tuple(words, words), { maxLength: 2 }),
    },
    { requiredKeys: ["address", "balance"] },
  );
  const list = fc.array(account, { maxLength: 3 });
  const store = await openStore({ directory: undefined, isDurable: false });
  const batch = store.batch();
  batch.put(table.schema, "only", table.schemaNumber);
  await batch.commit();
  const property = fc.asyncProperty(list, list, async (one, other) => {
    const made = runSync(createGenesisSteps(withAccounts(one)));
    await recordGenesis(store, withAccounts(one), made);
    assert.deepEqual((await recordedGenesis(store, withAccounts(one)))?.block, made.block);
    const found = await recordedGenesis(store, withAccounts(other));
    if (found === undefined) return;
    assert.deepEqual(found.block, runSync(createGenesisSteps(withAccounts(other))).block);
  });
  await fc.assert(property, { seed: 11, numRuns: 200 });
  await store.close();
});
