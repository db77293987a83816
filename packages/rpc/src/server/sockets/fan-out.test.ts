import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type HeadMoved, type StoredBlock, toHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import fc from "fast-check";
import { createShares } from "../../access/shares.js";
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import type { FilterSubject } from "../../handlers/handler.js";
import { defaultLimits, type Limits } from "../../limits.js";
import {
  fakeBackend,
  makeBlock,
  rawTransactions,
  signed,
  transferLog,
} from "../../testing/fake-backend.js";
import { addressOf } from "../../testing/fake-values.js";
import { smallChain } from "../../testing/serve.js";
import type { Scheduler } from "../filters/job-scheduler.js";
import { PackedFilter } from "../filters/packed-filter.js";
import { CallsUnderWay } from "../request/pending-call.js";
import { Announcements } from "./announcements.js";
import { MessageSlices } from "./message-slices.js";
import { Session } from "./session.js";
import type { Socket } from "./socket-line.js";
import { Subscription } from "./subscription.js";
import { WaitingBytes } from "./waiting-bytes.js";

const { block: root } = smallChain();

/** Builds a chain of blocks whose logs have the same few addresses, and a sibling for each. */
function blocksWithLogs(count: number): StoredBlock[] {
  const blocks: StoredBlock[] = [];
  for (let i = 0; i < count; i++) {
    const logs = Array.from({ length: 1 + (i % 5) }, (_, k) => transferLog(1 + ((i + k) % 3), k));
    blocks.push(
      makeBlock({
        parent: blocks.at(-1) ?? root,
        extraData: Uint8Array.of(i),
        transactions: [[rawTransactions.legacy, logs]],
      }),
    );
  }
  return blocks;
}
const blocks = blocksWithLogs(6);
const pending = signed(rawTransactions.creation);

/** Returns the texts of a change of the head for a listener of this type, one by one. */
function textsOf({ removed, added, wentBackTo }: HeadMoved, type: string, address?: number) {
  if (type === "logs") {
    return [
      ...removed.map((one) => [one, true] as const),
      ...added.map((one) => [one, false] as const),
    ]
      .flatMap(([{ hash, receipts }, isRemoved]) =>
        receipts
          .flatMap(({ logs }) => logs)
          .map((log, i) => ({ text: `${toHex(hash)} ${i} ${isRemoved}`, log })),
      )
      .filter(({ log }) => address === undefined || log.address[0] === address)
      .map(({ text }) => text);
  }
  if (type !== "newHeads") return [];
  return (wentBackTo ? [wentBackTo] : added).map(({ hash }) => toHex(hash));
}

interface WireResult {
  readonly hash?: string;
  readonly blockHash?: string;
  readonly logIndex?: string;
  readonly removed?: boolean;
}

const shown = (result: WireResult | string) =>
  typeof result === "string"
    ? result
    : (result.hash ?? `${result.blockHash} ${Number(result.logIndex)} ${result.removed}`);

/** Stores what it is sent. */
class Recorder implements Socket {
  readonly received: { readonly subscription: string; readonly result: WireResult }[] = [];
  isDestroyed = false;
  send(text: string): boolean {
    this.received.push(JSON.parse(text).params);
    return true;
  }
  sendFragment(): boolean {
    return true;
  }
  waitingBytes = () => 0;
  cork = (send: () => void) => send();
  end() {}
  destroy() {
    this.isDestroyed = true;
  }
}

type Peer = { readonly socket: Recorder; readonly session: Session };

/** A scheduler whose slices end when the test says so. */
class ManualScheduler implements Scheduler {
  isOver = () => true;
  readonly #waiting: (() => void)[] = [];
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
  /** Runs the waiting tasks once. */
  async pass(): Promise<void> {
    for (const resolve of this.#waiting.splice(0)) resolve();
    await new Promise(setImmediate);
  }
  async passAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.pass();
  }
}

function setUp(some: Partial<Limits> = {}) {
  const limits = { ...defaultLimits, ...some };
  const scheduler = new ManualScheduler();
  const shares = createShares(limits);
  const backend = fakeBackend([root]);
  const parts = { clock: { now: () => 0 }, limits, logger: silentLogger, shares, scheduler };
  let ids = 0;
  const newId = () => `${ids++}`;
  const announcements = new Announcements({ ...parts, newId });
  announcements.listenTo(backend);
  const { subscriptions, filters } = announcements;
  const connect = (client: string): Peer => {
    const socket = new Recorder();
    const setting = {
      ...shares,
      limits,
      newId,
      registry: subscriptions,
      calls: new CallsUnderWay(limits),
      slices: new MessageSlices(),
      waiting: new WaitingBytes(limits),
      dispatch: () => undefined,
      onClosed() {},
      onCut() {},
      onAnswerFailed() {},
    };
    return { socket, session: new Session(socket, setting, { id: client }) };
  };
  const subscribe = ({ session }: Peer, type: SubscriptionType, address?: number) => {
    const filter = address && new PackedFilter({ addresses: [addressOf(address)], topics: [] });
    const subscription = new Subscription(newId(), session, type, { filter: filter || undefined });
    subscriptions.add(subscription);
    return subscription;
  };
  return { scheduler, backend, subscriptions, filters, connect, subscribe };
}

type World = ReturnType<typeof setUp>;

type Step =
  | { readonly kind: "move"; readonly event: HeadMoved }
  | { readonly kind: "pending" }
  | { readonly kind: "pass" }
  | { readonly kind: "ask" }
  | {
      readonly kind: "listen";
      readonly isFilter: boolean;
      readonly of: SubscriptionType;
      readonly address: number;
    }
  | { readonly kind: "end"; readonly which: number };

const moves: fc.Arbitrary<HeadMoved> = fc
  .tuple(fc.subarray(blocks), fc.subarray(blocks), fc.boolean())
  .map(([added, removed, isBack]) =>
    isBack
      ? { added: [], removed: [...removed].reverse(), wentBackTo: root }
      : { added, removed: [...removed].reverse() },
  );
const types = fc.constantFrom<SubscriptionType>("newHeads", "logs", "newPendingTransactions");
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("move" as const), event: moves }) },
    fc.constantFrom<Step>({ kind: "pending" }, { kind: "pass" }, { kind: "ask" }),
    fc.record({
      kind: fc.constant("listen" as const),
      isFilter: fc.boolean(),
      of: types,
      address: fc.nat(3),
    }),
    fc.record({ kind: fc.constant("end" as const), which: fc.nat(20) }),
  ),
  { maxLength: 40 },
);

const kinds = {
  newHeads: "blocks",
  logs: "logs",
  newPendingTransactions: "pendingTransactions",
  syncing: "blocks",
  transactionReceipts: "blocks",
} as const;

function subjectOf(of: SubscriptionType, address: number | undefined): FilterSubject {
  const kind = kinds[of];
  if (kind !== "logs") return { kind };
  const addresses = address === undefined ? [] : [addressOf(address)];
  const range = { from: { number: 0 }, to: { tag: "latest" } } as const;
  return { kind, query: { filter: { addresses, topics: [] }, range } };
}

/** A subscription or a filter, and its expected events. */
interface Listener {
  readonly of: SubscriptionType;
  readonly address: number | undefined;
  readonly expected: string[];
  /** Returns the events since the last call. */
  collect(): Promise<string[]>;
  end(): void;
  isEnded: boolean;
  readonly got: string[];
}

class Model {
  readonly listeners: Listener[] = [];
  readonly #world: World;
  readonly #peers: readonly Peer[];

  constructor(world: World, crowd: number) {
    this.#world = world;
    this.#peers = ["a", "a", "b"].map(world.connect);
    // They make the sending of an event longer than a slice.
    for (let i = 0; i < crowd; i++) world.subscribe(this.#peer(i), "newHeads");
  }

  #peer(i: number): Peer {
    return this.#peers[i % this.#peers.length] as Peer;
  }

  async take(step: Step): Promise<void> {
    const { backend, scheduler } = this.#world;
    if (step.kind === "pass") await scheduler.pass();
    else if (step.kind === "ask") await this.ask();
    else if (step.kind === "listen") this.#listen(step);
    else if (step.kind === "end") this.#end(this.listeners[step.which]);
    else if (step.kind === "pending") {
      backend.announce(pending);
      this.#expect((of) => (of === "newPendingTransactions" ? [toHex(pending.hash)] : []));
    } else {
      backend.move(step.event);
      this.#expect((of, address) => textsOf(step.event, of, address));
    }
  }

  async ask(): Promise<void> {
    for (const one of this.listeners) if (!one.isEnded) one.got.push(...(await one.collect()));
  }

  #expect(textsFor: (of: SubscriptionType, address?: number) => string[]): void {
    for (const { isEnded, expected, of, address } of this.listeners) {
      if (!isEnded) expected.push(...textsFor(of, address));
    }
  }

  #end(listener: Listener | undefined): void {
    if (listener === undefined || listener.isEnded) return;
    listener.isEnded = true;
    listener.end();
  }

  #listen({ isFilter, of, address: given }: Extract<Step, { kind: "listen" }>): void {
    const address = of === "logs" && given > 0 ? given : undefined;
    const ways = isFilter ? this.#filter(of, address) : this.#subscription(of, address);
    this.listeners.push({ of, address, expected: [], got: [], isEnded: false, ...ways });
  }

  #filter(of: SubscriptionType, address: number | undefined) {
    const { filters, scheduler } = this.#world;
    const id = filters.add(subjectOf(of, address), { id: "a" });
    return {
      async collect() {
        const changes = filters.changes(id);
        if (typeof changes !== "string") await scheduler.passAll();
        return (JSON.parse(await changes) as (WireResult | string)[]).map(shown);
      },
      end: () => void filters.remove(id),
    };
  }

  #subscription(of: SubscriptionType, address: number | undefined) {
    const { subscriptions, subscribe } = this.#world;
    const peer = this.#peer(this.listeners.length);
    const subscription = subscribe(peer, of, address);
    let at = 0;
    return {
      async collect() {
        const mine = peer.socket.received
          .slice(at)
          .filter((one) => one.subscription === subscription.id);
        at = peer.socket.received.length;
        return mine.map(({ result }) => shown(result));
      },
      end: () => subscriptions.remove(subscription),
    };
  }
}

describe("fan-out", () => {
  it("sends each listener every event once and in order, whatever happens meanwhile", async () => {
    const crowds = fc.integer({ min: 0, max: 60 });
    const property = fc.asyncProperty(steps, crowds, async (list, crowd) => {
      const world = setUp();
      const model = new Model(world, crowd);
      for (const step of list) await model.take(step);
      await world.scheduler.passAll();
      await model.ask();
      for (const { expected, got, isEnded } of model.listeners) {
        // Events after the last poll, or in progress, are not returned after the end.
        assert.deepEqual(got, isEnded ? expected.slice(0, got.length) : expected);
      }
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it("keeps the order of logs and heads on one socket", async () => {
    const { scheduler, backend, connect, subscribe } = setUp();
    const peer = connect("a");
    for (let i = 0; i < 40; i++) subscribe(peer, i % 2 === 0 ? "newHeads" : "logs");
    backend.move({ removed: [], added: blocks.slice(0, 2) });
    backend.move({ removed: [blocks[1] as StoredBlock], added: [] });
    await scheduler.passAll();
    const kindsSeen = peer.socket.received.map(({ result }) =>
      result.blockHash === undefined
        ? `head ${result.hash}`
        : `logs ${result.blockHash} ${result.removed}`,
    );
    const [first, second] = blocks.map(({ hash }) => toHex(hash));
    assert.deepEqual(
      [...new Set(kindsSeen)],
      [
        `logs ${first} false`,
        `logs ${second} false`,
        `head ${first}`,
        `head ${second}`,
        `logs ${second} true`,
      ],
    );
  });

  it("serves a client with one subscription before one with thousands is complete", async () => {
    const { scheduler, backend, connect, subscribe } = setUp();
    const [crowd, single] = [connect("crowd"), connect("single")];
    for (let i = 0; i < 5000; i++) subscribe(crowd, "newHeads");
    subscribe(single, "newHeads");
    backend.move({ removed: [], added: [blocks[0] as StoredBlock] });
    await scheduler.pass();
    assert.equal(single.socket.received.length, 1);
    assert.ok(crowd.socket.received.length < 100);
    await scheduler.passAll();
    assert.equal(crowd.socket.received.length, 5000);
  });

  it("reports at the poll of a filter that it lags by more events than are kept", async () => {
    const { scheduler, backend, filters } = setUp({ subscriberLagBytesMax: 10_000 });
    const id = filters.add(subjectOf("logs", undefined), { id: "a" });
    const logs = Array.from({ length: 40 }, (_, k) => transferLog(1, k));
    const long = makeBlock({ parent: root, transactions: [[rawTransactions.legacy, logs]] });
    for (let i = 0; i < 3; i++) backend.move({ removed: [], added: [long] });
    await scheduler.passAll();
    assert.throws(() => filters.changes(id), /limit exceeded: /);
  });

  it("makes no event for a subscription that has ended", () => {
    const { subscriptions, connect } = setUp();
    const one = new Subscription("0", connect("a").session, "logs", { isFull: true });
    subscriptions.add(one);
    assert.ok(subscriptions.wantsTransactions && subscriptions.has("logs"));
    subscriptions.remove(one);
    assert.ok(!subscriptions.wantsTransactions && !subscriptions.has("logs"));
  });

  it("disconnects a client that lags by more events than are kept, and no other", async () => {
    const { scheduler, backend, connect, subscribe } = setUp({ subscriberLagBytesMax: 10_000 });
    const slow = Array.from({ length: 50 }, () => connect("slow"));
    for (const peer of slow) for (let i = 0; i < 100; i++) subscribe(peer, "newHeads");
    const single = connect("single");
    subscribe(single, "newHeads");
    for (let i = 0; i < 8; i++) {
      backend.move({ removed: [], added: [blocks[i % blocks.length] as StoredBlock] });
      await scheduler.pass();
    }
    await scheduler.passAll();
    assert.ok(slow.some(({ socket }) => socket.isDestroyed));
    assert.ok(!single.socket.isDestroyed);
    assert.equal(single.socket.received.length, 8);
    for (const { socket } of slow) {
      if (!socket.isDestroyed) assert.equal(socket.received.length, 800);
    }
  });
});
