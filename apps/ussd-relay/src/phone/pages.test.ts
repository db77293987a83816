/** Tests the phone page over HTTP, with a fake chain and real records. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Hex } from "viem";
import { transactionsOf } from "../demonstration/posts.js";
import type { ActionKind } from "../engine/action.js";
import { endingChange } from "../engine/ending.js";
import { type Outgoing, outgoingChange, outgoingRemoval } from "../engine/outgoing.js";
import { sentValue } from "../engine/session-transaction.js";
import { anyGateway, type GatewayAuth, startGateway } from "../gateway/server.js";
import type { Records } from "../records/records.js";

import { FakeChain } from "../testing/fake-chain.js";
import { temporaryRecords, testLog } from "../testing/relay.js";
import { phonePages } from "./pages.js";

const settings = { serviceCode: "*384*7#" };
/** URL of a port without a listener. */
const nowhere = "http://127.0.0.1:1/key";

function outgoingOf(kind: ActionKind, byte: string): Outgoing {
  const id: Hex = `0x${byte.repeat(32)}`;
  return {
    id,
    nonce: Number.parseInt(byte, 16),
    attempts: [{ hash: id, raw: "0x" }],
    kind,
    fees: { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
    gas: 1n,
    data: "0x",
  };
}

/** Stores the records of a session's transaction. */
const send = (records: Records, session: string, outgoing: Outgoing) => {
  const id = `${session}\0${outgoing.kind}`;
  const closing = { table: "closed", id, value: sentValue(outgoing), ttlMs: 60_000 };
  return records.write([outgoingChange(outgoing), closing]);
};

async function phoneOf(
  t: TestContext,
  auth: GatewayAuth = anyGateway,
  given: { readonly explorerUrl?: string } = {},
) {
  const chain = new FakeChain();
  const records = await temporaryRecords(t);
  const pages = phonePages({
    ...settings,
    ...given,
    chain,
    nodeUrl: nowhere,
    transactionsOf: (session) => transactionsOf(records, session),
  });
  const log = testLog();
  const gateway = await startGateway({
    host: "127.0.0.1",
    port: 0,
    auth,
    pages,
    log,
    answer: async () => "CON hello",
  });
  t.after(() => gateway.close());
  const get = (path: string, options: RequestInit = {}) =>
    fetch(new URL(path, gateway.url), options);
  return { chain, records, get, gateway, log };
}

describe("the phone page", () => {
  it("is served with types, a strict policy and an entity tag", async (t) => {
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

  it("serves only its own files, which are read-only", async (t) => {
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

  it("gets the service code", async (t) => {
    const { get } = await phoneOf(t);
    assert.deepEqual(await (await get("/phone/settings")).json(), settings);
    const explorerUrl = "http://127.0.0.1:8545/";
    const linked = await phoneOf(t, anyGateway, { explorerUrl });
    assert.deepEqual(await (await linked.get("/phone/settings")).json(), {
      ...settings,
      explorerUrl,
    });
  });

  it("does not exist unless it is enabled", async (t) => {
    const gateway = await startGateway({
      host: "127.0.0.1",
      port: 0,
      auth: anyGateway,
      pages: undefined,
      log: testLog(),
      answer: async () => "CON hello",
    });
    t.after(() => gateway.close());
    assert.equal(gateway.arePagesEnabled, false);
    for (const path of ["/phone", "/phone/settings", "/phone/transactions?session=a"]) {
      assert.equal((await fetch(new URL(path, gateway.url))).status, 404);
    }
  });

  it("is disabled, with all its data, if gateways must authenticate", async (t) => {
    const { get, gateway, log } = await phoneOf(t, { mayPost: () => true, isProven: () => true });
    assert.equal(gateway.arePagesEnabled, false);
    assert.match(log.warnings[0] ?? "", /phone page is off/);
    for (const path of ["/phone", "/phone/page/main.js", "/phone/transactions?session=1"]) {
      const answer = await get(path);
      assert.equal(answer.status, 403);
      assert.match(await answer.text(), /phone page is off: .* from its gateway only/);
    }
  });
});

describe("the transactions of a session", () => {
  it("are pending, then confirmed, failed with a reason, or lost", async (t) => {
    const { chain, records, get } = await phoneOf(t);
    const list = async (session: string) => {
      const answer = await get(`/phone/transactions?session=${session}`);
      const { transactions } = (await answer.json()) as { transactions: readonly unknown[] };
      return transactions;
    };
    // The loan was signed first.
    const [first, second] = [outgoingOf("loan", "01"), outgoingOf("transfer", "02")];
    const third = outgoingOf("loan", "03");
    for (const one of [first, second]) await send(records, "a", one);
    await send(records, "b", third);
    const row = ({ id, kind }: Outgoing, more: object) => ({ hash: id, kind, ...more });
    assert.deepEqual(await list("nobody"), []);
    assert.deepEqual(
      await list("a"),
      [first, second].map((one) => row(one, { state: "waiting" })),
    );
    chain.receipts = async (hashes) =>
      hashes
        .filter((hash) => hash !== third.id)
        .map((hash) => ({ hash, isSuccess: hash === first.id }))
        .map((receipt) => ({ ...receipt, blockNumber: 1, confirmations: 1 }));
    assert.deepEqual(await list("a"), [
      row(first, { state: "confirmed" }),
      row(second, { state: "waiting" }),
    ]);
    const failed = { kind: "failed", hash: second.id, reason: "InsufficientBalance" } as const;
    await records.write([
      ...[second, third].map(outgoingRemoval),
      ...[
        endingChange(second.id, failed, 60_000),
        endingChange(third.id, { kind: "lost" }, 60_000),
      ],
    ]);
    assert.deepEqual(await list("a"), [
      row(first, { state: "confirmed" }),
      row(second, { state: "failed", reason: "InsufficientBalance" }),
    ]);
    const reason = "Another transaction took its nonce";
    assert.deepEqual(await list("b"), [row(third, { state: "failed", reason })]);
  });

  it("cannot be listed while the node is unreachable, and its URL is never revealed", async (t) => {
    const { chain, records, get } = await phoneOf(t);
    await send(records, "a", outgoingOf("loan", "01"));
    chain.isAway = true;
    for (const path of ["?session=a", `/0x${"01".repeat(32)}`]) {
      const answer = await get(`/phone/transactions${path}`);
      assert.equal(answer.status, 502);
      assert.deepEqual(await answer.json(), { problem: "The node does not answer." });
    }
  });

  it("are listed for a valid session", async (t) => {
    const { get } = await phoneOf(t);
    for (const query of ["", "?session=", `?session=${"x".repeat(129)}`]) {
      assert.equal((await get(`/phone/transactions${query}`)).status, 400);
    }
    assert.equal((await get(`/phone/transactions/0x${"G".repeat(64)}`)).status, 404);
  });
});
