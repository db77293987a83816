/** Tests how the chain of a peer is fetched and imported. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hexDigits, type StoredBlock } from "@tandem/primitives";
import { peerLimits } from "../limits.js";
import { PeerFault } from "../peer-fault.js";
import { FakeChain, genesis, makeBlock, makeBranch } from "../testing/fake-chain.js";
import { FakePeer } from "../testing/fake-peer.js";
import { follow } from "./follow.js";

const isBreach = (error: unknown) => error instanceof PeerFault && error.reason === "breach";
const isUseless = (error: unknown) => error instanceof PeerFault && error.reason === "useless";
const chainOf = (blocks: readonly StoredBlock[]) => new FakeChain().add(...blocks);
const digits = (blocks: readonly StoredBlock[]) => blocks.map(({ hash }) => hexDigits(hash));

/** Follows a peer, and counts the new blocks. */
async function followed(chain: FakeChain, other: FakePeer) {
  let imports = 0;
  const hooks = { importing: () => {}, imported: () => imports++ >= 0 };
  const { best, peer, signal } = other;
  assert.ok(best);
  return { ended: await follow({ peer, chain, best, signal, ...hooks }), imports };
}

describe("following a peer", () => {
  it("imports its blocks in order, from the first to its head", async () => {
    const blocks = makeBranch(genesis, 2 * peerLimits.headersMax + 7);
    const chain = new FakeChain();
    const expected = new Set<number>();
    chain.importing = async () => void expected.add(chain.expected);
    const result = await followed(chain, new FakePeer(chainOf(blocks)));
    assert.deepEqual(result, { ended: "reached", imports: blocks.length });
    assert.deepEqual(chain.received, digits(blocks));
    // From the first block that it brings.
    assert.deepEqual([...expected], [0, blocks.length]);
  });

  it("finds the branch by halves, and fetches only what is missing", async () => {
    const common = makeBranch(genesis, 1000);
    const [mine, its] = ["mine", "its"].map((tag) =>
      makeBranch(common.at(-1) as StoredBlock, tag === "its" ? 20 : 10, tag),
    ) as [StoredBlock[], StoredBlock[]];
    const chain = chainOf([...common, ...mine]);
    const peer = new FakePeer(chainOf([...common, ...its]));
    assert.equal((await followed(chain, peer)).ended, "reached");
    assert.deepEqual(chain.received, digits(its));
    const hashes = peer.asked.filter((one) => one.startsWith("hash"));
    assert.ok(hashes.length <= 11, `${hashes.length} requests`);
  });

  it("makes a block that a revert left the head again", async () => {
    const blocks = makeBranch(genesis, 10);
    const chain = chainOf(blocks);
    chain.setHead(blocks[3] as StoredBlock);
    const result = await followed(chain, new FakePeer(chainOf(blocks)));
    assert.deepEqual(result, { ended: "reached", imports: 0 });
    assert.equal(chain.head, blocks[9]);
  });

  it("asks for no block that it has, whatever the peer says", async () => {
    const blocks = makeBranch(genesis, 50);
    const chain = chainOf(blocks);
    const peer = new FakePeer(chainOf(blocks));
    peer.best = { ...peer.chain.best(), totalDifficulty: 1000n };
    await followed(chain, peer);
    // Now it denies to have the blocks that both have.
    peer.hashAt = async () => makeBlock({ tag: "unknown" }).hash;
    await followed(chain, peer);
    assert.deepEqual(
      peer.asked.filter((one) => one.startsWith("block")),
      [],
    );
  });

  it("never has more requests for blocks than fit into the memory by the size of the last", async () => {
    const blocks = makeBranch(genesis, 100);
    const chain = new FakeChain();
    const peer = new FakePeer(chainOf(blocks));
    let [waiting, most] = [0, 0];
    const answer = peer.block.bind(peer);
    peer.block = async (hash) => {
      most = Math.max(most, ++waiting);
      const block = await answer(hash);
      await new Promise(setImmediate);
      waiting--;
      return block;
    };
    await followed(chain, peer);
    assert.equal(most, peerLimits.blocksAheadMax);
  });

  it("ends if the chain of the peer changes in the middle", async () => {
    const blocks = makeBranch(genesis, 300, "a");
    const others = makeBranch(genesis, 700, "b");
    const chain = new FakeChain();
    const peer = new FakePeer(chainOf(blocks));
    chain.importing = async ({ header }) => {
      if (header.number === 192) peer.chain.add(...others);
    };
    // What it told is still there, and is imported.
    assert.equal((await followed(chain, peer)).ended, "reached");
    assert.equal(chain.head.header.number, 300);
    peer.best = peer.chain.best();
    chain.importing = async ({ header }) => {
      if (header.number === 192) peer.chain.add(...makeBranch(genesis, 800, "c"));
    };
    // The headers up to 384 were fetched before. The hash at height 576 is that of the third branch, whose ancestors are not known.
    assert.equal((await followed(chain, peer)).ended, "changed");
    peer.best = peer.chain.best();
    assert.equal((await followed(chain, peer)).ended, "reached");
    assert.equal(chain.head.header.number, 800);
  });

  it("ends with a block of the future, which is no breach", async () => {
    const blocks = makeBranch(genesis, 5);
    const chain = new FakeChain();
    chain.early.add(hexDigits((blocks[3] as StoredBlock).hash));
    const result = await followed(chain, new FakePeer(chainOf(blocks)));
    assert.deepEqual(result, { ended: "early", imports: 3 });
    const peer = new FakePeer(chainOf(blocks));
    chain.earlyBefore.add(hexDigits((blocks[3] as StoredBlock).hash));
    assert.deepEqual(await followed(chain, peer), { ended: "early", imports: 0 });
    assert.deepEqual(
      peer.asked.filter((one) => one.startsWith("block")),
      [],
    );
  });

  it("refuses an invalid block", async () => {
    const blocks = makeBranch(genesis, 5);
    const chain = new FakeChain();
    chain.invalid.add(hexDigits((blocks[3] as StoredBlock).hash));
    await assert.rejects(followed(chain, new FakePeer(chainOf(blocks))), isBreach);
    assert.equal(chain.head.header.number, 3);
  });

  const blocks = makeBranch(genesis, 50);
  const [last] = blocks.slice(-1) as [StoredBlock];
  const wrong: Record<string, (peer: FakePeer) => void> = {
    "headers that do not follow each other": (peer) => {
      const answer = peer.headers.bind(peer);
      peer.headers = async (hash, count) => (await answer(hash, count)).toReversed();
    },
    "fewer headers": (peer) => {
      const answer = peer.headers.bind(peer);
      peer.headers = async (hash, count) => (await answer(hash, count)).slice(1);
    },
    "no headers": (peer) => {
      peer.headers = async () => [];
    },
    "other bytes as headers": (peer) => {
      peer.headers = async (_, count) => Array.from({ length: count }, () => Uint8Array.of(0xc0));
    },
    "a header that is too long to be hashed": (peer) => {
      const long = new Uint8Array(peerLimits.headerBytesMax + 1);
      peer.headers = async (_, count) => Array.from({ length: count }, () => long);
    },
    "another block than was asked for": (peer) => {
      const answer = peer.block.bind(peer);
      peer.block = async () => answer(last.hash);
    },
    "other bytes as a block": (peer) => {
      peer.block = async () => Uint8Array.of(0xc1, 0xc0);
    },
    "a block at another height than it told": (peer) => {
      peer.best = { ...peer.chain.best(), number: 49, hash: (blocks[47] as StoredBlock).hash };
      peer.hashAt = async () => makeBlock({ tag: "unknown" }).hash;
      const answer = peer.headers.bind(peer);
      // The lowest of these headers stands on the first block.
      peer.headers = async (hash) => {
        const all = await answer(hash, 48);
        return [...all, ...all.slice(-1)];
      };
    },
  };
  for (const [what, change] of Object.entries(wrong)) {
    it(`refuses ${what}`, async () => {
      const peer = new FakePeer(chainOf(blocks));
      change(peer);
      const chain = new FakeChain();
      await assert.rejects(followed(chain, peer), isBreach);
      assert.equal(chain.head, genesis);
    });
  }

  it("refuses a block with a header that is too long to be hashed", async () => {
    const blocks = makeBranch(genesis, 2);
    const peer = new FakePeer(chainOf(blocks));
    const long = Buffer.alloc(peerLimits.headerBytesMax);
    peer.block = async () =>
      Buffer.concat([
        Buffer.of(0xf9, (long.length + 3) >> 8, (long.length + 3) & 255),
        Buffer.of(0xb9, long.length >> 8, long.length & 255),
        long,
      ]);
    const chain = new FakeChain();
    const check = chain.checkHeader.bind(chain);
    chain.checkHeader = (encoded) => {
      assert.ok(encoded.length <= peerLimits.headerBytesMax, "it was hashed");
      return check(encoded);
    };
    await assert.rejects(followed(chain, peer), isBreach);
  });

  it("fails if a block is missing, and leaves no failure of the others unhandled", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    const peer = new FakePeer(chainOf(blocks));
    const chain = new FakeChain();
    const answer = peer.block.bind(peer);
    const isGone = new Set(digits(blocks.slice(10)));
    peer.block = (hash) =>
      isGone.has(hexDigits(hash))
        ? Promise.reject(new PeerFault("useless", "it did not answer a request"))
        : answer(hash);
    // Those of the next blocks fail while one is being imported.
    chain.importing = () => new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(followed(chain, peer), isUseless);
    assert.equal(chain.head.header.number, 10);
    await new Promise(setImmediate);
    process.off("unhandledRejection", note);
    assert.deepEqual(unhandled, []);
  });

  it("ends when the connection does, with the block that is being imported", async () => {
    const peer = new FakePeer(chainOf(blocks));
    const chain = new FakeChain();
    const fault = new PeerFault("connectionFailed", "the other side closed the connection");
    chain.importing = async ({ header }) => {
      if (header.number === 7) peer.close(fault);
    };
    await assert.rejects(followed(chain, peer), fault);
    assert.equal(chain.head.header.number, 7);
  });
});
