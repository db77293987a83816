/** Tests gateway authentication: addresses, signatures, times and repeated signatures. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { createPrometheus } from "../extended/prometheus.js";
import { relayLimits } from "../limits.js";
import type { Records } from "../records/records.js";
import { testLog } from "../testing/log.js";
import { temporaryDirectory, temporaryLevelRecords } from "../testing/relay.js";
import { joinPages, monitorPages } from "./monitor.js";
import { proofOf, readAddressBlocks, signPost } from "./proof.js";
import { RateCounter } from "./rate-counter.js";
import { type GatewayAuth, startGateway } from "./server.js";

const gatewaySecret = "a secret of some length";
const body = "sessionId=1&phoneNumber=%2B254700000001&text=";
const nowMs = 1_800_000_000_000;
const windowMs = 300_000;

/** Returns the authentication of posts with signatures alone. */
const signedBy = (useOnce: Records["useOnce"]) =>
  proofOf({ allowed: undefined, secret: gatewaySecret, windowMs }, { useOnce }, () => nowMs);

async function gatewayOf(t: TestContext, auth: GatewayAuth): Promise<string> {
  const gateway = await startGateway({
    host: "127.0.0.1",
    port: 0,
    auth,
    log: testLog(),
    answer: async () => "END yes" as const,
  });
  t.after(() => gateway.close());
  return gateway.url;
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const send = async (url: string, headers: Readonly<Record<string, string>> = {}, text = body) =>
  (await fetch(url, { method: "POST", headers: { ...form, ...headers }, body: text })).status;

const headersFor = (timestamp: string, secret = gatewaySecret, text = body) => ({
  "x-ussd-timestamp": timestamp,
  "x-ussd-signature": signPost(secret, timestamp, text),
});
const headersAt = (at: number, secret = gatewaySecret, text = body) =>
  headersFor(String(at / 1000), secret, text);

describe("the list of addresses", () => {
  it("has addresses and blocks of both families", () => {
    const list = readAddressBlocks("10.0.0.0/8, 192.0.2.7,2001:db8::/32");
    assert.equal(list?.check("10.9.8.7"), true);
    assert.equal(list?.check("192.0.2.7"), true);
    assert.equal(list?.check("192.0.2.8"), false);
    assert.equal(list?.check("2001:db8::1", "ipv6"), true);
    const narrow = readAddressBlocks("2001:db8:0:1::/64,2001:db8::7");
    const isOn = (address: string) => narrow?.check(address, "ipv6");
    assert.deepEqual([isOn("2001:db8:0:1::9"), isOn("2001:db8:0:2::9")], [true, false]);
    assert.deepEqual([isOn("2001:db8::7"), isOn("2001:db8::8")], [true, false]);
    for (const text of [
      "",
      "10.0.0.0/33",
      "10.0.0/8",
      "host",
      "10.0.0.0/8/8",
      "10.0.0.0/",
      "10.0.0.0/0x8",
      "10.0.0.0/8.0",
      "::/129",
    ])
      assert.equal(readAddressBlocks(text), undefined, text);
  });

  it("admits the addresses on it", async (t) => {
    const records = { useOnce: async () => true };
    const only = (text: string) => {
      const settings = { allowed: readAddressBlocks(text), secret: undefined, windowMs };
      return proofOf(settings, records, () => nowMs);
    };
    assert.equal(await send(await gatewayOf(t, only("127.0.0.0/8"))), 200);
    assert.equal(await send(await gatewayOf(t, only("10.0.0.0/8"))), 401);
    const { mayPost } = only("10.0.0.0/8,2001:db8::/32");
    const addresses = ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1", "2001:db9::1", "11.1.2.3"];
    assert.deepEqual(addresses.map(mayPost), [true, true, true, false, false]);
  });

  it("is enough without a secret, and is not left out with one", async (t) => {
    const records = { useOnce: async () => true };
    const gateway = (allowed: string, secret?: string) => {
      const settings = { allowed: readAddressBlocks(allowed), secret, windowMs };
      return gatewayOf(
        t,
        proofOf(settings, records, () => nowMs),
      );
    };
    assert.equal(await send(await gateway("127.0.0.0/8")), 200);
    assert.equal(await send(await gateway("10.0.0.0/8", gatewaySecret), headersAt(nowMs)), 401);
    const both = await gateway("127.0.0.0/8", gatewaySecret);
    assert.equal(await send(both, headersAt(nowMs)), 200);
    assert.equal(await send(both, headersAt(nowMs - 301_000)), 401);
  });
});

describe("a signed post", () => {
  const signed = async (t: TestContext) => {
    const memory = new RateCounter({ max: 100, now: () => 0 });
    return gatewayOf(
      t,
      signedBy(async (signature, keptMs) => memory.count(signature, keptMs) === 1),
    );
  };
  it("is accepted once", async (t) => {
    const url = await signed(t);
    assert.equal(await send(url, headersAt(nowMs)), 200);
    assert.equal(await send(url, headersAt(nowMs)), 401);
    assert.equal(await send(url, headersAt(nowMs + 1000)), 200);
  });

  it("is stored beside hundreds of the same second, also across a restart", async (t) => {
    const directory = temporaryDirectory(t);
    const open = () => temporaryLevelRecords(t, () => nowMs, directory);
    const texts = Array.from({ length: 200 }, (_, i) => `${body}${i}`);
    const sendAll = async (records: Records) => {
      const url = await gatewayOf(
        t,
        signedBy((id, ttlMs) => records.useOnce(id, ttlMs)),
      );
      const posts = texts.map((text) => send(url, headersAt(nowMs, gatewaySecret, text), text));
      return [...new Set(await Promise.all(posts))];
    };
    const records = await open();
    assert.deepEqual(await sendAll(records), [200]);
    assert.deepEqual(await sendAll(records), [401]);
    await records.close();
    assert.deepEqual(await sendAll(await open()), [401]);
  });

  it("is stored for twice the longest window, at hundreds a second", () => {
    assert.ok(relayLimits.signaturesKeptMax / (relayLimits.sessionMs / 1000) > 500);
  });

  it("is refused with another secret, body or time, or without a signature", async (t) => {
    const url = await signed(t);
    const right = headersAt(nowMs);
    assert.equal(await send(url), 401);
    assert.equal(await send(url, headersAt(nowMs, "another secret of length")), 401);
    assert.equal(await send(url, right, `${body}1`), 401);
    assert.equal(await send(url, { ...right, "x-ussd-timestamp": String(nowMs / 1000 + 1) }), 401);
    assert.equal(await send(url, { ...right, "x-ussd-signature": "00" }), 401);
    for (const away of [-301_000, 301_000]) {
      assert.equal(await send(url, headersAt(nowMs + away)), 401);
    }
    for (const timestamp of ["now", `${nowMs / 1000}x`, `x${nowMs / 1000}`]) {
      assert.equal(await send(url, headersFor(timestamp)), 401, timestamp);
    }
    for (const away of [-300_000, 300_000]) {
      assert.equal(await send(url, headersAt(nowMs + away)), 200);
    }
    assert.equal(await send(url, right), 200);
    // A signature with more characters is another one, with the same bytes.
    const signature = right["x-ussd-signature"];
    for (const more of [`${signature}zz`, `${signature}00`, `00${signature}`]) {
      assert.equal(await send(url, { ...right, "x-ussd-signature": more }), 401, more);
    }
  });

  it("is stored until no timestamp of the window can have its signature", async (t) => {
    const kept: number[] = [];
    const url = await gatewayOf(
      t,
      signedBy(async (_, keptMs) => kept.push(keptMs) > 0),
    );
    assert.equal(await send(url, headersAt(nowMs)), 200);
    assert.deepEqual(kept, [600_000]);
  });
});

describe("the rate counter", () => {
  it("counts in a period, starts again after it, and has a maximum", () => {
    const clock = { time: 0 };
    const memory = new RateCounter({ max: 2, now: () => clock.time });
    assert.deepEqual(
      [memory.count("a", 10), memory.count("a", 10), memory.count("b", 20)],
      [1, 2, 1],
    );
    assert.equal(memory.count("c", 10), Number.POSITIVE_INFINITY);
    clock.time = 10;
    assert.equal(memory.count("c", 10), 1);
    assert.equal(memory.count("b", 20), 2);
  });

  it("counts a known name anew after its period, also at the maximum of names", () => {
    const clock = { time: 0 };
    const memory = new RateCounter({ max: 2, now: () => clock.time });
    for (const name of ["a", "a", "b"]) memory.count(name, name === "a" ? 10 : 20);
    clock.time = 10;
    assert.deepEqual([memory.count("a", 10), memory.count("a", 10)], [1, 2]);
    assert.equal(memory.count("b", 20), 2);
  });
});

describe("the monitor", () => {
  it("reports when the relay cannot work, and is served beside other pages", async () => {
    let isBroken = false;
    const monitor = monitorPages({
      async check() {
        if (isBroken) throw new Error("down");
        return "ok";
      },
      metrics: async () => ({ text: "x 1\n", contentType: "text/plain" }),
    });
    const pages = joinPages(undefined, monitor);
    const ask = async (path: string) =>
      (await pages?.answer(new URL(path, "http://relay"), {}))?.status;
    assert.equal(await ask("/health"), 200);
    isBroken = true;
    assert.equal(await ask("/health"), 503);
    assert.equal(await ask("/metrics"), 200);
    assert.equal(pages?.owns("/ussd"), false);
    assert.equal(joinPages(undefined), undefined);
  });

  it("counts the transactions that could not be followed", async () => {
    const { metrics, text, uncheckedCount } = createPrometheus(async () => 1n);
    assert.equal(await uncheckedCount(), 0);
    metrics.setUnchecked(2);
    assert.equal(await uncheckedCount(), 2);
    assert.match((await text()).text, /^ussd_unchecked 2$/m);
  });
});
