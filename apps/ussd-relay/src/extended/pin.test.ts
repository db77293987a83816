import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { describe, it } from "node:test";
import { TaskNotStarted } from "@tandem/runtime";
import { relayLimits } from "../limits.js";
import { hashPin, isPin } from "./pin.js";

const pepper = new Uint8Array(32).fill(1);

describe("hashes of PINs", () => {
  it("leave threads of Node to what else needs one", async () => {
    const begun = Array.from({ length: 8 }, () => hashPin("4826", pepper));
    let hashed = 0;
    for (const one of begun) void one.then(() => hashed++);
    // The first hashes have threads now.
    await new Promise(setImmediate);
    await stat(".");
    // Eight hashes before it would end five times before a thread of four is free.
    assert.ok(hashed < 5, `${hashed} hashes ended before a file was read`);
    for (const one of await Promise.all(begun)) assert.ok(await isPin("4826", one, pepper));
  });

  it("are not begun for posts that have waited for longer than a gateway does", async (t) => {
    let time = 0;
    t.mock.method(performance, "now", () => time);
    const begun = Array.from({ length: 3 }, () => hashPin("4826", pepper));
    time = relayLimits.queueMsMax + 1;
    const ended = await Promise.allSettled(begun);
    const late = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    assert.equal(late.length, 1);
    assert.ok(late[0] instanceof TaskNotStarted);
    assert.ok(await hashPin("4826", pepper));
  });
});
