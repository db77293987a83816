import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Screen } from "../menu/screens.js";
import { temporaryDirectory, temporaryStore } from "../testing/desk.js";
import { openSessionStore, UnusableStore } from "./open-store.js";
import type { PaidPost, Sending } from "./store.js";

const paid = (sessionId: string, text = "3"): PaidPost => ({ sessionId, text, kind: "loan" });
const sendingOf = (post: PaidPost, nonce = 0): Sending => ({
  hash: `0x${post.sessionId}${nonce}`,
  raw: "0x02",
  nonce,
  post,
});
const screen: Screen = "END Loan Requested";

describe("the session store", () => {
  it("lets one of many claim a session, until it is released", async (t) => {
    const store = await temporaryStore(t);
    const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim(paid("a"))));
    assert.deepEqual(
      claims.map(({ kind }) => kind),
      ["ours", ...Array<string>(49).fill("busy")],
    );
    assert.equal((await store.claim(paid("b"))).kind, "ours");
    await store.release(paid("a"));
    assert.equal((await store.claim(paid("a"))).kind, "ours");
  });

  it("gives the same post its answer, and the session's next one none", async (t) => {
    const store = await temporaryStore(t);
    await store.claim(paid("a", "2*x*1"));
    await store.keepSending(sendingOf(paid("a", "2*x*1")), screen, 1);
    await store.release(paid("a", "2*x*1"));
    assert.deepEqual(await store.claim(paid("a", "2*x*1")), { kind: "answered", screen });
    assert.equal(await store.recall(paid("a", "2*x*1")), screen);
    assert.deepEqual(await store.claim(paid("a", "2*x*2")), { kind: "closed" });
    const other: PaidPost = { sessionId: "a", text: "3", kind: "transfer" };
    assert.deepEqual(await store.claim(other), { kind: "ours" });
  });

  it("keeps answers and unsettled transactions over a restart, and no claims", async (t) => {
    const directory = temporaryDirectory(t);
    const first = await temporaryStore(t, directory);
    await first.claim(paid("a"));
    for (const nonce of [2, 0, 10, 1]) {
      await first.keepSending(sendingOf(paid(`s${nonce}`), nonce), screen, 1);
    }
    await first.settle(sendingOf(paid("s0"), 0).hash);
    await first.remember(paid("r"), "END no", 1);
    await first.close();
    const second = await temporaryStore(t, directory);
    assert.deepEqual(
      (await second.unsettled()).map(({ nonce }) => nonce),
      [1, 2, 10],
    );
    assert.deepEqual(await second.claim(paid("s0")), { kind: "answered", screen });
    assert.deepEqual(await second.claim(paid("r")), { kind: "answered", screen: "END no" });
    assert.deepEqual(await second.claim(paid("a")), { kind: "ours" });
  });

  it("undoes all of a transaction no node took", async (t) => {
    const store = await temporaryStore(t);
    const sending = sendingOf(paid("a"));
    await store.keepSending(sending, screen, 5);
    await store.dropSending(sending);
    assert.deepEqual(await store.unsettled(), []);
    assert.equal(await store.forget(100), 0);
    assert.equal((await store.claim(paid("a"))).kind, "ours");
  });

  it("forgets what is old, and nothing else", async (t) => {
    const store = await temporaryStore(t);
    await store.keepSending(sendingOf(paid("old")), screen, 9);
    await store.remember(paid("new", "1"), screen, 10);
    await store.keepSending(sendingOf(paid("new")), screen, 1000);
    assert.equal(await store.forget(10), 1);
    assert.equal((await store.claim(paid("old", "3"))).kind, "ours");
    assert.equal((await store.claim(paid("new", "3"))).kind, "answered");
    assert.equal(await store.forget(11), 1);
    assert.equal(await store.recall(paid("new", "1")), undefined);
    assert.equal((await store.claim(paid("new", "other"))).kind, "closed");
    assert.equal((await store.unsettled()).length, 2);
  });

  it("belongs to one process and one chain", async (t) => {
    const directory = temporaryDirectory(t);
    const first = await openSessionStore(directory);
    await first.assertGenesis("0x01");
    await assert.rejects(openSessionStore(directory), UnusableStore);
    await first.store.close();
    const second = await openSessionStore(directory);
    t.after(() => second.store.close());
    await assert.rejects(second.assertGenesis("0x02"), /has genesis 0x01, not 0x02/);
    await second.assertGenesis("0x01");
  });
});
