/**
 * Tests the log of blocks in memory and on NATS JetStream: both behave like a list with a compared
 * append.
 */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import {
  type Feed,
  LogGap,
  LogMissing,
  type LogRecord,
  LogUnavailable,
  MemoryLog,
  type ReplicationLog,
  type SnapshotName,
  type Snapshots,
} from "@tandem/replication";
import type { Connected } from "@tandem/replication/nats";
import { silentLogger } from "@tandem/runtime";
import fc from "fast-check";
import { fewOrMany, seedOr } from "../support/extent.js";
import { type NatsProcess, natsAbsent, startNats } from "../support/processes/nats-process.js";

/** The operations of a writer and of a reader. */
type Step =
  | {
      readonly kind: "append";
      readonly id: number;
      readonly bytes: number;
      readonly behind: number;
    }
  | { readonly kind: "again" }
  | { readonly kind: "read"; readonly from: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("append" as const),
        id: fc.nat(5),
        bytes: fc.constantFrom(0, 1, 1000, 524_288, 524_289, 1_300_000),
        behind: fc.constantFrom(0, 0, 0, 1, 2, -1),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("again" as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("read" as const), from: fc.nat(20) }) },
  ),
  { maxLength: 12 },
);

const bytesOf = (length: number, id: number) => new Uint8Array(length).fill(id + 1);
const recordOf = (id: number, bytes: number): LogRecord => ({
  kind: "blocks",
  id: `block-${id}-${bytes}`,
  epoch: id,
  body: bytesOf(bytes, id),
});

interface Known extends LogRecord {
  /** The sequences of its first and its last message. */
  readonly first: number;
  readonly last: number;
}

async function readAll(log: ReplicationLog, from: number, to: number) {
  const found: string[] = [];
  const { signal } = new AbortController();
  for await (const { kind, id, epoch, sequence, body } of log.read({ from, to, signal })) {
    found.push(`${sequence} ${kind} ${id} ${epoch} ${body.length} ${body[0]} ${body.at(-1)}`);
  }
  return found;
}

const shown = ({ kind, id, epoch, last, body }: Known) =>
  `${last} ${kind} ${id} ${epoch} ${body.length} ${body[0]} ${body.at(-1)}`;

/** Runs the steps in a log, and in a list. */
async function compare(log: ReplicationLog, plan: readonly Step[]): Promise<void> {
  const known: Known[] = [];
  const lastOf = () => known.at(-1)?.last ?? 0;
  for (const step of plan) {
    if (step.kind === "append") {
      const record = recordOf(step.id, step.bytes);
      const expected = Math.max(0, lastOf() - step.behind);
      const messages = Math.max(1, Math.ceil(step.bytes / 524_288));
      const same = known.find(({ id, first }) => id === record.id && first === expected + 1);
      const appended = await log.append(record, expected);
      if (expected === lastOf()) {
        known.push({ ...record, first: expected + 1, last: expected + messages });
        assert.deepEqual(appended, { status: "appended", sequence: lastOf() });
      } else if (same !== undefined) {
        assert.deepEqual(appended, { status: "appended", sequence: same.last });
      } else {
        assert.deepEqual(appended, { status: "fenced", mayBeRead: false });
      }
    } else if (step.kind === "again") {
      const newest = known.at(-1);
      if (newest === undefined) continue;
      const appended = await log.append(newest, newest.first - 1);
      assert.deepEqual(appended, { status: "appended", sequence: newest.last });
    } else {
      const from = Math.min(step.from + 1, lastOf() + 1);
      const expected = known.filter(({ first }) => first >= from).map(shown);
      assert.deepEqual(await readAll(log, from, lastOf()), expected);
    }
  }
  const { first, last } = await log.bounds();
  assert.deepEqual({ first, last }, { first: 1, last: lastOf() });
  assert.deepEqual(await readAll(log, 1, lastOf()), known.map(shown));
}

const snapshotName: SnapshotName = { identity: "one", sequence: 7, id: "7:0x00", layout: "9" };

async function readSnapshot(snapshots: Snapshots, name: SnapshotName): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of snapshots.read(name)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Returns the subjects of the pieces of all snapshots in a bucket. */
async function pieceSubjects({ manager }: Connected, bucket: string): Promise<string[]> {
  const given = { subjects_filter: `$O.${bucket}.C.>` };
  const { state } = await manager.streams.info(`OBJ_${bucket}`, given);
  return Object.keys(state.subjects ?? {});
}

const followed = async (log: ReplicationLog, count: number) => {
  const ending = new AbortController();
  const found: string[] = [];
  for await (const { id } of log.read({ from: 1, signal: ending.signal })) {
    if (found.push(id) === count) ending.abort();
  }
  return found;
};

function behaves(name: string, runs: number, create: () => Promise<ReplicationLog>): void {
  describe(name, { skip: name === "NATS JetStream" && natsAbsent }, () => {
    it("appends, refuses and reads as a list does", async () => {
      const property = fc.asyncProperty(steps, async (plan) => compare(await create(), plan));
      await fc.assert(property, { seed: seedOr(1), numRuns: runs });
    });

    it("accepts one of two records that are appended at the same position", async () => {
      const log = await create();
      for (let sequence = 0; sequence < runs; sequence++) {
        const both = [0, 1].map((id) => log.append(recordOf(10 * sequence + id, 10), sequence));
        const outcomes = (await Promise.all(both)).map(({ status }) => status);
        assert.deepEqual(outcomes.sort(), ["appended", "fenced"]);
      }
    });

    it("returns bytes of which slice() makes a copy", async () => {
      const log = await create();
      await log.append(recordOf(1, 10), 0);
      const { signal } = new AbortController();
      for await (const { body } of log.read({ from: 1, to: 1, signal })) {
        body.slice().fill(0);
        assert.deepEqual(body, bytesOf(10, 1));
      }
    });

    it("begins a range in the middle of a record with the next one", async () => {
      const log = await create();
      await log.append(recordOf(1, 600_000), 0);
      await log.append(recordOf(2, 10), 2);
      assert.deepEqual(await readAll(log, 2, 3), ["3 blocks block-2-10 2 10 3 3"]);
      const parts = await Promise.all([1, 2, 3, 4].map((sequence) => log.partAt(sequence)));
      assert.deepEqual(
        parts.map((found) => found && [found.part, found.parts]),
        [[0, 2], [1, 2], [0, 1], undefined],
      );
    });

    it("removes messages below a sequence, and reports it to a reader", async () => {
      const log = await create();
      for (let id = 0; id < 4; id++) await log.append(recordOf(id, 10), id);
      await log.purge(3);
      const { first, last } = await log.bounds();
      assert.deepEqual([first, last, await log.idAt(2)], [3, 4, undefined]);
      assert.deepEqual([await log.epochAt(2), await log.epochAt(3)], [undefined, 2]);
      assert.equal((await readAll(log, 3, 4)).length, 2);
      await assert.rejects(readAll(log, 2, 4), LogGap);
      assert.equal((await log.append(recordOf(5, 10), 4)).status, "appended");
    });

    it("returns records as they arrive", async () => {
      const log = await create();
      const found = followed(log, 3);
      for (let id = 0; id < 3; id++) await log.append(recordOf(id, 600_000), 2 * id);
      assert.deepEqual(await found, ["block-0-600000", "block-1-600000", "block-2-600000"]);
    });
  });
}

behaves("memory", fewOrMany(50, 500), async () => new MemoryLog());

let server: NatsProcess | undefined;
let made = 0;
const closing = new AbortController();
let connected: Connected | undefined;

before(async () => {
  if (natsAbsent === false) server = await startNats();
});
after(async () => {
  closing.abort();
  await connected?.connection.close();
  await server?.stop();
});

async function connect() {
  const { connectNats } = await import("@tandem/replication/nats");
  connected ??= await connectNats({ url: server?.url ?? "", name: "test", logger: silentLogger });
  return connected;
}

describe("the feed of pending transactions", { skip: natsAbsent }, () => {
  it("returns what other nodes publish, and not what the node published itself", async () => {
    const { openFeed } = await import("@tandem/replication/nats");
    const names = { stream: "waiting", subject: "waiting" };
    const opened = await connect();
    const open = () => openFeed(opened, names, closing.signal);
    const [one, two, three] = [await open(), await open(), await open()];
    const afterOf = (i: number) =>
      i === 0 ? undefined : { identity: "2026-11-26 a", sequence: i };
    for (const [i, feed] of [one, two, one, three].entries()) {
      assert.equal(await feed.publish(Uint8Array.of(i), afterOf(i)), i + 1);
    }
    const firstOf = async (feed: Feed, count: number) => {
      const ending = new AbortController();
      const found: (number | undefined)[] = [];
      for await (const { sequence, body, after } of feed.read(ending.signal)) {
        assert.equal(sequence, (body[0] ?? 0) + 1);
        assert.deepEqual(after, afterOf(body[0] ?? 0));
        if (found.push(body[0]) === count) ending.abort();
      }
      return found;
    };
    assert.deepEqual(await firstOf(one, 2), [1, 3]);
    assert.deepEqual(await firstOf(two, 3), [0, 2, 3]);
  });

  it("is created again by a publication if its servers lost it", async () => {
    const { openFeed } = await import("@tandem/replication/nats");
    const opened = await connect();
    const names = { stream: "lost-feed", subject: "lost-feed" };
    const feed = await openFeed(opened, names, closing.signal);
    for (let i = 0; i < 2; i++) {
      assert.equal(await feed.publish(Uint8Array.of(i)), 1);
      await opened.manager.streams.delete("lost-feed");
    }
  });
});

it("a request to a sealer that does not answer ends when its node leaves", {
  skip: natsAbsent,
}, async (t) => {
  const { openLink } = await import("@tandem/replication/nats");
  const link = await openLink({
    url: server?.url ?? "",
    name: "test",
    logger: silentLogger,
    chainId: 1,
    leaseMs: 1000,
    now: () => performance.now(),
  });
  t.after(() => link.close());
  const received = new Promise<void>((resolve) => {
    link.channel.serve(() => new Promise(() => resolve()));
  });
  const asking = link.channel.ask(new Uint8Array(1), new AbortController().signal);
  let error: unknown;
  asking.catch((reason) => {
    error = reason;
  });
  await received;
  link.abort();
  await new Promise(setImmediate);
  assert.ok(error instanceof LogUnavailable);
});

describe("the servers of a log", { skip: natsAbsent }, () => {
  it("are refused in words if they accept only short messages", async (t) => {
    const small = await startNats({ bytesMax: 256 * 1024 });
    t.after(() => small.stop());
    const { connectNats } = await import("@tandem/replication/nats");
    const connecting = connectNats({ url: small.url, name: "test", logger: silentLogger });
    await assert.rejects(connecting, /max_payload must be at least 528384/);
  });

  it("keep the settings that an operator gave to the log and the feed", async () => {
    const { openFeed, openStreamLog } = await import("@tandem/replication/nats");
    const opened = await connect();
    const { streams } = opened.manager;
    for (const name of ["changed-log", "changed-feed"]) {
      const names = { stream: name, subject: name };
      const open = async () =>
        name === "changed-log"
          ? await openStreamLog(opened, names, closing.signal)
          : await openFeed(opened, names, closing.signal);
      await open();
      const { config } = await streams.info(name);
      await streams.update(name, { ...config, max_bytes: 300_000_000 });
      await open();
      assert.equal((await streams.info(name)).config.max_bytes, 300_000_000);
    }
  });

  it("that lost a log say so by a kind of error to its readers", async () => {
    const { openStreamLog } = await import("@tandem/replication/nats");
    const opened = await connect();
    const names = { stream: "lost-log", subject: "lost-log" };
    const log = await openStreamLog(opened, names, closing.signal);
    await opened.manager.streams.delete("lost-log");
    await assert.rejects(readAll(log, 1, 1), LogMissing);
  });

  it("that lost messages at the end and count after them end a range, and readers pass over those", async () => {
    const { openStreamLog } = await import("@tandem/replication/nats");
    const { manager } = await connect();
    const [stream, subject] = ["damaged-log", "damaged-log"];
    await manager.streams.add({ name: stream, subjects: [subject], deny_delete: false });
    const log = await openStreamLog(await connect(), { stream, subject }, closing.signal);
    for (let sequence = 0; sequence < 3; sequence++)
      await log.append(recordOf(sequence, 10), sequence);
    await manager.streams.deleteMessage(stream, 3);
    assert.equal((await log.bounds()).last, 3);
    const idsTo = async (to: number) => (await readAll(log, 1, to)).map((one) => one.split(" ")[0]);
    assert.deepEqual(await idsTo(3), ["1", "2"]);
    assert.equal((await log.append(recordOf(4, 10), 3)).status, "appended");
    assert.deepEqual(await idsTo(4), ["1", "2", "4"]);
    await log.purge(2);
    await assert.rejects(readAll(log, 1, 4), LogGap);
  });

  it("list snapshots beside an object whose name is none", async () => {
    const { openSnapshots } = await import("@tandem/replication/nats");
    const opened = await connect();
    const snapshots = openSnapshots(opened, "snapshots");
    await snapshots.put(snapshotName, Readable.from([Buffer.from("rows")]));
    const malformed = { ...snapshotName, sequence: "7" } as unknown as SnapshotName;
    await snapshots.put(malformed, Readable.from([Buffer.from("rows")]));
    assert.deepEqual(await snapshots.list(), [snapshotName]);
  });

  it("remove what nodes stored of snapshots that they did not complete", async () => {
    const { openSnapshots } = await import("@tandem/replication/nats");
    const opened = await connect();
    const snapshots = openSnapshots(opened, "interrupted");
    await snapshots.put(snapshotName, Readable.from([Buffer.from("rows")]));
    for (let i = 0; i < 2; i++)
      await opened.stream.publish("$O.interrupted.C.cut", Buffer.from("r"));
    assert.equal((await pieceSubjects(opened, "interrupted")).length, 2);
    await snapshots.removeIncomplete();
    assert.equal((await pieceSubjects(opened, "interrupted")).length, 1);
    assert.equal(await readSnapshot(snapshots, snapshotName), "rows");
  });

  it("do not list snapshots whose pieces were removed, and end the reading of one", async () => {
    const { openSnapshots } = await import("@tandem/replication/nats");
    const opened = await connect();
    const snapshots = openSnapshots(opened, "emptied");
    const nameAt = (sequence: number) => ({ ...snapshotName, sequence });
    const store = (sequence: number) =>
      snapshots.put(nameAt(sequence), Readable.from([Buffer.from("rows")]));
    await store(7);
    const [kept = ""] = await pieceSubjects(opened, "emptied");
    await store(8);
    const [filter = ""] = (await pieceSubjects(opened, "emptied")).filter((one) => one !== kept);
    // A node whose request to complete a snapshot had no answer removes its pieces, and not its entry.
    await opened.manager.streams.purge("OBJ_emptied", { filter });
    assert.deepEqual(await snapshots.list(), [nameAt(7)]);
    // Without pieces it waits for as long as it may. On a busy machine those that are there may take longer.
    const impatient = openSnapshots(opened, "emptied", 200);
    await assert.rejects(readSnapshot(impatient, nameAt(8)), { name: "TimeoutError" });
    await snapshots.removeIncomplete();
    await assert.rejects(readSnapshot(snapshots, nameAt(8)), /does not exist/);
    assert.equal(await readSnapshot(snapshots, nameAt(7)), "rows");
  });
});

behaves("NATS JetStream", fewOrMany(10, 200), async () => {
  const { openStreamLog } = await import("@tandem/replication/nats");
  const opened = await connect();
  const name = `log${made++}`;
  return openStreamLog(opened, { stream: name, subject: name }, closing.signal);
});
