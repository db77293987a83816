/** Tests a relay whose Redis is full, accepts no writes, stands still in a payment, or is replaced by an empty one. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { microLoanAbi } from "@tandem/ussd-relay";
import { parseEther } from "viem";
import { eventually } from "../support/eventually.js";
import { suspend } from "../support/processes/executable.js";
import { redisAbsent, startRedis } from "../support/processes/redis-process.js";
import {
  type ExtendedWorld,
  phoneOf,
  pinOf,
  startExtendedWorld,
  userAddress,
} from "../support/ussd/ussd-extended.js";

describe("a relay whose Redis is in trouble", { skip: redisAbsent }, () => {
  let world: ExtendedWorld;
  let redis: Awaited<ReturnType<typeof startRedis>>;

  before(async () => {
    redis = await startRedis();
    world = await startExtendedWorld({
      flags: ["--posts-per-minute", "0"],
      environment: { USSD_RELAY_REDIS_URL: redis.url },
    });
    redisPid = Number(/process_id:(\d+)/.exec(await command("INFO server"))?.[1]);
    for (const n of [0, 1]) await world.register(n);
    await world.give([userAddress(0)], parseEther("9"));
  });
  after(async () => {
    await world?.close();
    await redis?.stop();
  });

  /** Returns the answer to a command of the operator of Redis. */
  const command = async (text: string) => {
    const socket = connect(Number(new URL(redis.url).port), "127.0.0.1");
    socket.write(`${text}\r\n`);
    const [answer] = await once(socket, "data");
    socket.destroy();
    assert.match(String(answer), /^[+$]/, text);
    return String(answer);
  };
  let redisPid = 0;
  const health = async () => {
    const response = await fetch(new URL("/health", world.relay.url));
    return { status: response.status, text: await response.text() };
  };
  const pay = (session: string) => world.dial(0, session, `2*${phoneOf(1)}*1*${pinOf(0)}`);
  const transfers = async () => {
    const { chain, contract: address } = world;
    const wanted = { address, abi: microLoanAbi, eventName: "Transferred" } as const;
    const events = await chain.getContractEvents({ ...wanted, fromBlock: 0n });
    return events.filter(({ args }) => args.from === userAddress(0)).length;
  };
  /** Pays by a post that is repeated until it is taken, and once more. */
  const payOnce = async (session: string) => {
    const screen = await eventually("payment", async () => {
      const shown = await pay(session);
      return shown.startsWith("END Transfer submitted") && shown;
    });
    assert.equal(await pay(session), screen);
    await eventually("its outcome", async () => {
      return (await world.dial(0, `news ${performance.now()}`, "")).includes("arrived");
    });
  };

  type Change = () => Promise<unknown>;
  const troubles: [string, Change, Change][] = [
    ["is full", () => command("CONFIG SET maxmemory 1"), () => command("CONFIG SET maxmemory 0")],
    ["is a replica", () => command("REPLICAOF 127.0.0.1 1"), () => command("REPLICAOF NO ONE")],
    ["stands still", () => suspend(redisPid), async () => process.kill(redisPid, "SIGCONT")],
  ];
  for (const [at, [trouble, begin, end]] of troubles.entries()) {
    it(`pays nothing while it ${trouble}, says so, and pays once afterwards`, async () => {
      assert.equal((await health()).status, 200);
      await begin();
      assert.match(await pay(trouble), /^END Service unavailable/);
      assert.deepEqual(await health(), {
        status: 503,
        text: "The records do not answer, refuse writes, may be removed, or are lost.\n",
      });
      await end();
      await eventually("health", async () => (await health()).status === 200);
      await payOnce(trouble);
      assert.equal(await transfers(), at + 1);
    });
  }

  it("pays nothing with an empty one in its place", async () => {
    const before = await transfers();
    await command("FLUSHALL");
    assert.doesNotMatch(await pay("lost"), /submitted/);
    assert.equal((await health()).status, 503);
    const pin = pinOf(2);
    assert.match(await world.dial(2, "register 2", `1*${pin}*${pin}`), /^END Service unavailable/);
    assert.equal(await transfers(), before);
  });
});
