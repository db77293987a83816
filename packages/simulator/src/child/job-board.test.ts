import assert from "node:assert/strict";
import { test } from "node:test";
import { EventQueue, type QueuedEvent } from "../events/event-queue.js";
import { eventKind } from "../events/event-schedule.js";
import type { ChildChain } from "../scenario/chains.js";
import { expandPoolGroups } from "../scenario/pool-groups.js";
import { parseScenario } from "../scenario/scenario.js";
import { createChildWorld } from "../testing/child-world.js";
import type { ChildBlock } from "./block.js";
import { childSpec } from "./chain-spec.js";
import { JobBoard } from "./job-board.js";
import { UncleFinder } from "./uncle-finder.js";

/** Creates one pool, its node, and a clock that the test advances. */
function desk(work: object, child: object = {}) {
  const world = createChildWorld();
  const scenario = parseScenario({
    about: "Jobs.",
    stop: { hours: 1 },
    child,
    pools: [{ name: "all", share: 1, work }],
  });
  const queue = new EventQueue();
  const { factory } = world;
  const spec = childSpec(scenario, scenario.child as ChildChain);
  const uncles = new UncleFinder(spec, factory.uncleCheck);
  const epochSeconds = factory.genesis.header.timestamp;
  const jobs = new JobBoard({
    scenario,
    factory: factory,
    uncles,
    queue,
    epochSeconds,
    child: scenario.child as ChildChain,
    pools: expandPoolGroups(scenario),
  });
  const event: QueuedEvent = { time: 0, kind: 0, a: 0, b: 0 };
  /** Runs all events up to a time. */
  const runTo = (now: number) => {
    while (queue.nextTime <= now) {
      queue.take(event);
      if (event.kind === eventKind.refresh) jobs.refresh(event.a, event.time);
      else jobs.poll(event.a, event.time);
    }
  };
  return { ...world, jobs, runTo, queue, uncles, epochSeconds };
}

const instant = { pollSeconds: 0, refreshSeconds: 0, notify: 2 };
type Desk = ReturnType<typeof desk>;

/** Makes the node receive a block at a time. */
function hear({ jobs, mine, factory }: Desk, now: number): ChildBlock {
  const block = mine(factory.genesis, { now });
  jobs.headMoved(0, block, now);
  return block;
}

const parentAt = ({ jobs }: Desk, now: number) => jobs.jobAt(0, now).contents.parent;

test("a pool that is told at once and drops its jobs mines on the new head at once", () => {
  const d = desk(instant);
  assert.equal(parentAt(d, 1), d.factory.genesis);
  const block = hear(d, 20);
  assert.equal(parentAt(d, 20), block);
});

test("a pool that asks learns of a head at its next question, not before", () => {
  const d = desk({ ...instant, pollSeconds: 10 });
  const block = hear(d, 20);
  const asks = d.queue.nextTime;
  assert.ok(asks > 20 && asks <= 30);
  assert.equal(parentAt(d, asks - 0.001), d.factory.genesis);
  d.runTo(asks);
  assert.equal(parentAt(d, asks), block);
});

test("a pool that notifies of Bitcoin alone keeps its job until Bitcoin or time gives another", () => {
  const d = desk({ pollSeconds: 0, refreshSeconds: 0, notify: 0 });
  const block = hear(d, 20);
  assert.equal(parentAt(d, 5_000), d.factory.genesis);
  d.jobs.bitcoinMoved(0, 5_000);
  assert.equal(parentAt(d, 5_000), block);

  const timed = desk({ pollSeconds: 0, refreshSeconds: 30, notify: 0 });
  const later = hear(timed, 35);
  const next = timed.queue.nextTime + 30;
  timed.runTo(next);
  assert.ok(next <= 60);
  assert.equal(parentAt(timed, next), later);
});

test("a job that does not drop the one before takes hash power over evenly", () => {
  const d = desk({ pollSeconds: 0, refreshSeconds: 0, notify: 1, switchSeconds: 20 });
  const block = hear(d, 100);
  const shareAt = (now: number) => {
    let moved = 0;
    for (let i = 0; i < 2_000; i++) if (parentAt(d, now) === block) moved++;
    return moved / 2_000;
  };
  assert.equal(shareAt(100), 0);
  assert.ok(Math.abs(shareAt(105) - 0.25) < 0.04);
  assert.ok(Math.abs(shareAt(115) - 0.75) < 0.04);
  assert.equal(shareAt(120), 1);
  d.jobs.bitcoinMoved(0, 121);
  assert.equal(shareAt(121), 1);
});

test("a template has the second its node made it, renewed when the node says so", () => {
  const d = desk({ pollSeconds: 0, refreshSeconds: 1, notify: 2 }, { rebuildSeconds: 60 });
  d.runTo(100);
  const block = hear(d, 100);
  const ageAt = (now: number) => {
    d.runTo(now);
    return d.jobs.jobAt(0, now).contents.timestamp - d.epochSeconds;
  };
  assert.equal(ageAt(100), 101, "strictly after its parent");
  assert.equal(ageAt(159), 101);
  assert.equal(ageAt(162), 160);
  assert.equal(ageAt(225), 220);
  assert.equal(block.header.timestamp - d.epochSeconds, 100);
});

test("a block timed when it is found gets harder to find before the pace, easier after", () => {
  const d = desk(instant, { timestamps: "found" });
  hear(d, 100);
  const job = d.jobs.jobAt(0, 101);
  const early = d.jobs.difficultyAt(job, 105);
  const late = d.jobs.difficultyAt(job, 130);
  assert.ok(early > late);
  assert.equal(job.lowest, late);
  assert.equal(d.jobs.difficultyAt(job, 114.5), (early + late) / 2);
  const template = d.jobs.templateAt(job, 0, 130.7);
  assert.equal(template.header.timestamp - d.epochSeconds, 130);
  assert.equal(Number(template.header.difficulty), late);
});

test("the floor is the lowest difficulty of any job", () => {
  const d = desk(instant);
  const before = d.jobs.floor;
  d.jobs.headMoved(0, d.mine(d.factory.genesis, { now: 500 }), 500);
  assert.ok(d.jobs.floor < before);
  const late = d.jobs.floor;
  let tip = d.factory.genesis;
  for (let i = 1; i < 20; i++) tip = d.mine(tip, { now: i });
  d.jobs.headMoved(0, tip, 501);
  assert.equal(d.jobs.floor, late, "it does not rise by itself");
  d.jobs.raiseFloor();
  assert.ok(d.jobs.floor > late);
});

test("a former head is a possible parent until no poll can have found it", () => {
  const d = desk({ pollSeconds: 10, refreshSeconds: 0, notify: 0 });
  const parents = () => {
    const found = new Set<ChildBlock>();
    d.jobs.eachParent((block) => found.add(block));
    return [...found];
  };
  const first = hear(d, 20);
  const second = hear(d, 31);
  assert.deepEqual(parents(), [d.factory.genesis, first, second]);
  d.jobs.bitcoinMoved(0, 31);
  assert.equal(parentAt(d, 31), first);
  const third = hear(d, 50);
  d.jobs.bitcoinMoved(0, 61);
  assert.deepEqual(parents(), [third, second]);
});

test("uncles the node knows are listed, those it does not know are not", () => {
  const d = desk(instant);
  const rival = d.mine(d.factory.genesis, { now: 10, pool: 1 });
  const main = d.mine(d.factory.genesis, { now: 11, pool: 2 });
  for (const block of [rival, main]) d.uncles.add(block);
  main.knownTo[0] = 1;
  d.jobs.headMoved(0, main, 12);
  assert.deepEqual(d.jobs.jobAt(0, 12).contents.uncles, []);
  rival.knownTo[0] = 1;
  d.jobs.bitcoinMoved(0, 13);
  assert.deepEqual(d.jobs.jobAt(0, 13).contents.uncles, [rival]);
  const isSameList = d.jobs.jobAt(0, 13).contents.uncles;
  d.jobs.bitcoinMoved(0, 14);
  assert.equal(d.jobs.jobAt(0, 14).contents.uncles, isSameList);
});
