/** Tests a log that was lost, and whose sealer ends while it fills the log again. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { lostLogMs } from "../limits.js";
import { clusterOf, List, leaseMs, never } from "../testing/memory-cluster.js";

/** A node that ends before it has appended a record of the log that it fills. */
class Ending extends List {
  override async *missing(...given: Parameters<List["missing"]>) {
    if (this.ids.length > 0) throw new Error("the process was killed");
    yield* super.missing(...given);
  }
}

it("a standby waits once for a sealer that said how far its blocks reach and appended none", async (t) => {
  const cluster = clusterOf(t);
  const first = await cluster.join("auto", new Ending());
  const second = await cluster.join("auto");
  await first.seal("a");
  await second.member.applied(cluster.at(2), never);
  cluster.log.reset();
  cluster.nowMs += leaseMs;
  for (let i = 0; i < 2; i++) await first.member.tick();
  assert.equal((await cluster.log.bounds()).last, 1, "the record of its epoch");
  await first.member.stop();
  for (let i = 0; i < 3; i++) {
    await second.member.tick();
    assert.equal(second.member.status().role, "standby");
    cluster.nowMs += lostLogMs(leaseMs) / 2;
  }
  await second.member.tick();
  assert.equal(second.member.status().role, "sealer");
  assert.ok(await second.seal("b"));
});
