import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { emptyTrieRoot, encodeString, Fault, keccak256, toKey } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { createStateCache } from "../accounts/state-cache.js";
import { encodeAccount } from "./account-record.js";
import { type AcceptedState, GivenRows, type GivenState } from "./given-rows.js";
import { linkedRowOf, readNodeRow, rowOf } from "./node-row.js";
import { type TrieChange, updateTrieSteps } from "./state-trie.js";

/** The rows of a disk. */
class Disk {
  readonly rows = new Map<string, Uint8Array>();
  readonly codes = new Set<string>();
  readonly node = (hash: Uint8Array) => this.rows.get(toKey(hash));
  readonly hasCode = (hash: Uint8Array) => this.codes.has(toKey(hash));
  put(rows: readonly (readonly [Uint8Array, Uint8Array])[]) {
    for (const [hash, row] of rows) this.rows.set(toKey(hash), row);
  }
}

const numberBytes = (n: number) => Uint8Array.of(n >> 8, n & 255);
const keyOf = (n: number) => keccak256(numberBytes(n));

/** Changes some of `count` keys; every third of them is removed. */
const changesOf = (block: number, count: number): TrieChange[] =>
  Array.from({ length: count }, (_, i) => ({
    key: keyOf((i * 7 + block * 13) % 400),
    value:
      (i + block) % 3 === 0 ? undefined : encodeString(keccak256(numberBytes(block * 400 + i))),
  })).filter(({ key }, i, all) => all.findIndex((one) => toKey(one.key) === toKey(key)) === i);

/** Makes the blocks of one node: the rows that each adds, and the root after it. */
function blocksOf(disk: Disk, count: number, first = emptyTrieRoot) {
  const cache = createStateCache({ node: (hash) => readNodeRow(hash, disk.node), code: disk.node });
  let root = first;
  return Array.from({ length: count }, (_, block) => {
    const updated = runSync(updateTrieSteps(cache, root, changesOf(block, block === 0 ? 300 : 40)));
    const nodes = updated.nodes.map((node) => linkedRowOf(node, disk.node));
    disk.put(updated.nodes.map((node) => [node[0], rowOf(node, disk.node)] as const));
    root = updated.root;
    return { root, nodes };
  });
}

describe("rows that another node gives", () => {
  it("are the rows that this node writes itself", () => {
    const [sealer, replica] = [new Disk(), new Disk()];
    const given = new GivenRows(replica);
    for (const { root, nodes } of blocksOf(sealer, 40)) {
      const accepted = runSync(given.acceptSteps({ nodes, code: [], preimages: [] }, root));
      replica.put(accepted.nodes);
      accepted.written();
    }
    assert.deepEqual(replica.rows, sealer.rows);
  });

  it("are the same if those of a block are accepted before those of its parent are written", () => {
    const [sealer, replica] = [new Disk(), new Disk()];
    const given = new GivenRows(replica);
    let unwritten: AcceptedState | undefined;
    const write = () => {
      replica.put(unwritten?.nodes ?? []);
      unwritten?.written();
    };
    for (const { root, nodes } of blocksOf(sealer, 40)) {
      const state = { nodes, code: [], preimages: [] };
      const accepted = runSync(given.acceptSteps(state, root, unwritten));
      write();
      unwritten = accepted;
    }
    write();
    assert.deepEqual(replica.rows, sealer.rows);
  });

  it("may name code of a parent that is not written, whose preimages are not written again", () => {
    const given = new GivenRows(new Disk());
    const code = Uint8Array.of(1, 2, 3);
    const account = {
      nonce: 1n,
      balance: 2n,
      storageRoot: emptyTrieRoot,
      codeHash: keccak256(code),
    };
    const cache = createStateCache({ node: () => undefined, code: () => undefined });
    const changes = [{ key: keyOf(1), value: encodeAccount(account) }];
    const { root, nodes } = runSync(updateTrieSteps(cache, emptyTrieRoot, changes));
    const preimages = [numberBytes(1)];
    const first = runSync(given.acceptSteps({ nodes: [], code: [code], preimages }, emptyTrieRoot));
    const state = { nodes: nodes.map(([, bytes]) => bytes), code: [], preimages };
    assert.throws(() => runSync(given.acceptSteps(state, root)), /they lack code/);
    assert.deepEqual(runSync(given.acceptSteps(state, root, first)).preimages, []);
  });

  it("are written with links of this node where it has other rows", () => {
    const [sealer, replica] = [new Disk(), new Disk()];
    const blocks = blocksOf(sealer, 40);
    const wholeUntil = 20;
    for (const [block, { root, nodes }] of blocks.entries()) {
      // A node that has begun anew, with nothing in memory.
      const accepted = runSync(
        new GivenRows(replica).acceptSteps({ nodes, code: [], preimages: [] }, root),
      );
      const wholes = accepted.nodes.map(
        ([hash]) => [hash, readNodeRow(hash, sealer.node)] as const,
      );
      replica.put(block < wholeUntil ? (wholes as [Uint8Array, Uint8Array][]) : accepted.nodes);
    }
    assert.equal(replica.rows.size, sealer.rows.size);
    assert.notDeepEqual(replica.rows, sealer.rows);
    for (const key of sealer.rows.keys()) {
      const hash = Uint8Array.from(key, (character) => character.charCodeAt(0));
      const bytes = readNodeRow(hash, replica.node);
      assert.deepEqual(bytes, readNodeRow(hash, sealer.node));
      assert.deepEqual(keccak256(bytes as Uint8Array), hash);
    }
  });

  it("are refused if one is missing, and what was refused is not relied on", () => {
    const [sealer, replica] = [new Disk(), new Disk()];
    const [first, second] = blocksOf(sealer, 2);
    assert.ok(first !== undefined && second !== undefined);
    const given = new GivenRows(replica);
    // Nothing of the first block was written.
    runSync(given.acceptSteps({ nodes: first.nodes, code: [], preimages: [] }, first.root));
    const isRefused = (error: unknown) =>
      error instanceof Fault && /they lack a node/.test(error.message);
    assert.throws(
      () =>
        runSync(given.acceptSteps({ nodes: second.nodes, code: [], preimages: [] }, second.root)),
      isRefused,
    );
    replica.put(
      runSync(given.acceptSteps({ nodes: first.nodes, code: [], preimages: [] }, first.root)).nodes,
    );
    for (const missing of second.nodes.keys()) {
      const nodes = second.nodes.filter((_, at) => at !== missing);
      assert.throws(
        () => runSync(given.acceptSteps({ nodes, code: [], preimages: [] }, second.root)),
        isRefused,
      );
    }
    runSync(given.acceptSteps({ nodes: second.nodes, code: [], preimages: [] }, second.root));
  });

  it("are refused if they are not of a node", () => {
    const disk = new Disk();
    const [first, second] = blocksOf(disk, 2);
    assert.ok(first !== undefined && second !== undefined);
    const linked = second.nodes.find((row) => (row[0] as number) < 0xc0);
    assert.ok(linked !== undefined, "a row that refers to an older branch");
    const withChild = (place: number) => linked.map((byte, at) => (at === 33 ? place : byte));
    const wrong = [
      new Uint8Array(0),
      linked.subarray(0, -1),
      withChild(16),
      withChild(0xff),
      Uint8Array.of(0xc0),
      Uint8Array.of(0xc3, 1, 2),
      Uint8Array.of(0xf9, 0xff, 0xff, 1),
    ];
    for (const row of wrong) {
      const given = new GivenRows(disk);
      const accept = () =>
        runSync(given.acceptSteps({ nodes: [row], code: [], preimages: [] }, second.root));
      assert.throws(accept, (error) => error instanceof Fault, toKey(row));
    }
  });

  it("of accounts want their storage and code", () => {
    const [sealer, replica] = [new Disk(), new Disk()];
    const storage = blocksOf(sealer, 1)[0] as { root: Uint8Array; nodes: Uint8Array[] };
    const code = Uint8Array.of(1, 2, 3);
    const account = {
      nonce: 1n,
      balance: 2n,
      storageRoot: storage.root,
      codeHash: keccak256(code),
    };
    const cache = createStateCache({ node: sealer.node, code: sealer.node });
    const changes = [{ key: keyOf(1), value: encodeAccount(account) }];
    const { root, nodes } = runSync(updateTrieSteps(cache, emptyTrieRoot, changes));
    const rows = nodes.map(([, bytes]) => bytes);
    const given = new GivenRows(replica);
    const accept = (state: GivenState) => runSync(given.acceptSteps(state, root));
    assert.throws(() => accept({ nodes: rows, code: [code], preimages: [] }), /they lack a node/);
    const whole = [...storage.nodes, ...rows];
    assert.throws(() => accept({ nodes: whole, code: [], preimages: [] }), /they lack code/);
    assert.deepEqual(accept({ nodes: whole, code: [code], preimages: [] }).code, [
      [keccak256(code), code],
    ]);
    replica.codes.add(toKey(keccak256(code)));
    accept({ nodes: whole, code: [], preimages: [] });
  });

  it("of addresses and slots are written once", () => {
    const given = new GivenRows(new Disk());
    const [one, other] = [numberBytes(1), numberBytes(2)];
    const accept = (preimages: Uint8Array[]) =>
      runSync(given.acceptSteps({ nodes: [], code: [], preimages }, emptyTrieRoot));
    const first = accept([one, one]);
    assert.deepEqual(first.preimages, [[keccak256(one), one]]);
    assert.equal(accept([one]).preimages.length, 1, "the first ones were not written");
    first.written();
    assert.deepEqual(accept([one, other]).preimages, [[keccak256(other), other]]);
  });
});
