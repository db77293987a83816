/** Tests several relays on one Redis, and transactions that a rising price makes too cheap. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { microLoanAbi } from "@tandem/ussd-relay";
import { parseEther } from "viem";
import { eventually } from "../support/eventually.js";
import { redisAbsent, startRedis } from "../support/processes/redis-process.js";
import { call } from "../support/rpc.js";
import { type RelayProcess, startRelayProcess } from "../support/ussd/relay.js";
import {
  dialAt,
  type ExtendedWorld,
  phoneOf,
  pinOf,
  startExtendedWith,
  startExtendedWorld,
  userAddress,
} from "../support/ussd/ussd-extended.js";

const transfers = async ({ chain, contract }: ExtendedWorld, from: string) => {
  const events = await chain.getContractEvents({
    address: contract,
    abi: microLoanAbi,
    eventName: "Transferred",
    fromBlock: 0n,
  });
  return events.filter(({ args }) => args.from === from);
};

describe("two relays on one Redis", { skip: redisAbsent }, () => {
  let world: ExtendedWorld<RelayProcess>;
  let other: RelayProcess;
  let closeRedis = async () => {};
  before(async () => {
    const redis = await startRedis();
    closeRedis = redis.stop;
    world = await startExtendedWith(startRelayProcess, {
      flags: ["--posts-per-minute", "0"],
      environment: { USSD_RELAY_REDIS_URL: redis.url },
    });
    other = await world.startRelay([]);
  });
  after(async () => {
    await other?.stop("SIGKILL");
    await world?.close();
    await closeRedis();
  });

  const both = () => [world.relay.url, other.url];

  it("have the same users", async () => {
    await world.register(0);
    await world.register(1);
    await world.give([userAddress(0), userAddress(1)], parseEther("5"));
    for (const url of both()) {
      assert.equal(await dialAt(url, 0, `balance ${url}`, "1"), "END Your balance: 5 COIN");
    }
  });

  it("answer a repeated post equally with one transaction, also if one was killed", async () => {
    const text = `2*${phoneOf(1)}*1*${pinOf(0)}`;
    const fifty = async () => {
      const posts = Array.from({ length: 50 }, (_, i) =>
        dialAt(both()[i % 2] as string, 0, "same", text),
      );
      return [...new Set(await Promise.all(posts))];
    };
    const [screen = "", ...others] = await fifty();
    assert.match(screen, /^END Transfer submitted/);
    assert.deepEqual(others, []);
    await world.relay.stop("SIGKILL");
    await world.restartRelay();
    assert.deepEqual(await fifty(), [screen]);
    await eventually("balance", async () => {
      return (await world.balanceOf(userAddress(0))) === parseEther("4");
    });
    assert.equal((await transfers(world, userAddress(0))).length, 1);
    assert.equal(await world.balanceOf(userAddress(1)), parseEther("6"));
  });

  it("share one wallet's nonces, and one of them follows if the other is killed", async () => {
    await eventually("settled", async () => {
      const screen = await dialAt(other.url, 0, `poll ${performance.now()}`, "");
      return screen.includes("arrived");
    });
    const answers = await Promise.all([
      dialAt(world.relay.url, 0, "left", `2*${phoneOf(1)}*1*${pinOf(0)}`),
      dialAt(other.url, 1, "right", `2*${phoneOf(0)}*2*${pinOf(1)}`),
    ]);
    await world.relay.stop("SIGKILL");
    for (const screen of answers) {
      const [, shown] = /^END Transfer submitted\nTx: (0x[0-9a-f]{10})/.exec(screen) ?? [];
      assert.ok(shown, screen);
      // The other relay follows when the claim of the killed one has expired: dialing until then would
      // keep it busy.
      await eventually(`confirmation of ${shown}`, () =>
        [world.relay, other].some((one) => one.output().includes(`Transfer confirmed: ${shown}`)),
      );
    }
    await eventually("both balances", async () => {
      const [zero, one] = await Promise.all([0, 1].map((i) => world.balanceOf(userAddress(i))));
      return zero === parseEther("5") && one === parseEther("5");
    });
    const read = (n: number) =>
      eventually("news of it at the other relay", async () =>
        (await dialAt(other.url, n, `after ${performance.now()}`, "")).includes("arr"),
      );
    await Promise.all([read(0), read(1)]);
  });
});

/** A row of the phone page's list. */
interface Listed {
  readonly hash: string;
  readonly state: string;
}

describe("a transaction whose price has become too low", () => {
  it("is replaced by one with a higher price, once, and its user is notified", async () => {
    const world = await startExtendedWorld({
      flags: ["--stuck-seconds", "5", "--phone", "true"],
      nodeFlags: ["--mining", "manual"],
    });
    try {
      await world.register(0);
      // The node mines automatically for a moment, to fund the user.
      await call(world.node.url, "evm_setAutomine", [true]);
      await world.give([userAddress(0)], parseEther("5"));
      await call(world.node.url, "evm_setAutomine", [false]);
      const text = `2*0x${"ab".repeat(20)}*1*${pinOf(0)}`;
      const screen = await world.dial(0, "send", text);
      assert.match(screen, /^END Transfer submitted/);
      const [, shown = ""] = /Tx: (0x[0-9a-f]{10})/.exec(screen) ?? [];
      const replaced = await world.relay.said(/^Transfer replaced: /);
      assert.ok(replaced.startsWith(`Transfer replaced: ${shown}`));
      const listed = async () => {
        const page = new URL("/phone/transactions?session=send", world.relay.url);
        const answer = (await (await fetch(page)).json()) as { transactions: readonly Listed[] };
        return answer.transactions;
      };
      const [waiting] = await listed();
      assert.equal(waiting?.state, "waiting");
      assert.ok(waiting.hash.startsWith(shown));
      await call(world.node.url, "evm_mine");
      const confirmed = await world.relay.said(/^Transfer confirmed: /);
      assert.ok(!confirmed.includes(shown), "a later one was mined");
      const hash = confirmed.replace("Transfer confirmed: ", "");
      assert.deepEqual(await listed(), [{ hash, kind: "transfer", state: "confirmed" }]);
      assert.equal(await world.balanceOf(userAddress(0)), parseEther("4"));
      assert.equal((await transfers(world, userAddress(0))).length, 1);
      const { transactions } = await world.chain.getBlock();
      assert.equal(transactions.length, 1);
      assert.match(await world.dial(0, "news", ""), /^CON Your last transfer of 1 COIN arrived/);
    } finally {
      await world.close();
    }
  });
});
