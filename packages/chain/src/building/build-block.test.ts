import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLegacyTx } from "@ethereumjs/tx";
import {
  decodeTransaction,
  evmCommon,
  Fault,
  type SignedTransaction,
  type StateReader,
  testSpec,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import {
  type BlockRefusal,
  createExecutor,
  createMemorySource,
  type Executor,
} from "@tandem/state";
import { createGenesisSteps } from "../genesis/genesis.js";
import { Pool } from "../pool/pool.js";
import { type BuildContext, buildBlock } from "./build-block.js";
import { selectFromPool } from "./transaction-selector.js";

const common = evmCommon(testSpec.chainId, "osaka");
const keyOf = (n: number) => new Uint8Array(32).fill(n);

function transfer(key: number): SignedTransaction {
  const to = new Uint8Array(20).fill(0x77);
  const fields = { nonce: 0, gasPrice: 10n ** 9n, gasLimit: 21_000n, to };
  return decodeTransaction(createLegacyTx(fields, { common }).sign(keyOf(key)).serialize(), common);
}

const senders = [1, 2, 3].map((key) => transfer(key).sender);
const spec = {
  ...testSpec,
  genesis: {
    ...testSpec.genesis,
    accounts: senders.map((address) => ({ address, balance: 10n ** 18n })),
  },
};

/** Wraps an executor so that one transaction meets an error or is refused. */
function failing(
  executor: Executor,
  victim: SignedTransaction,
  reason: Error | BlockRefusal["kind"],
): Executor {
  const meet = async () => {
    if (reason instanceof Error) throw reason;
    return { kind: reason, message: reason };
  };
  return {
    ...executor,
    async begin(options) {
      const execution = await executor.begin(options);
      return {
        finish: () => execution.finish(),
        reader: () => execution.reader(),
        gasUsed: execution.gasUsed,
        transactions: execution.transactions,
        apply: (tx) => (tx === victim ? meet() : execution.apply(tx)),
      };
    },
  };
}

/** Creates a pool with three transactions that are pending for the first block. */
function firstBlock() {
  const genesis = runSync(createGenesisSteps(spec));
  const source = createMemorySource();
  source.write(genesis.writes);
  const executor = createExecutor({ ...spec, source, clock: { now: () => 0 } });
  const state: StateReader = executor.reader(genesis.block.header.stateRoot);
  const pool = new Pool();
  const waiting = [1, 2, 3].map(transfer);
  for (const tx of waiting) pool.admit(tx, genesis.block.header, state);
  const context: BuildContext = {
    spec,
    executor,
    pool,
    settings: {
      coinbase: new Uint8Array(20),
      gasLimitTarget: 30_000_000n,
      minimumGasPriceTarget: 60_000_000n,
      extraData: new Uint8Array(0),
    },
  };
  const on = {
    parent: genesis.block,
    parentRoot: genesis.block.header.stateRoot,
    ancestry: { header: () => undefined, hash: () => undefined, uncles: () => [] },
    timestamp: spec.genesis.timestamp + 1,
    uncles: [],
  };
  return { pool, waiting, state, context, on };
}

describe("building a block", () => {
  it("adds one transaction and leaves the others pending when its time is over", async () => {
    const { pool, waiting, state, context, on } = firstBlock();
    const template = await buildBlock(context, on, selectFromPool(pool, state, "invalid", 0));
    assert.deepEqual(template.transactions, [waiting[0]]);
    assert.deepEqual(template.refused, []);
    assert.equal(pool.size, 3);
    const whole = await buildBlock(context, on, selectFromPool(pool, state, "invalid", 60_000));
    assert.deepEqual(whole.transactions, waiting);
  });

  it("looks at no more transactions when no other has room", async () => {
    const { pool, waiting, state, context, on } = firstBlock();
    const ended = (gasLimit: bigint) =>
      buildBlock(
        context,
        { ...on, requested: { gasLimit } },
        selectFromPool(pool, state, "invalid"),
      );
    const full = await ended(21_000n * 2n + 20_999n);
    assert.deepEqual(full.transactions, waiting.slice(0, 2));
    assert.deepEqual(full.refused, []);
    const exact = await ended(21_000n * 3n);
    assert.deepEqual(exact.transactions, waiting);
    assert.equal(pool.size, 3);
  });

  it("drops a transaction whose execution throws, so that the next block can be built", async () => {
    const { pool, waiting, state, context: sound, on } = firstBlock();
    const victim = waiting[1] as SignedTransaction;
    const context = { ...sound, executor: failing(sound.executor, victim, new Error("a defect")) };
    const select = selectFromPool(pool, state, "invalid");
    await assert.rejects(buildBlock(context, on, select), /a defect/);
    assert.equal(pool.get(victim.hash), undefined);
    const template = await buildBlock(context, on, select);
    assert.deepEqual(template.transactions, [waiting[0], waiting[2]]);
  });

  it("keeps a transaction whose execution meets a fault, and any for the pending block", async () => {
    const { pool, waiting, state, context: sound, on } = firstBlock();
    const victim = waiting[1] as SignedTransaction;
    const failures = [
      { drops: "invalid", error: new Fault({ code: "execution-failed", message: "no answer" }) },
      { drops: "none", error: new Error("a defect") },
    ] as const;
    for (const { drops, error } of failures) {
      const context = { ...sound, executor: failing(sound.executor, victim, error) };
      await assert.rejects(buildBlock(context, on, selectFromPool(pool, state, drops)), error);
      assert.equal(pool.get(victim.hash), victim);
    }
  });

  it("drops on the head what no later block can include, and on another branch nothing", async () => {
    const cases = [
      ["invalid", "insufficient-funds", false],
      ["defective", "insufficient-funds", true],
      ["none", "insufficient-funds", true],
      ["invalid", "fee-too-low", true],
      ["invalid", "block-gas", true],
      ["invalid", "block-size", true],
    ] as const;
    for (const [drops, reason, isKept] of cases) {
      const { pool, waiting, state, context: sound, on } = firstBlock();
      const victim = waiting[1] as SignedTransaction;
      const context = { ...sound, executor: failing(sound.executor, victim, reason) };
      const template = await buildBlock(context, on, selectFromPool(pool, state, drops));
      assert.deepEqual(template.transactions, [waiting[0], waiting[2]]);
      assert.equal(pool.get(victim.hash) === victim, isKept, `${drops}, ${reason}`);
    }
  });
});
