/** Tests what a member reports of its checks, and of its progress through the log. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clusterOf, List, never } from "../testing/memory-cluster.js";
import { Progress } from "./progress.js";

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

const silentMsMax = 100;
const at = (identity: string, sequence: number) => ({ identity, sequence, id: `${sequence}` });

/** Creates the progress of a node that has applied the first of two records, and its clock. */
function halfway() {
  const clock = { now: 1000 };
  const progress = new Progress(() => clock.now, silentMsMax);
  progress.moveTo(at("log", 1));
  progress.noteLast(2);
  return { clock, progress };
}

describe("the progress of a node through the log", () => {
  it("counts the time since it had everything, and none for a short silence", () => {
    const { clock, progress } = halfway();
    assert.deepEqual([progress.isLevel, progress.last], [false, 2]);
    clock.now += silentMsMax - 1;
    assert.deepEqual([progress.behindMs(true), progress.behindMs(false)], [0, 99]);
    clock.now += 1;
    assert.equal(progress.behindMs(true), silentMsMax);
    progress.moveTo(at("log", 2));
    assert.deepEqual([progress.isLevel, progress.behindMs(false)], [true, 0]);
    clock.now += 5;
    progress.noteSealing();
    assert.equal(progress.behindMs(false), 0);
  });

  it("is stalled if records remain and none was applied for longer than that", () => {
    const { clock, progress } = halfway();
    progress.noteLast(3);
    clock.now += silentMsMax;
    assert.equal(progress.isStalled, false);
    clock.now += 1;
    assert.equal(progress.isStalled, true);
    progress.moveTo(at("log", 2));
    assert.equal(progress.isStalled, false);
    clock.now += silentMsMax + 1;
    assert.equal(progress.isStalled, true);
    progress.noteLast(2);
    assert.equal(progress.isStalled, false);
  });

  it("ends the wait for a record when it is applied, or when the log is another one", async () => {
    const { progress } = halfway();
    await progress.applied(at("other", 9), never);
    const ended: string[] = [];
    const wait = async (sequence: number) => {
      await progress.applied(at("log", sequence), never);
      ended.push(`${sequence}`);
    };
    const [second, third] = [wait(2), wait(3)];
    progress.moveTo(at("log", 2));
    await second;
    assert.deepEqual(ended, ["2"]);
    progress.moveTo(at("new log", 1));
    await third;
  });
});
