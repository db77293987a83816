/** Tests records in a Redis that is full, may remove rows, accepts no writes, or was replaced by another one. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { Redis } from "ioredis";
import { redisAbsent, startRedis } from "../testing/redis-server.js";
import { UnusableStore } from "./open-level.js";
import { RecordsAway } from "./records.js";
import { openRedisRecords } from "./redis-records.js";

/** Starts a server. @returns its URL, and a connection of its operator. */
async function startServer(t: TestContext) {
  const { url, stop } = await startRedis();
  const operator = new Redis(url);
  t.after(async () => {
    operator.disconnect();
    await stop();
  });
  return { url, operator };
}

async function openRecords(t: TestContext, url: string) {
  const records = await openRedisRecords(url);
  t.after(() => records.close());
  return records;
}

const row = (id: string, value = "1") => ({ table: "users", id, value });
const isAway = (code: RegExp) => (error: unknown) =>
  error instanceof RecordsAway && code.test(error.message);

const portOf = (url: string) => Number(new URL(url).port);

/** Forwards connections to a server, of which the operator can cut one when it answers. */
async function openProxy(t: TestContext, to: string) {
  const proxy = { url: "", port: portOf(to), isNextAnswerLost: false };
  const listener = createServer((client) => {
    const server = connect(proxy.port, "127.0.0.1");
    client.on("error", () => {}).on("close", () => server.destroy());
    server.on("error", () => {}).on("close", () => client.destroy());
    client.pipe(server);
    server.on("data", (answer) => {
      if (proxy.isNextAnswerLost) server.destroy();
      else client.write(answer);
      proxy.isNextAnswerLost = false;
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  t.after(() => listener.close());
  proxy.url = `redis://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return proxy;
}

describe("records in Redis", { skip: redisAbsent }, () => {
  it("are not opened where it may remove rows, and not usable when it may later", async (t) => {
    const { url, operator } = await startServer(t);
    const policies = ["allkeys-lru", "allkeys-random", "volatile-lru", "volatile-ttl"];
    for (const policy of policies) {
      await operator.config("SET", "maxmemory-policy", policy);
      const named = (error: unknown) =>
        error instanceof UnusableStore && error.message.endsWith(`noeviction, not ${policy}`);
      await assert.rejects(openRedisRecords(url), named);
    }
    await operator.config("SET", "maxmemory-policy", "noeviction");
    const records = await openRecords(t, url);
    await records.assertUsable();
    await operator.config("SET", "maxmemory-policy", "volatile-lru");
    await assert.rejects(records.assertUsable(), isAway(/not volatile-lru/));
  });

  it("are opened by a user who may not ask how it is configured", async (t) => {
    const { url, operator } = await startServer(t);
    await operator.acl("SETUSER", "relay", "on", ">secret", "~*", "+@all", "-@dangerous");
    const records = await openRecords(t, url.replace("redis://", "redis://relay:secret@"));
    await records.assertUsable();
  });

  it("are written whole or not at all when its memory is full, and again when there is space", async (t) => {
    const { url, operator } = await startServer(t);
    const records = await openRecords(t, url);
    const claim = { id: "x", token: "ours" };
    await records.write([row("a")]);
    await records.claim(claim, 60_000);
    await operator.config("SET", "maxmemory", "1");
    await assert.rejects(records.assertUsable(), isAway(/OOM/));
    await assert.rejects(records.write([row("a", "2"), row("b")], [claim]), isAway(/OOM/));
    await assert.rejects(records.next("wallets"), isAway(/OOM/));
    assert.deepEqual(await records.list("users"), ["1"]);
    await records.release(claim);
    await operator.config("SET", "maxmemory", "0");
    await records.assertUsable();
    assert.equal(await records.write([row("b")], [claim]), false, "the claim was released");
    assert.equal(await records.next("wallets"), 0);
  });

  it("are written whole or not at all where their user has not every permission any more", async (t) => {
    const { url, operator } = await startServer(t);
    const user = (...rules: string[]) => operator.acl("SETUSER", "relay", ...rules);
    await user("reset", "on", ">secret", "~*", "+@all");
    const records = await openRecords(t, url.replace("redis://", "redis://relay:secret@"));
    const passing = { table: "answers", id: "a", value: "1", ttlMs: 60_000 };
    const changes = [passing, { ...row("a"), table: "old", value: undefined }, row("a")];
    const write = () => records.write([...changes, { ...passing, id: "b", isEvictable: true }]);
    for (const command of ["hset", "hdel", "del", "zadd", "zrem", "zcard", "set", "eval"]) {
      await user(`-${command}`);
      await assert.rejects(write(), isAway(/NOPERM/), command);
      await assert.rejects(records.assertUsable(), isAway(/NOPERM/), command);
      await user(`+${command}`);
    }
    await user("resetkeys", "~ussd:row:*", "~ussd:probe", "~ussd:evictable");
    await assert.rejects(write(), isAway(/NOPERM.* HDEL ussd:table:old/));
    assert.deepEqual(await operator.keys("*"), []);
    await user("~*");
    await records.assertUsable();
    assert.equal(await write(), true);
  });

  it("keep rows for their time by its clock, whatever the clocks of the relays are", async (t) => {
    const { url } = await startServer(t);
    const records = await openRecords(t, url);
    const answer = { table: "answers", value: "1", ttlMs: 60_000, isEvictable: true };
    await records.write([{ ...answer, id: "a" }]);
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 24 * 60 * 60 * 1000 });
    await records.write([{ ...answer, id: "b" }]);
    t.mock.timers.setTime(0);
    await records.write([{ ...answer, id: "c" }]);
    t.mock.timers.reset();
    await records.write([{ ...answer, id: "d" }]);
    for (const id of "abcd") assert.equal(await records.get("answers", id), "1", id);
  });

  it("are written to the server that took over at its address, and not to a replica", async (t) => {
    const [first, second] = [await startServer(t), await startServer(t)];
    const address = await openProxy(t, first.url);
    const records = await openRecords(t, address.url);
    await records.write([row("a")]);
    address.port = portOf(second.url);
    // A former master that is the replica of another one keeps its connections.
    await first.operator.replicaof("127.0.0.1", "1");
    await assert.rejects(records.write([row("b")]), isAway(/READONLY/));
    while (!(await records.write([row("b")]).catch(() => false))) await new Promise(setImmediate);
    assert.equal(await second.operator.hget("ussd:table:users", "b"), "1");
  });

  it("mark an identifier for the one call, also if the answer is lost with the connection", async (t) => {
    const { url } = await startServer(t);
    const proxy = await openProxy(t, url);
    const records = await openRecords(t, proxy.url);
    proxy.isNextAnswerLost = true;
    assert.equal(await records.useOnce("signature", 60_000), true);
    assert.equal(proxy.isNextAnswerLost, false);
    assert.equal(await records.useOnce("signature", 60_000), false);
  });

  it("are not opened in another database than that of the URL", async (t) => {
    const { url } = await startServer(t);
    const isRefused = (error: unknown) =>
      error instanceof UnusableStore && /database 99: ERR DB index/.test(error.message);
    await assert.rejects(openRedisRecords(url.replace(/0$/, "99")), isRefused);
  });

  it("say why the server cannot be used, at the start and later", async (t) => {
    const { url, operator } = await startServer(t);
    const records = await openRecords(t, url);
    await operator.config("SET", "requirepass", "secret");
    await assert.rejects(openRedisRecords(url), isAway(/used: NOAUTH/));
    const wrong = url.replace("redis://", "redis://:wrong@");
    await assert.rejects(openRedisRecords(wrong), isAway(/used: WRONGPASS/));
    await assert.rejects(openRedisRecords("redis://127.0.0.1:1"), isAway(/ECONNREFUSED/));
    await operator.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    let reason = "";
    while (!reason.startsWith("Redis: NOAUTH")) {
      await new Promise(setImmediate);
      await records.get("users", "a").catch(({ message }) => {
        reason = message;
      });
    }
  });
});
