/** Tests which peers are followed. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { StoredBlock } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { peerLimits } from "../limits.js";
import { PeerFault } from "../peer-fault.js";
import { FakeChain, genesis, makeBlock, makeBranch } from "../testing/fake-chain.js";
import { FakePeer } from "../testing/fake-peer.js";
import { Synchronizer } from "./synchronizer.js";

const turns = async (count = 50) => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
};
const chainOf = (blocks: readonly StoredBlock[]) => new FakeChain().add(...blocks);

/** Keeps closed peers in the list. */
const setUpListed = (...peers: FakePeer[]) => setUpOf(peers, () => true);

const setUp = (...peers: FakePeer[]) => setUpOf(peers, ({ signal }) => !signal.aborted);

function setUpOf(peers: FakePeer[], isListed: (peer: FakePeer) => boolean) {
  const chain = new FakeChain();
  let ends = 0;
  const fetching = new Set<Uint8Array>();
  const synchronizer = new Synchronizer({
    chain,
    logger: silentLogger,
    peers: () => peers.filter(isListed).map(({ peer }) => peer),
    isFetching: (hash) => fetching.has(hash),
    ended: () => ends++,
  });
  chain.moved = (added) => synchronizer.headMoved((added.at(-1) as StoredBlock).hash);
  return { chain, synchronizer, peers, fetching, ends: () => ends };
}

/** Makes a peer claim more than it has, and answer nothing. */
function silentLiar(id: string): FakePeer {
  const liar = new FakePeer(new FakeChain(), id);
  liar.best = { ...liar.chain.best(), number: 2 ** 52, totalDifficulty: 2n ** 255n };
  liar.hashAt =
    liar.headers =
    liar.block =
      () => {
        liar.asked.push("ignored");
        return new Promise<never>((_, reject) => {
          liar.signal.addEventListener("abort", () => reject(liar.signal.reason));
        });
      };
  return liar;
}

describe("a synchronizer", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("follows the peer with the most total difficulty, and then no other", async () => {
    const short = new FakePeer(chainOf(makeBranch(genesis, 9, "short")));
    const heavy = new FakePeer(chainOf([makeBlock({ parent: genesis, difficulty: 50n })]));
    const { chain, synchronizer, ends } = setUp(short, heavy);
    synchronizer.consider();
    await turns();
    assert.deepEqual(chain.best(), heavy.chain.best());
    assert.deepEqual(short.asked, []);
    assert.equal(ends(), 1);
    assert.equal(synchronizer.isImporting, false);
  });

  it("follows a peer with as much total difficulty, so that both sides compare the same branches", async () => {
    const peer = new FakePeer(chainOf(makeBranch(genesis, 3, "other")));
    const { chain, synchronizer } = setUp(peer);
    chain.add(...makeBranch(genesis, 3, "own"));
    synchronizer.consider();
    await turns();
    assert.ok(chain.has(peer.chain.best().hash));
    const { length } = peer.asked;
    synchronizer.consider();
    await turns();
    assert.equal(peer.asked.length, length);
  });

  it("does not follow a closed peer again and again, which is listed until its last message is handled", async () => {
    const peer = new FakePeer(chainOf(makeBranch(genesis, 3, "other")));
    const { chain, synchronizer } = setUpListed(peer);
    chain.add(...makeBranch(genesis, 3, "own"));
    peer.peer.close(new PeerFault("requested", "the test ends it"));
    peer.hashAt = () => Promise.reject(peer.signal.reason);
    synchronizer.consider();
    await turns();
    await synchronizer.stop();
    assert.ok(!chain.has(peer.chain.best().hash));
  });

  it("does nothing while no peer is ahead", async () => {
    const equal = new FakePeer(new FakeChain());
    const unknown = new FakePeer(new FakeChain());
    unknown.best = undefined;
    const { synchronizer, ends } = setUp(equal, unknown);
    synchronizer.consider();
    await synchronizer.idle();
    assert.deepEqual([equal.asked, unknown.asked, ends()], [[], [], 0]);
  });

  it("does not try a head again that it could not reach, but the next one", async () => {
    const blocks = makeBranch(genesis, 3);
    const peer = new FakePeer(chainOf(blocks));
    const { chain, synchronizer } = setUp(peer);
    chain.early.add(Buffer.from((blocks[2] as StoredBlock).hash).toString("hex"));
    synchronizer.consider();
    await turns();
    const { length } = peer.asked;
    synchronizer.consider();
    await turns();
    assert.equal(peer.asked.length, length);
    chain.early.clear();
    peer.chain.add(makeBlock({ parent: blocks[2] as StoredBlock }));
    peer.best = peer.chain.best();
    synchronizer.consider();
    await turns();
    assert.deepEqual(chain.best(), peer.chain.best());
  });

  it("tries a head with a block of the future again after some time", async () => {
    const blocks = makeBranch(genesis, 3);
    const peer = new FakePeer(chainOf(blocks));
    const { chain, synchronizer } = setUp(peer);
    chain.early.add(Buffer.from((blocks[2] as StoredBlock).hash).toString("hex"));
    synchronizer.consider();
    for (let tries = 1; tries < 4; tries++) {
      await turns();
      const received = chain.received.filter((hash) => chain.early.has(hash));
      assert.equal(received.length, tries);
      mock.timers.tick(peerLimits.earlyMs);
    }
    await turns();
    chain.early.clear();
    mock.timers.tick(peerLimits.earlyMs);
    await turns();
    assert.deepEqual(chain.best(), peer.chain.best());
    const { length } = peer.asked;
    mock.timers.tick(peerLimits.earlyMs);
    await turns();
    assert.equal(peer.asked.length, length);
  });

  it("waits for a block that is being fetched because it was announced", async () => {
    const peer = new FakePeer(chainOf(makeBranch(genesis, 1)));
    const { chain, synchronizer, fetching } = setUp(peer);
    const { hash } = peer.best as { hash: Uint8Array };
    fetching.add(hash);
    synchronizer.consider();
    await turns();
    assert.deepEqual(peer.asked, []);
    fetching.clear();
    synchronizer.consider();
    await turns();
    assert.deepEqual(chain.best(), peer.chain.best());
  });

  it("is importing only once a block of the peer has been", async () => {
    const liar = silentLiar("liar");
    const { synchronizer } = setUp(liar);
    synchronizer.consider();
    await turns();
    assert.deepEqual(liar.asked, ["ignored"]);
    assert.equal(synchronizer.isImporting, false);
    mock.timers.tick(peerLimits.progressMs);
    await turns();
    assert.equal(liar.closedFor?.reason, "useless");

    const peer = new FakePeer(chainOf(makeBranch(genesis, 40)));
    const honest = setUp(peer);
    const seen: boolean[] = [];
    honest.chain.importing = async () => {
      seen.push(honest.synchronizer.isImporting);
    };
    honest.synchronizer.consider();
    await turns();
    assert.deepEqual(seen, [false, ...Array.from({ length: 39 }, () => true)]);
  });

  it("expects no blocks of a peer that brings none, or is not followed any more", async () => {
    const blocks = makeBranch(genesis, 400);
    const { chain, synchronizer, peers } = setUp();
    chain.add(...blocks.slice(0, 300));
    const heights: number[] = [];
    chain.expect = (height) => heights.push(height);
    // It shows blocks that this node has, and says that there are many more.
    const liar = new FakePeer(chainOf(blocks));
    liar.best = { ...liar.chain.best(), number: 2 ** 40, totalDifficulty: 1000n };
    const hashAt = liar.hashAt.bind(liar);
    const other = makeBlock({ tag: "other" }).hash;
    liar.hashAt = (height) =>
      height > 100 && height !== 292 ? Promise.resolve(other) : hashAt(height);
    peers.push(liar);
    synchronizer.consider();
    await turns();
    assert.ok(liar.asked.includes("headers 192"));
    assert.deepEqual(heights, [300]);
    const peer = new FakePeer(chainOf(blocks.slice(0, 301)));
    peer.best = { ...peer.chain.best(), totalDifficulty: 1000n };
    peers.push(peer);
    synchronizer.consider();
    await turns();
    assert.deepEqual(heights, [300, 301, 301]);
  });

  it("gives a peer more time with each new block", async () => {
    const peer = new FakePeer(chainOf(makeBranch(genesis, 5)));
    const { chain, synchronizer } = setUp(peer);
    chain.importing = async () => mock.timers.tick(peerLimits.progressMs - 1);
    synchronizer.consider();
    await turns();
    assert.equal(peer.closedFor, undefined);
    assert.equal(chain.head.header.number, 5);
  });

  it("follows an honest peer after each one that claims more and brings nothing", async () => {
    const honest = new FakePeer(chainOf(makeBranch(genesis, 3)), "honest");
    const { chain, synchronizer, peers } = setUp(silentLiar("first"), honest);
    synchronizer.consider();
    // It comes back with another key as often as it is disconnected.
    for (let i = 0; i < 6; i++) {
      await turns();
      mock.timers.tick(peerLimits.progressMs);
      peers.push(silentLiar(`again ${i}`));
      synchronizer.consider();
      await turns();
      assert.deepEqual(chain.best(), honest.chain.best());
      honest.chain.add(makeBlock({ parent: honest.chain.head, tag: String(i) }));
      honest.best = honest.chain.best();
      synchronizer.consider();
    }
    await turns();
    mock.timers.tick(peerLimits.progressMs);
    await turns();
    assert.deepEqual(chain.best(), honest.chain.best());
    assert.equal(honest.closedFor, undefined);
  });

  it("leaves peers that are slow while others wait, and comes back to them", async (t) => {
    let now = 0;
    t.mock.method(performance, "now", () => now);
    const slow = ["one", "two"].map((tag) => {
      const peer = new FakePeer(chainOf(makeBranch(genesis, 60, tag)), tag);
      const answer = peer.block.bind(peer);
      peer.block = (hash) => {
        now += peerLimits.turnMs / 4;
        return answer(hash);
      };
      peer.best = { ...peer.chain.best(), totalDifficulty: 1000n };
      return peer;
    });
    const [first, ...others] = makeBranch(genesis, 40, "honest") as [StoredBlock];
    const honest = new FakePeer(chainOf([first, ...others]), "honest");
    const { chain, synchronizer } = setUp(...slow, honest);
    synchronizer.consider();
    await turns(2000);
    const at = ({ best }: Pick<FakePeer, "best">) =>
      chain.received.indexOf(Buffer.from(best?.hash as Uint8Array).toString("hex"));
    assert.ok(at(honest) > 0);
    for (const peer of slow) {
      assert.ok(at(peer) > at(honest));
      assert.equal(peer.closedFor?.reason, "breach");
    }
  });

  it("is not importing once the head is a block of another, or if the blocks are beside the head", async () => {
    const peer = new FakePeer(chainOf(makeBranch(genesis, 3)));
    const { chain, synchronizer } = setUp(peer);
    const seen: boolean[] = [];
    chain.importing = async ({ header }) => {
      if (header.number > 1) seen.push(synchronizer.isImporting);
      if (header.number === 2) {
        chain.importing = async () => {
          seen.push(synchronizer.isImporting);
        };
        chain.add(makeBlock({ parent: genesis, difficulty: 9n }));
      }
    };
    peer.best = { ...peer.chain.best(), totalDifficulty: 10n };
    synchronizer.consider();
    await turns();
    assert.deepEqual(seen, [true, false]);
  });

  it("disconnects a peer whose blocks have less difficulty than it told", async () => {
    const liar = new FakePeer(chainOf(makeBranch(genesis, 3)));
    liar.best = { ...liar.chain.best(), totalDifficulty: 1000n };
    const { chain, synchronizer } = setUp(liar);
    synchronizer.consider();
    await turns();
    assert.equal(liar.closedFor?.reason, "breach");
    assert.equal(chain.head.header.number, 3);
  });

  it("disconnects a peer that tells another head again and again and never has it", async () => {
    const liar = new FakePeer(new FakeChain());
    const others = makeBranch(makeBlock({ tag: "elsewhere" }), 3);
    const [last] = others.slice(-1) as [StoredBlock];
    const elsewhere = chainOf(others);
    liar.headers = async (hash, count) => elsewhere.headers(hash, count);
    liar.hashAt = async () => last.hash;
    const { synchronizer } = setUp(liar);
    let tries = 0;
    while (liar.closedFor === undefined && tries < 100) {
      tries++;
      const tip = makeBlock({ parent: last, tag: `${tries}` });
      elsewhere.add(tip);
      liar.best = { number: 2, hash: tip.hash, parentHash: last.hash, totalDifficulty: 99n };
      synchronizer.consider();
      await turns(10);
    }
    assert.equal(tries, peerLimits.missedHeadsMax + 1);
    assert.equal(liar.closedFor?.reason, "breach");
  });

  it("is idle once none of the peers that this node connected to is ahead", async () => {
    const given = new FakePeer(chainOf(makeBranch(genesis, 30)), "given");
    given.isOutbound = true;
    const liar = silentLiar("liar");
    const { chain, synchronizer, peers } = setUp(given);
    synchronizer.consider();
    peers.push(liar);
    await synchronizer.idle();
    assert.deepEqual(chain.best(), given.chain.best());
    await turns();
    assert.deepEqual(liar.asked, ["ignored"]);
    liar.close(new PeerFault("requested", "it left"));
    await synchronizer.stop();
  });

  it("stops with the block that is being imported", async () => {
    const peer = new FakePeer(chainOf(makeBranch(genesis, 9)));
    const { chain, synchronizer, ends } = setUp(peer);
    let stopped: Promise<void> | undefined;
    chain.importing = async ({ header }) => {
      if (header.number !== 4) return;
      stopped = synchronizer.stop();
      peer.close(new PeerFault("quitting", "this node stops"));
    };
    synchronizer.consider();
    await turns();
    await stopped;
    assert.equal(chain.head.header.number, 4);
    assert.equal(ends(), 0);
    synchronizer.consider();
    await turns();
    assert.equal(chain.head.header.number, 4);
  });
});
