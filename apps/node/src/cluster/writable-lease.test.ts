import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryLease } from "@tandem/replication";
import { silentLogger } from "@tandem/runtime";
import { writableLease } from "./writable-lease.js";

const lifetimeMs = 1000;

describe("the lease of a node whose disk is full", () => {
  it("is left to another node at once, and taken again when there is space", async () => {
    const lease = new MemoryLease(lifetimeMs, () => 0);
    let isWritable = true;
    const own = writableLease(lease.of("one"), () => isWritable, silentLogger);
    const other = lease.of("other");
    assert.ok(await own.acquire());
    assert.ok(await own.renew());
    assert.ok(!(await other.acquire()));
    isWritable = false;
    assert.ok(!(await own.renew()));
    assert.ok(!(await own.acquire()));
    assert.ok(await other.acquire());
    await other.release();
    isWritable = true;
    assert.ok(await own.acquire());
  });
});
