/** Tests what a member reports of its checks. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { clusterOf, List } from "../testing/memory-cluster.js";

it("a node that cannot ask for the lease says why, once until it can", async (t) => {
  const cluster = clusterOf(t);
  const reasons: unknown[] = [];
  cluster.logger = {
    ...cluster.logger,
    warn: (fields) => void reasons.push((fields as { reason: string }).reason),
  };
  await cluster.join("auto");
  const lease = cluster.lease.of("standby");
  const { acquire } = lease;
  const { member } = await cluster.join("auto", new List(), lease);
  for (const expected of [1, 2]) {
    lease.acquire = () => Promise.reject(new Error("no room"));
    for (let i = 0; i < 3; i++) await member.tick();
    assert.deepEqual(reasons, Array(expected).fill("Error: no room"));
    lease.acquire = acquire;
    await member.tick();
  }
});
