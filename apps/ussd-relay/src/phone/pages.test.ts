/** The phone page's door, over a fake chain and a store that keeps nothing. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { anyGateway, type GatewayAuth, startGateway } from "../gateway/server.js";
import { screens } from "../menu/screens.js";
import type { Sending } from "../session/store.js";
import { temporaryStore, testLog } from "../testing/desk.js";
import { fakeChain } from "../testing/fake-chain.js";
import { withPhone } from "./pages.js";

const settings = { serviceCode: "*384*7#" };
/** Nothing listens there. */
const nowhere = "http://127.0.0.1:1/key";

const sending = (sessionId: string, byte: string): Sending => ({
  hash: `0x${byte.repeat(32)}`,
  raw: "0x02",
  nonce: Number.parseInt(byte, 16),
  post: { sessionId, text: "3", kind: "loan" },
});

async function phoneOf(t: TestContext, auth: GatewayAuth = anyGateway) {
  const chain = fakeChain();
  const { store, pages } = withPhone(await temporaryStore(t), settings, {
    chain,
    nodeUrl: nowhere,
  });
  const log = testLog();
  const gateway = await startGateway({
    ...{ host: "127.0.0.1", port: 0, auth, pages, log },
    answer: async () => "CON hello",
  });
  t.after(() => gateway.close());
  const get = (path: string, options: RequestInit = {}) =>
    fetch(new URL(path, gateway.url), options);
  return { chain, store, get, gateway, log };
}

describe("the phone page", () => {
  it("comes with types, a strict policy and a tag by which it is not sent twice", async (t) => {
    const { get } = await phoneOf(t);
    const types = {
      "/phone": "text/html; charset=utf-8",
      "/phone/phone.css": "text/css; charset=utf-8",
      "/phone/phone.svg": "image/svg+xml",
      "/phone/page/main.js": "text/javascript; charset=utf-8",
      "/phone/menu/gsm.js": "text/javascript; charset=utf-8",
    };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await get(`${path}?code=1`);
      assert.deepEqual([status, headers.get("content-type")], [200, type]);
      assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none';/);
      assert.doesNotMatch(headers.get("content-security-policy") ?? "", /unsafe|\*|http/);
      assert.equal(headers.get("cache-control"), "no-cache");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      const etag = headers.get("etag") ?? "";
      const again = await get(path, { headers: { "if-none-match": etag } });
      assert.deepEqual([again.status, await again.text()], [304, ""]);
    }
  });

  it("names no other origin", async (t) => {
    const { get } = await phoneOf(t);
    const page = await (await get("/phone")).text();
    const names = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = ""]) => name);
    assert.ok(names.length >= 3);
    for (const name of names) assert.equal((await get(`/${name}`)).status, 200, name);
  });

  it("shows its own files alone, and is only read", async (t) => {
    const { get } = await phoneOf(t);
    for (const path of [
      ...["/phone/", "/phone/page/", "/phone/page/dialogue.test.js", "/phone/compose.js"],
      ...["/phone/..%2fpackage.json", "/phone/%2e%2e/package.json", "/phones"],
    ]) {
      assert.equal((await get(path)).status, 404, path);
    }
    const posted = await get("/phone", { method: "POST", body: "" });
    assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
    const head = await get("/phone", { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
  });

  it("is told what to dial", async (t) => {
    const { get } = await phoneOf(t);
    assert.deepEqual(await (await get("/phone/settings")).json(), settings);
  });

  it("is not there unless it is asked for", async (t) => {
    const store = await temporaryStore(t);
    const node = { chain: fakeChain(), nodeUrl: nowhere };
    const off = withPhone(store, undefined, node);
    assert.equal(off.store, store);
    const gateway = await startGateway({
      ...{ host: "127.0.0.1", port: 0, auth: anyGateway, pages: off.pages, log: testLog() },
      answer: async () => "CON hello",
    });
    t.after(() => gateway.close());
    assert.equal(gateway.arePagesOpen, false);
    for (const path of ["/phone", "/phone/settings", "/phone/transactions?session=a"]) {
      assert.equal((await fetch(new URL(path, gateway.url))).status, 404);
    }
  });

  it("is shut, with all that belongs to it, where a gateway must prove who it is", async (t) => {
    const { get, gateway, log } = await phoneOf(t, { mayPost: () => true, isProven: () => true });
    assert.equal(gateway.arePagesOpen, false);
    assert.match(log.warnings[0] ?? "", /phone page is off/);
    for (const path of ["/phone", "/phone/page/main.js", "/phone/transactions?session=1"]) {
      const answer = await get(path);
      assert.equal(answer.status, 403);
      assert.match(await answer.text(), /phone page is off: .* from its gateway only/);
    }
  });
});

describe("the transactions of a session", () => {
  it("wait, then are confirmed, failed with a reason, or lost", async (t) => {
    const { chain, store, get } = await phoneOf(t);
    const list = async (session: string) => {
      const answer = await get(`/phone/transactions?session=${session}`);
      const { transactions } = (await answer.json()) as { transactions: readonly unknown[] };
      return transactions;
    };
    const [first, second, third] = [sending("a", "01"), sending("a", "02"), sending("a", "03")];
    for (const one of [first, second, third]) await store.keepSending(one, screens.unavailable, 0);
    await store.keepSending(sending("b", "04"), screens.unavailable, 0);
    const row = ({ hash }: Sending, more: object) => ({ hash, kind: "loan", ...more });
    assert.deepEqual(await list("nobody"), []);
    assert.deepEqual(
      await list("a"),
      [first, second, third].map((one) => row(one, { state: "waiting" })),
    );
    chain.inclusions = async (hashes) =>
      hashes
        .filter((hash) => hash !== third.hash)
        .map((hash) => ({ hash, isSuccess: hash === first.hash }));
    chain.failureReason = async () => "Existing loan active";
    await store.settle(third.hash);
    assert.deepEqual(await list("a"), [
      row(first, { state: "confirmed" }),
      row(second, { state: "failed", reason: "Existing loan active" }),
      row(third, { state: "failed", reason: "Another transaction took its nonce" }),
    ]);
    await store.dropSending(second);
    assert.equal((await list("a")).length, 2);
  });

  it("are those of an earlier life too, if they wait", async (t) => {
    const { store, get } = await phoneOf(t);
    const inner = await temporaryStore(t);
    await inner.keepSending(sending("old", "05"), screens.unavailable, 0);
    const node = { chain: fakeChain(), nodeUrl: nowhere };
    const later = withPhone(inner, settings, node);
    await later.store.unsettled();
    const url = new URL("http://relay/phone/transactions?session=old");
    const answer = await later.pages?.answer(url, {});
    assert.match(String(answer?.body), /"0x0505/);
    // Nobody else's.
    await store.unsettled();
    const other = await get("/phone/transactions?session=old");
    assert.deepEqual(await other.json(), { transactions: [] });
  });

  it("cannot be told while the node is away, and its URL is never told", async (t) => {
    const { chain, store, get } = await phoneOf(t);
    await store.keepSending(sending("a", "01"), screens.unavailable, 0);
    chain.isAway = true;
    for (const path of ["?session=a", `/0x${"01".repeat(32)}`]) {
      const answer = await get(`/phone/transactions${path}`);
      assert.equal(answer.status, 502);
      assert.deepEqual(await answer.json(), { problem: "The node does not answer." });
    }
  });

  it("are asked for by a session that can be one", async (t) => {
    const { get } = await phoneOf(t);
    for (const query of ["", "?session=", `?session=${"x".repeat(129)}`]) {
      assert.equal((await get(`/phone/transactions${query}`)).status, 400);
    }
    assert.equal((await get(`/phone/transactions/0x${"G".repeat(64)}`)).status, 404);
  });
});
