/** Tests many phones, at most 50 posts a second, and a node that is killed in between. */
import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { microLoanAbi, relayLimits } from "@tandem/ussd-relay";
import { parseEther } from "viem";
import { eventually } from "../support/eventually.js";
import { fewOrMany, roundsOr, secondsWanted, seedOr } from "../support/extent.js";
import { startNodeProcess } from "../support/node-process.js";
import { seeded } from "../support/seeded.js";
import {
  type ExtendedWorld,
  phoneOf,
  pinOf,
  startExtendedWorld,
  userAddress,
} from "../support/ussd/ussd-extended.js";

/** More than the distances between senders and recipients, so that nobody pays oneself. */
const phones = fewOrMany(8, 200);
const postsPerSecond = 50;
const postsInAll = secondsWanted === undefined ? roundsOr(50) : secondsWanted * postsPerSecond;
/** Number of posts of a session that sends a transfer. */
const postsEach = 5;
/** Number of phones with a session at once, so few that each completes two of them. */
const phonesAtOnce = Math.max(
  1,
  Math.min(fewOrMany(20, 40), Math.floor(postsInAll / (2 * postsEach))),
);
/** Maximum number of unanswered posts, so that a slow machine is not overloaded: a phone has one at a time. */
const underWayMax = Math.min(6, phonesAtOnce);
/** Number of accepted transfers before the node is killed. */
const acceptedBefore = fewOrMany(4, 10);
const giftWei = parseEther("1");
const unavailable = "END Service unavailable. Please try again later.";
/** The answer to a post that waited for its turn until the gateway's patience ended. */
const notSent = "END Service unavailable. Nothing was sent. Please try again later.";
/** The answers of a relay that has waited for the node, or for the wallet, as long as gateways wait. */
const gaveUp = new Set([unavailable, notSent]);
/** The first lines of a session's screens without errors; numbers are replaced by 0. */
const usual =
  /^(CON (0\. Balance|Your last transfer of 0 COIN arrived\.|Amount in COIN:|Send 0 COIN to \**0\.)|END (Your balance: 0 COIN|Transfer submitted|Your last transaction is still under way\. .*))$/;
const addresses = Array.from({ length: phones }, (_, i) => userAddress(i));

let world: ExtendedWorld;
before(async () => {
  world = await startExtendedWorld({
    flags: ["--posts-per-minute", "0"],
    nodeFlags: ["--mining", "interval", "--interval-ms", "250"],
    startNode: startNodeProcess,
  });
  // Eight at a time, because a PIN's hash is slow on purpose.
  for (let n = 0; n < phones; n += 8) {
    await Promise.all(
      Array.from({ length: Math.min(8, phones - n) }, (_, i) => world.register(n + i)),
    );
  }
  for (let n = 0; n < phones; n += 40) await world.give(addresses.slice(n, n + 40), giftWei);
});
after(() => world?.close());

interface Accepted {
  readonly wei: bigint;
  /** The prefix of the hash on the user's screen. */
  readonly shown: string;
}

interface Load {
  readonly screens: Map<string, number>;
  /** The answers of a relay that gave up sooner than it waits for the node. */
  readonly hasty: string[];
  readonly accepted: Accepted[];
}

/** Milliseconds of each answer, for information: they depend on the machine as much as on the relay. */
const answerMs: number[] = [];
/** All transfers have different amounts. */
let transfersTried = 0;
const nextWei = () => parseEther("0.001") + BigInt(++transfersTried) * 10n ** 10n;

/** Creates a session with a unique identifier. */
function begin(): { readonly session: string; step: number; readonly wei: bigint } {
  const wei = nextWei();
  return { session: `load ${wei}`, step: 0, wei };
}

const textsOf = (visit: ReturnType<typeof begin>, to: string, pin: string): readonly string[] => {
  const fraction = (visit.wei % 10n ** 18n).toString().padStart(18, "0").slice(0, 8);
  const amount = `${visit.wei / 10n ** 18n}.${fraction}`;
  return ["", "1", `2*${to}`, `2*${to}*${amount}`, `2*${to}*${amount}*${pin}`];
};

/**
 * Runs phones that are each in the middle of a session; each post is the session's next. Ends when
 * this number was posted and `during`, which gets the results so far, has ended too.
 */
async function runLoad(count: number, during: (load: Load) => Promise<void>): Promise<Load> {
  const chance = seeded(transfersTried + seedOr(7));
  const load: Load = { screens: new Map(), hasty: [], accepted: [] };
  const progress = new Map<number, ReturnType<typeof begin>>();
  const dial = async (n: number, turn: number): Promise<void> => {
    const visit = progress.get(n) ?? begin();
    progress.set(n, visit);
    const texts = textsOf(visit, phoneOf((n + 1 + (turn % 7)) % phones), pinOf(n));
    const text = texts[visit.step] as string;
    visit.step += 1;
    if (visit.step === texts.length) progress.delete(n);
    const began = performance.now();
    const screen = await world.dial(n, visit.session, text);
    const tookMs = performance.now() - began;
    answerMs.push(tookMs);
    const kind = screen.split("\n")[0]?.replace(/[0-9]+([.][0-9]+)?/g, "0") ?? "";
    if (gaveUp.has(kind) && tookMs < relayLimits.nodeAnswerMs) load.hasty.push(kind);
    load.screens.set(kind, (load.screens.get(kind) ?? 0) + 1);
    const [, shown] = /^END Transfer submitted\nTx: (0x[0-9a-f]{10})/.exec(screen) ?? [];
    if (shown !== undefined) load.accepted.push({ wei: visit.wei, shown });
  };
  let hasSideEnded = false;
  const side = during(load).finally(() => {
    hasSideEnded = true;
  });
  const posts: Promise<void>[] = [];
  const underWay = new Map<number, Promise<void>>();
  // A phone in a session continues it; a completed one is replaced by the next phone without one.
  const active = Array.from({ length: phonesAtOnce }, (_, i) => i);
  let next = phonesAtOnce;
  const nextPhone = () => {
    while (active.includes(next % phones)) next++;
    return next++ % phones;
  };
  for (let turn = 0; turn < count || !hasSideEnded; turn++) {
    while (underWay.size >= underWayMax) await Promise.race(underWay.values());
    const from = chance.int(active.length);
    const free = active.map((_, i) => (from + i) % active.length);
    const at = free.find((i) => !underWay.has(active[i] as number)) as number;
    const n = active[at] as number;
    const post = dial(n, turn).finally(() => underWay.delete(n));
    underWay.set(n, post);
    posts.push(post);
    if (!progress.has(n)) active[at] = nextPhone();
    await pause(1000 / postsPerSecond);
  }
  await Promise.all(posts);
  await side;
  return load;
}

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

/**
 * Asserts that every accepted transfer is in the chain once and confirmed, there are no others, and
 * the sums agree.
 */
async function assertBooks(accepted: readonly Accepted[]): Promise<void> {
  const confirmed = () =>
    world.relay.lines().filter((line) => line.startsWith("Transfer confirmed")).length;
  await eventually("confirmation of each", () => confirmed() >= accepted.length);
  assert.equal(confirmed(), accepted.length);
  const events = await world.chain.getContractEvents({
    address: world.contract,
    abi: microLoanAbi,
    eventName: "Transferred",
    fromBlock: 0n,
  });
  const users = new Set<string>(addresses);
  const paid = events.filter(({ args }) => users.has(args.from ?? ""));
  const sorted = (amounts: readonly bigint[]) => [...amounts].map(String).sort();
  assert.deepEqual(
    sorted(paid.map(({ args }) => args.amount ?? 0n)),
    sorted(accepted.map(({ wei }) => wei)),
  );
  const expected = new Map<string, bigint>(addresses.map((address) => [address, giftWei]));
  for (const { args } of paid) {
    const { from = "0x", to = "0x", amount = 0n } = args;
    expected.set(from, (expected.get(from) ?? 0n) - amount);
    expected.set(to, (expected.get(to) ?? 0n) + amount);
  }
  for (const [address, wei] of expected) {
    assert.equal(await world.balanceOf(address as `0x${string}`), wei, address);
  }
}

/** Returns the screens that no post of the load may get. */
const othersIn = ({ screens }: Load) =>
  [...screens.keys()].filter((screen) => !usual.test(screen) && !gaveUp.has(screen));

describe("the extended relay under load", () => {
  const all: Accepted[] = [];
  const told = (t: TestContext, { screens }: Load) => {
    const times = answerMs.splice(0);
    t.diagnostic(
      `${times.length} posts, p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms; ${JSON.stringify(Object.fromEntries(screens))}`,
    );
  };

  it("answers every phone and mines every accepted transfer once", async (t) => {
    const load = await runLoad(postsInAll, async () => {});
    told(t, load);
    all.push(...load.accepted);
    assert.ok(
      load.accepted.length > 0,
      `no transfer in ${postsInAll} posts; one takes ${postsEach}`,
    );
    assert.deepEqual(othersIn(load), []);
    assert.deepEqual(load.hasty, []);
    await assertBooks(all);
  });

  it("reports that the node is unreachable, and loses and duplicates nothing", async (t) => {
    const load = await runLoad(postsInAll, async ({ accepted, screens }) => {
      await eventually("accepted transfers", () => accepted.length >= acceptedBefore);
      await world.killNode();
      await eventually("post while it is away", () => (screens.get(unavailable) ?? 0) > 0);
      await world.startNode();
    });
    told(t, load);
    all.push(...load.accepted);
    assert.ok((load.screens.get(unavailable) ?? 0) > 0);
    assert.deepEqual(othersIn(load), []);
    await assertBooks(all);
    assert.ok(all.length > load.accepted.length);
  });
});
