import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BlockHash, HeadMoved } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import type { ReadChain } from "../backend/read-chain.js";
import { SocketEvents } from "./socket-events.js";

const hashOf = (byte: number) => new Uint8Array(32).fill(byte) as BlockHash;
const change = (byte: number) => ({
  removed: [],
  added: [hashOf(byte)],
  wentBackTo: undefined,
});

/** A chain that has every block, of which only the hash is known. */
const chain = {
  resolve: ({ hash }: { readonly hash: BlockHash }) => hash,
  blocks: { prepare: () => undefined, block: (hash: BlockHash) => ({ hash }) },
} as unknown as ReadChain;

function listen() {
  const events = new SocketEvents(silentLogger, () => 1);
  const seen: number[] = [];
  events.listeners.onHeadMoved(({ added }: HeadMoved) => {
    seen.push(...added.map(({ hash }) => hash[0] ?? 0));
  });
  return { events, seen };
}

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
};

describe("events in a thread that owns sockets", () => {
  it("wait for the chain while it is opened, and keep their order", async () => {
    const { events, seen } = listen();
    events.moved(change(1));
    events.moved(change(2));
    await turns(3);
    assert.deepEqual(seen, []);
    events.read(chain);
    await events.leave();
    assert.deepEqual(seen, [1, 2]);
    events.moved(change(3));
    await turns(3);
    // A second call before the chain is opened again has nothing to wait for.
    await events.leave();
    assert.deepEqual(seen, [1, 2]);
    events.read(chain);
    await events.leave();
    assert.deepEqual(seen, [1, 2, 3]);
  });

  it("are published without blocks if the chain cannot be opened", async () => {
    const { events, seen } = listen();
    let published = 0;
    events.listeners.onHeadMoved(() => published++);
    events.moved(change(1));
    events.read(undefined);
    await events.leave();
    assert.equal(published, 1);
    assert.deepEqual(seen, []);
  });

  it("are split by a subscription into those before and those after it", async () => {
    const { events, seen } = listen();
    events.read(chain);
    events.moved(change(1));
    const before = events.afterEvents(() => [...seen]);
    events.moved(change(2));
    assert.deepEqual(await before, [1]);
    await events.leave();
    assert.deepEqual(seen, [1, 2]);
  });
});
