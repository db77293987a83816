/** Compares our execution with unmodified @ethereumjs/vm, on random blocks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadStockLibrary, type StockLibrary } from "@tandem/evm/stock";
import {
  type Address,
  bloomOf,
  decodeTransaction,
  emptyTrieRoot,
  evmCommon,
  fromBigInt,
  keccak256,
  receiptsRoot,
  restoreTraces,
  type Trace,
  testSpec,
  toHex,
} from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import { type BlockEnv, createExecutor, createMemorySource, genesisState } from "@tandem/state";
import { totalBalance } from "../support/chain-checks/total-balance.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import { createWorld, type World } from "../support/scenes/random-world.js";
import { createStockExecution } from "../support/scenes/stock-execution.js";
import { type Seeded, seeded } from "../support/seeded.js";

const chainId = 31;
const common = evmCommon(chainId, "osaka");
const minimumGasPrice = 60_000_000n;
const balance = 10n ** 24n;
const ancestorHash = (number: number) => keccak256(fromBigInt(number + 1));

const envOf = (number: number, random: Seeded): BlockEnv => ({
  number,
  timestamp: 1_700_000_000 + number * 10,
  coinbase: new Uint8Array(20).fill(random.pick([0xc0, 0xc1])),
  difficulty: BigInt(1 + random.int(1000)),
  gasLimit: 12_000_000n,
  minimumGasPrice,
});

function openWorld(seed: number, isFuzzed: boolean, stock?: StockLibrary) {
  const random = seeded(seed);
  const world = createWorld({ chainId, random, people: 8, minimumGasPrice, isFuzzed });
  const accounts = world.people.map(({ address }) => ({ address, balance }));
  const source = createMemorySource();
  const executor = createExecutor({
    chainId,
    forks: testSpec.forks,
    source,
    clock: systemClock,
    ...(stock && { stock }),
  });
  const genesis = genesisState(accounts);
  source.write(genesis);
  return { random, world, accounts, source, executor, genesis };
}

type Opened = ReturnType<typeof openWorld>;

/** Executes one random block. @returns its outcome and the refused transactions. */
async function nextBlock(
  { executor, source, random }: Opened,
  world: World,
  parentRoot: Uint8Array,
  env: BlockEnv,
) {
  const execution = await executor.begin({ parentRoot, env, ancestorHash });
  const refused: { raw: Uint8Array; reason: string; after: number }[] = [];
  const raws: Uint8Array[] = [];
  for (let i = 0; i < 3 + random.int(8); i++) {
    const raw = world.transaction((address: Address) => execution.reader().nonceOf(address));
    const refusal = await execution.apply(decodeTransaction(raw, common));
    if (refusal === undefined) raws.push(raw);
    else refused.push({ raw, reason: refusal.message, after: raws.length });
  }
  const outcome = await execution.finish();
  source.write(outcome);
  return { outcome, raws, refused };
}

test("random blocks have the roots, receipts, gas and logs of stock @ethereumjs/vm", async () => {
  const blocks = fewOrMany(10, 200);
  const opened = openWorld(seedOr(1), true);
  const { random, world, accounts } = opened;
  const stock = await createStockExecution({ chainId, accounts, ancestorHash });
  let root = opened.genesis.stateRoot;
  assert.equal(toHex(root), toHex(await stock.stateRoot()));
  const seen = { included: 0, refused: 0, failed: 0, created: 0, types: new Set<number>() };

  for (let number = 1; number <= blocks; number++) {
    const env = envOf(number, random);
    const { outcome, raws, refused } = await nextBlock(opened, world, root, env);
    const expected = await stock.run(env, raws);
    const block = `block ${number}`;
    assert.equal(outcome.transactions.length, raws.length);
    outcome.receipts.forEach((receipt, i) => {
      const result = expected.results[i];
      const where = `${block}, transaction ${i}: ${toHex(raws[i] as Uint8Array)}`;
      assert.equal(receipt.gasUsed, result?.totalGasSpent, where);
      assert.equal(receipt.isSuccess, result?.execResult.exceptionError === undefined, where);
      const logs = receipt.logs.map(({ address, topics, data }) => [address, topics, data]);
      assert.deepEqual(logs, result?.execResult.logs ?? [], where);
      assert.deepEqual(bloomOf(receipt.logs), result?.bloom.bitvector, where);
      seen.types.add(receipt.type);
      if (!receipt.isSuccess) seen.failed++;
      if (receipt.contractAddress !== undefined) {
        seen.created++;
        const created = result?.createdAddress?.bytes ?? receipt.contractAddress;
        assert.equal(toHex(receipt.contractAddress), toHex(created), where);
      }
    });
    assert.equal(outcome.gasUsed, expected.gasUsed, block);
    assert.equal(toHex(receiptsRoot(outcome.receipts)), toHex(expected.receiptsRoot), block);
    assert.equal(toHex(outcome.stateRoot), toHex(expected.stateRoot), block);
    for (const { raw, reason, after } of refused) {
      if (after < raws.length || reason === "gas limit reached") continue;
      const words = await stock.refusal(env, raw, outcome.gasUsed);
      assert.ok(words !== undefined, `${block}: stock takes what we refuse (${reason})`);
    }
    world.learn(outcome);
    root = outcome.stateRoot;
    seen.included += raws.length;
    seen.refused += refused.length;
  }
  assert.deepEqual([...seen.types].sort(), [0, 1, 2, 4]);
  assert.ok(seen.included > 4 * blocks && seen.refused > blocks / 10, JSON.stringify(seen));
  assert.ok(seen.failed > blocks / 2 && seen.created > blocks / 4, JSON.stringify(seen));
});

test("random blocks preserve the sum of balances, and the coinbases have the fees", async () => {
  const opened = openWorld(seedOr(2), false);
  const { random, world, source } = opened;
  const supply = balance * BigInt(world.people.length);
  let root = opened.genesis.stateRoot;
  assert.notEqual(toHex(root), toHex(emptyTrieRoot));
  for (let number = 1; number <= fewOrMany(6, 60); number++) {
    const env = { ...envOf(number, random), coinbase: new Uint8Array(20).fill(number) };
    const { outcome } = await nextBlock(opened, world, root, env);
    world.learn(outcome);
    root = outcome.stateRoot;
    assert.equal(totalBalance(source, root), supply, `block ${number}`);
    assert.equal(opened.executor.reader(root).balanceOf(env.coinbase), outcome.paidFees);
  }
});

/** The number of the last precompile, that of EIP-2537. */
const lastPrecompile = 0x11;

const isPrecompile = (address: Address): boolean => {
  const number = BigInt(toHex(address));
  return number > 0n && number <= lastPrecompile;
};

/** Returns the traces of a block by the library, which calls some failures of precompiles reverts: none can be one. */
function libraryTraces({ storedTraces }: { readonly storedTraces: Uint8Array }): Trace[][] {
  return restoreTraces(storedTraces).map((traces) =>
    traces.map((trace) => {
      const isRefusal =
        trace.type === "call" && trace.error === "Reverted" && isPrecompile(trace.action.to);
      return isRefusal ? { ...trace, error: "Built-in failed" as const } : trace;
    }),
  );
}

test("random blocks have the same outcome and traces if the switch `stock` runs the unpatched library", async () => {
  const { library } = await loadStockLibrary();
  const [patched, unpatched] = [openWorld(seedOr(3), true), openWorld(seedOr(3), true, library)];
  let root = patched.genesis.stateRoot;
  for (let number = 1; number <= fewOrMany(3, 60); number++) {
    const env = envOf(number, patched.random);
    assert.deepEqual(envOf(number, unpatched.random), env);
    const { outcome, refused } = await nextBlock(patched, patched.world, root, env);
    const other = await nextBlock(unpatched, unpatched.world, root, env);
    const block = `block ${number}`;
    assert.equal(toHex(other.outcome.stateRoot), toHex(outcome.stateRoot), block);
    assert.deepEqual(other.outcome.receipts, outcome.receipts, block);
    assert.deepEqual(libraryTraces(other.outcome), restoreTraces(outcome.storedTraces), block);
    assert.deepEqual(other.refused, refused, block);
    for (const { world } of [patched, unpatched]) world.learn(outcome);
    root = outcome.stateRoot;
  }
});

test("calls, estimates and access lists are the same with the switch `stock`", async () => {
  const { library } = await loadStockLibrary();
  const [patched, unpatched] = [openWorld(seedOr(4), true), openWorld(seedOr(4), true, library)];
  let root = patched.genesis.stateRoot;
  for (let number = 1; number <= fewOrMany(4, 16); number++) {
    const env = envOf(number, patched.random);
    const { outcome } = await nextBlock(patched, patched.world, root, env);
    unpatched.source.write(outcome);
    patched.world.learn(outcome);
    root = outcome.stateRoot;
    for (const { fields, sender: from } of outcome.transactions) {
      const to = fields.to === undefined ? {} : { to: fields.to.bytes as Address };
      const request = { from, ...to, data: fields.data, value: fields.value };
      const limits = { overrides: [], gasCap: 10_000_000n, timeoutMs: 60_000 };
      const options = { root, env, ancestorHash, request, ...limits };
      for (const method of ["call", "estimate", "accessList"] as const) {
        const [ours, theirs] = await Promise.allSettled([
          patched.executor[method](options),
          unpatched.executor[method](options),
        ]);
        assert.deepEqual(theirs, ours, `block ${number}, ${method} of ${toHex(fields.data)}`);
      }
    }
  }
});
