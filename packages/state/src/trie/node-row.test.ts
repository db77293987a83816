import assert from "node:assert/strict";
import { test } from "node:test";
import { concat, emptyTrieRoot, Fault, keccak256, toHex, toKey } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { createStateCache } from "../accounts/state-cache.js";
import { nodeLinksMax } from "../limits.js";
import type { NodeFact } from "./facts.js";
import { olderOf, patchNode, readNodeRow, rowOf } from "./node-row.js";
import { updateTrieSteps } from "./state-trie.js";

/** Creates a map of rows, with every node that was written in full. */
function createDisk() {
  const rows = new Map<string, Uint8Array>();
  const whole = new Map<string, Uint8Array>();
  const read = (hash: Uint8Array) => rows.get(toKey(hash));
  const facts = createStateCache({
    node: (hash) => readNodeRow(hash, read),
    code: () => undefined,
  });
  let root = emptyTrieRoot;
  return {
    rows,
    whole,
    read,
    /** One batch: none of its rows can be read before all are written. */
    write(entries: readonly (readonly [number, number])[]) {
      const last = new Map(entries);
      const changes = [...last].map(([account, value]) => ({
        key: keccak256(Uint8Array.of(account)),
        value: value === 0 ? undefined : new Uint8Array(40).fill(value),
      }));
      const { nodes, root: after } = runSync(updateTrieSteps(facts, root, changes));
      root = after;
      const batch = nodes.map((node) => [toKey(node[0]), rowOf(node, read)] as const);
      for (const [key, row] of batch) rows.set(key, row);
      for (const [hash, bytes] of nodes) whole.set(toKey(hash), concat(bytes));
    },
  };
}

const isLinked = (row: Uint8Array) => (row[0] as number) < 0xc0;

const blocks = fc.array(fc.array(fc.tuple(fc.nat(99), fc.nat(3)), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 60,
});

test("every node of every state is read as it was put, whatever came back to what it was", () => {
  const begin = Array.from({ length: 100 }, (_, i) => [i, 1] as const);
  fc.assert(
    fc.property(blocks, (rounds) => {
      const disk = createDisk();
      disk.write(begin);
      for (const round of rounds) disk.write(round);
      for (const [key, bytes] of disk.whole) {
        const hash = Uint8Array.from(Buffer.from(key, "latin1"));
        assert.deepEqual(readNodeRow(hash, disk.read), bytes);
        const row = disk.read(hash) as Uint8Array;
        if (!isLinked(row)) continue;
        const older = readNodeRow(olderOf(row), disk.read) as Uint8Array;
        assert.deepEqual(patchNode(older, row), bytes);
      }
    }),
    { numRuns: 60, seed: 31 },
  );
});

test("a chain of small changes takes a fraction of the room, in rows of bounded links", () => {
  const disk = createDisk();
  disk.write(Array.from({ length: 256 }, (_, i) => [i, 1]));
  const before = disk.rows.size;
  for (let i = 0; i < 200; i++) disk.write([[i, 2]]);
  const links = [...disk.rows.values()].filter(isLinked).map((row) => row[0] as number);
  assert.equal(Math.max(...links), nodeLinksMax);
  assert.ok(links.length > 200, "one a block at least");
  const bytesOf = (rows: Iterable<Uint8Array>) =>
    [...rows].slice(before).reduce((sum, row) => sum + row.length, 0);
  assert.ok(bytesOf(disk.rows.values()) < bytesOf(disk.whole.values()) / 2);
});

test("a branch that comes back is not led to itself", () => {
  const disk = createDisk();
  disk.write(Array.from({ length: 100 }, (_, i) => [i, 1]));
  const firstRoot = [...disk.whole.keys()].at(-1) as string;
  const row = disk.rows.get(firstRoot) as Uint8Array;
  for (let i = 0; i < 3; i++) {
    disk.write([[7, 2]]);
    disk.write([[7, 1]]);
  }
  assert.equal(disk.rows.get(firstRoot), row);
});

test("a node whose older row is missing is a fault that names that one", () => {
  const older = keccak256(Uint8Array.of(1));
  const row = concat(Uint8Array.of(1), older, Uint8Array.of(0, 0x80));
  const read = (hash: Uint8Array) => (toHex(hash) === toHex(older) ? undefined : row);
  const missing = (error: unknown) =>
    error instanceof Fault && error.message.includes(toHex(older));
  assert.throws(() => readNodeRow(keccak256(Uint8Array.of(2)), read), missing);
  assert.throws(() => readNodeRow(older, () => row), Fault, "rows that lead to each other end too");
});

test("a node is whole where most of it changed, and where it was made from nothing", () => {
  const node = Array.from({ length: 16 }, (_, i) => keccak256(Uint8Array.of(i)));
  const bytes = concat(
    Uint8Array.of(0xf9, 2, 0x11),
    ...node.map((h) => concat(Uint8Array.of(0xa0), h)),
    Uint8Array.of(0x80),
  );
  const hash = keccak256(bytes);
  const origin = {
    hash: keccak256(Uint8Array.of(77)),
    children: Array.from({ length: 8 }, (_, i) => i),
  };
  const facts: NodeFact[] = [
    [hash, bytes],
    [hash, bytes, origin],
  ];
  for (const fact of facts)
    assert.equal(
      rowOf(fact, () => bytes),
      bytes,
    );
});
