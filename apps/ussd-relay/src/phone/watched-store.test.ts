import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { numberToHex } from "viem";
import { relayLimits } from "../limits.js";
import { screens } from "../menu/screens.js";
import type { Sending, SessionStore } from "../session/store.js";
import { watchStore } from "./watched-store.js";

/** Keeps nothing. */
const sieve: SessionStore = {
  recall: async () => undefined,
  async remember() {},
  claim: async () => ({ kind: "ours" }),
  async release() {},
  async keepSending() {},
  async dropSending() {},
  async settle() {},
  unsettled: async () => [],
  forget: async () => 0,
  async close() {},
};

const sending = (sessionId: string, nonce: number): Sending => ({
  hash: numberToHex(nonce, { size: 32 }),
  raw: "0x02",
  nonce,
  post: { sessionId, text: "3", kind: "loan" },
});

describe("a watched store", () => {
  it("forgets the oldest sessions, and none too early", async () => {
    const store = watchStore(sieve);
    const { watchedSessionsMax } = relayLimits;
    const keep = (nonce: number) =>
      store.keepSending(sending(`${nonce}`, nonce), screens.unavailable, 0);
    for (let nonce = 0; nonce < watchedSessionsMax; nonce++) await keep(nonce);
    assert.equal(store.sendingsOf("0").length, 1);
    await keep(watchedSessionsMax);
    assert.deepEqual(store.sendingsOf("0"), []);
    assert.equal(store.sendingsOf("1").length, 1);
    assert.equal(store.sendingsOf(`${watchedSessionsMax}`).length, 1);
    // The forgotten one may still be settled.
    await store.settle(sending("0", 0).hash);
    assert.deepEqual(store.sendingsOf("0"), []);
  });

  it("tells a session's transactions in their order, each once", async () => {
    const store = watchStore(sieve);
    for (const nonce of [7, 8, 7]) {
      await store.keepSending(sending("a", nonce), screens.unavailable, 0);
    }
    await store.settle(sending("a", 8).hash);
    assert.deepEqual(store.sendingsOf("a"), [
      { hash: sending("a", 7).hash, kind: "loan", isSettled: false },
      { hash: sending("a", 8).hash, kind: "loan", isSettled: true },
    ]);
  });

  it("has not seen what could not be kept", async () => {
    const failing = watchStore({
      ...sieve,
      keepSending: () => Promise.reject(new Error("disk full")),
    });
    await assert.rejects(failing.keepSending(sending("a", 1), screens.unavailable, 0));
    assert.deepEqual(failing.sendingsOf("a"), []);
  });
});
