import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Method } from "../contract/method.js";
import { digestOf, type KeyClient, KeyRing, keyOf, methodsNamed } from "./keys.js";

const clock = { now: () => 0 };
const plain = (key: string, name = key) => ({ name, digest: digestOf(key) });

describe("an API key", () => {
  it("is the last segment of the path", () => {
    assert.equal(keyOf("/abc"), "abc");
    assert.equal(keyOf("/v2/abc?x=/y"), "abc");
    assert.equal(keyOf("/a%20b"), "a b");
    assert.equal(keyOf("/a%zz"), "a%zz");
    assert.equal(keyOf("/"), "");
    assert.equal(keyOf("/abc/"), "");
  });

  it("is valid only if it is one of those configured", () => {
    const ring = new KeyRing([plain("first"), plain("second")], clock);
    for (const path of ["/first", "/v1/second"]) assert.ok(ring.find(path), path);
    for (const path of ["/", "/third", "/first/", "/firs", "/FIRST", "/first/x"]) {
      assert.equal(ring.find(path), undefined, path);
    }
  });

  it("keeps its client and counts while it is valid, even if its name and rights change", () => {
    const ring = new KeyRing([plain("one"), plain("two")], clock);
    const one = ring.find("/one") as KeyClient;
    one.count("answered");
    const withdrawn = ring.replace([{ ...plain("one", "other name"), sockets: 3 }]);
    assert.deepEqual(
      withdrawn.map(({ name }) => name),
      ["two"],
    );
    assert.equal(ring.find("/one"), one);
    assert.equal(ring.find("/two"), undefined);
    assert.deepEqual([one.name, one.counts.answered], ["other name", 1]);
    for (const isFull of [false, false, false, true]) {
      assert.equal(one.hasAllSockets, isFull);
      one.addSockets(1);
    }
  });

  it("is in no data about its client", () => {
    const client = new KeyRing([plain("very secret", "name")], clock).find("/very%20secret");
    assert.ok(client);
    assert.ok(!JSON.stringify(client).includes("secret"));
    assert.match(client.id, /^key:[0-9a-f]{16}$/);
  });

  it("permits the methods that its patterns match, by every name of a method", () => {
    const ring = new KeyRing([{ ...plain("k"), methods: ["eth_get*", "net_version"] }], clock);
    const client = ring.find("/k") as KeyClient;
    const refusal = (name: string) =>
      client.refusal(methodsNamed(name)[0] as Method, name)?.message;
    for (const name of ["eth_getBalance", "net_version"]) assert.equal(refusal(name), undefined);
    assert.equal(
      refusal("eth_call"),
      "the method eth_call is not among the methods of this API key",
    );
    const [raw] = methodsNamed("rsk_getRawBlockHeaderByHash");
    assert.ok(raw !== undefined && raw === methodsNamed("native_getRawBlockHeaderByHash")[0]);
  });

  it("with a rate returns the time to wait", () => {
    let nowMs = 0;
    const ring = new KeyRing([{ ...plain("k"), requestsPerSecond: 2 }], { now: () => nowMs });
    const client = ring.find("/k") as KeyClient;
    assert.deepEqual(
      [1, 2, 3].map(() => client.secondsToWait()),
      [undefined, undefined, 1],
    );
    assert.deepEqual(client.tooMany(1).data, {
      limit: "requests-per-second",
      max: 2,
      retryAfter: 1,
    });
    nowMs += 500;
    assert.equal(client.secondsToWait(), undefined);
    assert.equal(client.counts.limited, 1);
    ring.replace([{ ...plain("k"), requestsPerSecond: 1 / 60 }]);
    assert.equal(client.secondsToWait(), undefined);
    assert.equal(client.secondsToWait(), 60);
  });

  it("has one rate and one number of WebSockets in all threads that share its use", () => {
    const limited = { ...plain("k"), requestsPerSecond: 3, sockets: 2 };
    const first = new KeyRing([limited], clock).find("/k") as KeyClient;
    const second = new KeyRing([first.sharedWith(1)], clock).find("/k") as KeyClient;
    const waits = [first, second, second, first, second].map((one) => one.secondsToWait());
    assert.deepEqual(waits, [undefined, undefined, undefined, 1, 1]);
    first.addSockets(1);
    second.addSockets(1);
    assert.deepEqual([first.hasAllSockets, second.hasAllSockets], [true, true]);
    second.addSockets(-1);
    assert.equal(first.hasAllSockets, false);
    second.addSockets(1);
    first.forgetSocketsOf(1);
    assert.deepEqual([first.hasAllSockets, second.hasAllSockets], [false, false]);
    second.addSockets(1);
    assert.equal(first.hasAllSockets, true);
  });
});
