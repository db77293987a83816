/** Tests which blocks of a followed peer are asked for and decoded while others are imported. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { encodeBlock, hexDigits, type StoredBlock } from "@tandem/primitives";
import { peerLimits } from "../limits.js";
import { PeerFault } from "../peer-fault.js";
import { FakeChain, genesis, makeBranch } from "../testing/fake-chain.js";
import { FetchAhead } from "./fetch-ahead.js";
import { type AskedPeer, type Following, follow } from "./follow.js";

interface Scene {
  readonly chain: FakeChain;
  readonly branch: readonly StoredBlock[];
  /** The blocks that the peer was asked for, in their order. */
  readonly asked: string[];
  readonly peer: AskedPeer;
  readonly following: Following;
}

/** @param answerOf returns the block that the peer answers with. */
function sceneOf(length: number, answerOf = (block: Uint8Array) => block): Scene {
  const branch = makeBranch(genesis, length);
  const theirs = new FakeChain().add(...branch);
  const chain = new FakeChain();
  const asked: string[] = [];
  const peer: AskedPeer = {
    hashAt: async (height) => theirs.hashAt(height) ?? genesis.hash,
    headers: (hash, count) => theirs.headers(hash, count),
    async block(hash) {
      asked.push(hexDigits(hash));
      return answerOf(theirs.block(hash) as Uint8Array);
    },
  };
  const { signal } = new AbortController();
  const hooks = { importing: () => {}, imported: () => true };
  const following = { peer, chain, best: theirs.best(), signal, ...hooks };
  return { chain, branch, asked, peer, following };
}

const digitsOf = (blocks: readonly StoredBlock[]) => blocks.map(({ hash }) => hexDigits(hash));

it("many blocks are asked for at once, long before they are imported", async () => {
  const { chain, branch, asked, following } = sceneOf(100);
  const askedBefore: number[] = [];
  chain.importing = async () => {
    askedBefore.push(asked.length);
  };
  assert.equal(await follow(following), "reached");
  assert.deepEqual(asked, digitsOf(branch));
  const added = askedBefore.map((count, i) => count - (askedBefore[i - 1] ?? 0));
  const groups = added.filter((count) => count > 0);
  assert.ok(groups.slice(1, -1).every((count) => count >= peerLimits.blocksAheadMax / 2));
  // The first tells how long they are.
  for (const [i, count] of askedBefore.slice(1).entries()) {
    assert.ok(count >= Math.min(100, i + 1 + peerLimits.blocksAheadMax / 2), `block ${i + 2}`);
  }
});

it("blocks longer than those before are kept as far as they fit, and the others asked for again", async () => {
  const [short, long] = [1, peerLimits.blocksAheadBytesMax / 4].map((size) => new Uint8Array(size));
  const links = makeBranch(genesis, 40);
  const asked = new Map<object, number>();
  const ahead = new FetchAhead(links, async (link) => {
    asked.set(link, (asked.get(link) ?? 0) + 1);
    return (link === links[0] ? short : long) as Uint8Array;
  });
  for (const place of links.keys()) {
    const encoded = await ahead.take(place);
    await setImmediate();
    ahead.release(place, encoded);
  }
  const [isKept, isLeft] = [Array(5).fill(1), Array(peerLimits.blocksAheadMax - 4).fill(2)];
  const after = Array(40 - 1 - peerLimits.blocksAheadMax).fill(1);
  assert.deepEqual([...asked.values()], [...isKept, ...isLeft, ...after]);
});

it("the next block is decoded, and the next headers are asked for, while one is imported", async () => {
  const { chain, branch, peer, following } = sceneOf(peerLimits.headersMax + 10);
  const parts: number[] = [];
  let imported = 0;
  const headers: AskedPeer["headers"] = (hash, count) => {
    parts.push(imported);
    return peer.headers(hash, count);
  };
  const preparedBefore: number[] = [];
  chain.importing = async () => {
    await setImmediate();
    imported++;
    preparedBefore.push(chain.prepared.length);
  };
  assert.equal(await follow({ ...following, peer: { ...peer, headers } }), "reached");
  // The first block of a part is fetched by itself.
  const isFirst = (i: number) => i % peerLimits.headersMax === 0;
  assert.deepEqual(
    chain.prepared,
    digitsOf(branch.filter((_, i) => i > 1 && !isFirst(i) && !isFirst(i - 1))),
  );
  assert.deepEqual(parts, [0, 0]);
  assert.equal(preparedBefore[1], 1);
  assert.equal(preparedBefore[100], 100);
});

it("a block is the one that was asked for if it has its hash, in whatever form", async () => {
  const other = sceneOf(3, (encoded) => {
    const block = makeBranch(genesis, 3).find((one) => isBlock(one, encoded)) as StoredBlock;
    // The hash does not cover the branch to the merged-mining transaction (RSKIP-92).
    const header = { ...block.header, bitcoinMergedMiningMerkleProof: new Uint8Array(32) };
    return encodeBlock({ ...block, header });
  });
  assert.equal(await follow(other.following), "reached");
  assert.equal(other.chain.head.header.number, 3);

  const [another] = makeBranch(genesis, 1, "another");
  const wrong = sceneOf(3, () => encodeBlock(another as StoredBlock));
  await assert.rejects(
    follow(wrong.following),
    (error: unknown) => error instanceof PeerFault && /another block/.test(error.message),
  );
  assert.equal(wrong.chain.received.length, 0);
});

const isBlock = (block: StoredBlock, encoded: Uint8Array) =>
  Buffer.from(encodeBlock(block)).equals(encoded);
