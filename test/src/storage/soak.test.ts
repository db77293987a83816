/**
 * Tests a node under mixed load, with snapshots, reverts and reorgs at random: its memory is
 * bounded and all invariants hold. `npm run campaign -- soak` takes half an hour.
 */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { assertSound, assertVerifiedBy } from "../support/chain-checks/soak-check.js";
import { eventually } from "../support/eventually.js";
import { fewOrMany, roundsOr, secondsWanted as seconds, seedOr } from "../support/extent.js";
import { JsonSocket } from "../support/json-socket.js";
import { type NodeProcess, startNodeProcess } from "../support/node-process.js";
import { residentBytes } from "../support/processes/resident.js";
import { call } from "../support/rpc.js";
import { startLoad } from "../support/scenes/soak-load.js";
import { seeded } from "../support/seeded.js";
import type { WireBlock } from "../support/wire.js";

/** The number of steps in `npm test`: at least one of each kind. */
const enoughSteps = 60;
const steps = roundsOr(enoughSteps);
const seed = seedOr(2);
/** The number of checks of the chain. */
const checks = fewOrMany(2, 6);
/** The maximum growth in bytes of the second half: caches of the database and blocks fill slowly. */
const growthBytesMax = 128 * 1024 * 1024;

const flags = ["--calls", "off"];
/** A heap with little more space than caches need: a leak ends the process. */
const environment = { NODE_OPTIONS: "--max-old-space-size=192" };
let node: NodeProcess;
let other: NodeProcess;
before(async () => {
  [node, other] = await Promise.all([
    startNodeProcess(flags, environment),
    startNodeProcess(flags),
  ]);
});
after(async () => {
  await node?.stop();
  await other?.stop();
});

/** Adds the last output of the node to an error. */
async function told(step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (cause) {
    const { exitCode, signalCode } = node.child;
    const end = `exit code ${exitCode}, signal ${signalCode}, said last: ${node.output().slice(-1500)}`;
    throw new Error(`${cause}; ${end}`, { cause });
  }
}

/** Returns a function that decides before each step whether a part of the load is complete. */
function endOf(check: number, beganMs: number): (step: number) => boolean {
  if (seconds === undefined) return (step) => step >= (check * steps) / checks;
  const untilMs = beganMs + (check * seconds * 1000) / checks;
  return () => performance.now() >= untilMs;
}

it(`holds for ${seconds === undefined ? `${steps} steps` : `${seconds} seconds`} of random load`, async (t) => {
  const load = await startLoad(node.url, seeded(seed));
  const socket = await JsonSocket.open(node.wsUrl);
  const { inbox: heads } = await socket.subscribe<WireBlock>("newHeads");
  const resident: number[] = [];
  const beganMs = performance.now();
  let step = 0;
  for (let check = 1; check <= checks; check++) {
    const isOver = endOf(check, beganMs);
    for (; !isOver(step); step++) await told(load.step());
    await told(assertSound(node.url, load.emitter));
    resident.push(await residentBytes(node.child.pid ?? 0));
  }
  t.diagnostic(JSON.stringify({ done: Object.fromEntries(load.done), resident }));
  const kinds = ["send", "read", "mine", "snapshot", "revert", "reorg", "uncle"];
  const missing = kinds.filter((name) => !load.done.has(name)).join(", ");
  if (step < enoughSteps)
    t.diagnostic(`too short: only ${step} steps; not done: ${missing || "none"}`);
  else assert.equal(missing, "", "these kinds of steps were never done");
  const half = resident[checks / 2 - 1] ?? 0;
  const end = resident[checks - 1] ?? 0;
  assert.ok(end - half < growthBytesMax, `${resident}`);
  await call(node.url, "evm_mine");
  const head = await call<WireBlock>(node.url, "eth_getBlockByNumber", ["latest", false]);
  const isHeard = () => heads.received.at(-1)?.hash === head.hash || undefined;
  await eventually("the newest head, by a subscription from the first second", isHeard);
  await socket.close();
  await told(assertVerifiedBy(other.url, node.url));
  assert.doesNotMatch(node.output(), /"level":50/);
});
