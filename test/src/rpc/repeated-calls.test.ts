/**
 * Tests that a call that comes often on a block is executed at most twice, and is never out of date. A
 * call that had to wait for its time slice is executed once.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createBackend } from "@tandem/node";
import { Fault, toBigInt } from "@tandem/primitives";
import type { Backend } from "@tandem/rpc";
import type { Executor } from "@tandem/state";
import { assemble } from "../support/assemble.js";
import { addressOf, createWorld, restartsOf, type World, worldSpec } from "../support/world.js";

const clock = new Uint8Array(20).fill(0xc1);
const refuser = new Uint8Array(20).fill(0xc2);
const spec = {
  ...worldSpec,
  genesis: {
    ...worldSpec.genesis,
    accounts: [
      ...worldSpec.genesis.accounts,
      { address: clock, balance: 0n, code: assemble("TIMESTAMP", 0, "MSTORE", 32, 0, "RETURN") },
      { address: refuser, balance: 0n, code: assemble(0, 0, "REVERT") },
    ],
  },
};
const latest = { tag: "latest" } as const;
const never = { isAborted: false };

describe("a repeated call", () => {
  let world: World;
  let backend: Backend;
  let executed = 0;

  before(async () => {
    world = await createWorld({ spec });
    const counting = (executor: Executor): Executor => ({
      ...executor,
      call(options) {
        executed++;
        return executor.call(options);
      },
    });
    const chain = { ...world.chain, executor: counting(world.chain.executor) };
    backend = createBackend({
      chain,
      store: world.store,
      clientVersion: "Tandem/test",
      leaving: new AbortController().signal,
      restarts: restartsOf(chain),
    });
  });
  after(() => world.destroy());

  /** Returns the number of executions of the calls. */
  async function executionsOf(calls: () => Promise<unknown>): Promise<number> {
    const before = executed;
    await calls();
    return executed - before;
  }
  const timeAt = async (request: object) =>
    toBigInt(
      (await backend.call({ to: clock, ...request }, latest, [], undefined, never)) as Uint8Array,
    );

  it("is executed at most twice per block, also if it is made concurrently", async () => {
    const { timestamp } = (await world.chain.miner.mine()).header;
    const executions = await executionsOf(async () => {
      const times = await Promise.all([timeAt({}), timeAt({}), timeAt({})]);
      assert.deepEqual([...times, await timeAt({})], Array(4).fill(BigInt(timestamp)));
    });
    assert.ok(executions === 1 || executions === 2, `${executions} executions`);
    const next = await world.chain.miner.mine();
    assert.ok(next.header.timestamp > timestamp);
    assert.equal(await timeAt({}), BigInt(next.header.timestamp));
    const ref = { number: next.header.number - 1 };
    assert.equal(
      toBigInt((await backend.call({ to: clock }, ref, [], undefined, never)) as Uint8Array),
      BigInt(timestamp),
    );
  });

  it("is executed again if any parameter differs", async () => {
    const others = [{ from: addressOf(1) }, { from: addressOf(2) }, { data: addressOf(1) }];
    const round = () =>
      executionsOf(async () => {
        for (const other of others) await timeAt(other);
      });
    assert.equal(await round(), others.length);
    await round();
    assert.equal(await round(), 0);
    for (const special of [{ gas: 100_000n }, { value: 0n }, { gasPrice: 0n }, { nonce: 1n }]) {
      assert.equal(await executionsOf(() => Promise.all([timeAt(special), timeAt(special)])), 2);
    }
  });

  it("is executed again with overrides, on the pending block, and after it failed", async () => {
    const override = [[clock, { code: assemble("STOP") }]] as const;
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(
        await backend.call({ to: clock }, latest, override, undefined, never),
        new Uint8Array(0),
      );
    }
    const refused = () =>
      assert.rejects(
        async () => backend.call({ to: refuser }, latest, [], undefined, never),
        (error) => {
          assert.ok(error instanceof Fault);
          return error.data.code === "reverted";
        },
      );
    assert.equal(
      await executionsOf(async () => {
        await refused();
        await refused();
      }),
      2,
    );
    assert.equal(
      await backend.call({ to: clock }, { number: 99 }, [], undefined, never),
      undefined,
    );
    await backend.call({ to: clock }, { tag: "pending" }, [], undefined, never);
  });
});
