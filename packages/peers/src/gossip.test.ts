/** Tests what peers are told, and what is done with what they tell. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeBlock, hexDigits, keccak256, type StoredBlock } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { Gossip } from "./gossip.js";
import { peerLimits } from "./limits.js";
import { PeerFault } from "./peer-fault.js";
import { Synchronizer } from "./sync/synchronizer.js";
import { FakeChain, genesis, makeBlock, makeBranch } from "./testing/fake-chain.js";
import { FakePeer } from "./testing/fake-peer.js";

const isBreach = (error: unknown) => error instanceof PeerFault && error.reason === "breach";
const turns = async (count = 20) => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
};

function setUp(count: number) {
  const chain = new FakeChain();
  const all = Array.from({ length: count }, (_, i) => new FakePeer(new FakeChain(), `${i}`));
  const peers = () => all.filter(({ signal }) => !signal.aborted).map(({ peer }) => peer);
  const synchronizer = new Synchronizer({
    chain,
    peers,
    logger: silentLogger,
    isFetching: (hash) => gossip.isFetching(hash),
    ended: () => gossip.tellHead(),
  });
  const gossip: Gossip = new Gossip({ chain, synchronizer, peers, logger: silentLogger });
  chain.moved = (added) => gossip.headMoved({ removed: [], added });
  return { chain, gossip, synchronizer, all };
}
const kinds = (peer: FakePeer) => peer.told.map(({ kind }) => kind);
const next = (parent: StoredBlock = genesis, tag = "") => makeBlock({ parent, tag });
const transaction = (byte: number, length = 100) => {
  const raw = Buffer.alloc(length, byte);
  raw[0] = 2;
  return { raw, hash: keccak256(raw) };
};

describe("a new block", () => {
  it("is told whole to the square root of the peers, by its hash to the others, and as head to all", () => {
    const { chain, all } = setUp(10);
    chain.add(next());
    assert.deepEqual(all.slice(0, 4).map(kinds), Array(4).fill(["block", "status"]));
    assert.deepEqual(all.slice(4).map(kinds), Array(6).fill(["hashes", "status"]));
  });

  it("is not told to a peer that has it", () => {
    const { chain, all } = setUp(3);
    const block = next();
    all[0]?.noteBlock(block.hash);
    chain.add(block);
    assert.deepEqual(all.map(kinds), [["status"], ["block", "status"], ["block", "status"]]);
  });

  it("is told again later if a peer did not read", () => {
    const { chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    const block = next();
    peer.isReading = false;
    chain.add(block);
    assert.equal(peer.knowsBlock(block.hash), false);
  });

  it("is not told back to the peer that sent it, and is told to the others", async () => {
    const { gossip, chain, all } = setUp(3);
    const block = next();
    const [sender, ...others] = all as [FakePeer, FakePeer, FakePeer];
    await gossip.told(sender.peer, { kind: "block", encoded: encodeBlock(block) });
    assert.equal(chain.head.hash.toString(), block.hash.toString());
    assert.deepEqual(kinds(sender), ["status"]);
    assert.deepEqual(others.map(kinds), Array(2).fill(["block", "status"]));
  });

  it("of a branch beside the head is told by its hash", async () => {
    const { gossip, chain, all } = setUp(2);
    chain.add(next(), next(next()));
    const [sender, other] = all as [FakePeer, FakePeer];
    for (const peer of all) peer.told.length = 0;
    const uncle = next(genesis, "uncle");
    await gossip.told(sender.peer, { kind: "block", encoded: encodeBlock(uncle) });
    assert.deepEqual([kinds(sender), kinds(other)], [[], ["hashes"]]);
  });

  it("is one of many: only the head is told", () => {
    const { gossip, all } = setUp(1);
    const added = makeBranch(genesis, peerLimits.addedMax + 1);
    gossip.headMoved({ removed: [], added });
    assert.deepEqual(all.map(kinds), [["status"]]);
  });

  it("of a peer is refused with another header, and its proof of work is checked first", async () => {
    const { gossip, chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    const encoded = encodeBlock(next());
    const send = (bytes: Uint8Array) => gossip.told(peer.peer, { kind: "block", encoded: bytes });
    await assert.rejects(send(Uint8Array.of(0xc0)), isBreach);
    await assert.rejects(send(encoded.subarray(0, 100)), isBreach);
    const long = { ...genesis.header, extraData: new Uint8Array(peerLimits.unclesBytesMax) };
    await assert.rejects(send(encodeBlock({ ...next(), uncles: [long] })), isBreach);
    chain.checkHeader = () => "no proof of work";
    await assert.rejects(send(encoded), isBreach);
    assert.deepEqual(chain.received, []);
  });

  it("of a peer is not decoded while it is known to be of the future", async () => {
    const { gossip, chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    const block = next();
    chain.earlyBefore.add(hexDigits(block.hash));
    const tell = () => gossip.told(peer.peer, { kind: "block", encoded: encodeBlock(block) });
    await tell();
    assert.deepEqual(chain.received, []);
    chain.earlyBefore.clear();
    await tell();
    assert.equal(chain.head.hash.toString(), block.hash.toString());
  });

  it("of a peer is not decoded without its parent, which need not exist", async () => {
    const { gossip, chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    const orphan = next(next(genesis, "unknown"));
    await gossip.told(peer.peer, { kind: "block", encoded: encodeBlock(orphan) });
    assert.deepEqual(chain.received, []);
    assert.equal(peer.knowsBlock(orphan.hash), true);
  });

  it("that cannot be stored ends no connection", async () => {
    const { gossip, chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    chain.receive = () => Promise.reject(new Error("no space"));
    await gossip.told(peer.peer, { kind: "block", encoded: encodeBlock(next()) });
    assert.equal(peer.closedFor, undefined);
  });
});

describe("announced hashes", () => {
  const announced = (blocks: readonly StoredBlock[]) => ({
    kind: "hashes" as const,
    blocks: blocks.map(({ hash, header }) => ({ hash, number: header.number })),
  });

  it("are fetched one at a time, once, unless they are known", async () => {
    const { gossip, chain, all } = setUp(2);
    const [one, other] = all as [FakePeer, FakePeer];
    const blocks = makeBranch(genesis, 3);
    one.chain.add(...blocks);
    chain.add(blocks[0] as StoredBlock);
    await gossip.told(one.peer, announced(blocks));
    await gossip.told(other.peer, announced(blocks));
    await turns();
    assert.deepEqual(
      one.asked,
      blocks.slice(1).map(({ hash }) => `block ${hexDigits(hash)}`),
    );
    assert.deepEqual(other.asked, []);
    assert.equal(chain.head.header.number, 3);
  });

  it("of blocks that do not exist do not keep those of other peers from being fetched", async () => {
    const { gossip, chain, all } = setUp(2);
    const [liar, honest] = all as [FakePeer, FakePeer];
    const elsewhere = makeBranch(makeBlock({ tag: "elsewhere" }), 2 * peerLimits.announcedMax);
    liar.block = async () => {
      liar.asked.push("ignored");
      return new Promise(() => {});
    };
    await gossip.told(liar.peer, announced(elsewhere.slice(0, peerLimits.announcedMax)));
    await gossip.told(liar.peer, announced(elsewhere.slice(peerLimits.announcedMax)));
    await turns();
    assert.deepEqual(liar.asked, ["ignored"]);
    const fetched = elsewhere.filter(({ hash }) => gossip.isFetching(hash));
    assert.equal(fetched.length, peerLimits.fetchesMax);
    const block = next();
    honest.chain.add(block);
    await gossip.told(honest.peer, announced([block]));
    await turns();
    assert.equal(chain.head.header.number, 1);
    // Nor do they keep it from being followed.
    honest.chain.add(next(block));
    await gossip.told(honest.peer, { kind: "status", ...honest.chain.best() });
    await turns();
    assert.equal(chain.head.header.number, 2);
  });

  it("end the connection if the block is not what was announced", async () => {
    const { gossip, all } = setUp(1);
    const [peer] = all as [FakePeer];
    peer.block = async () => Uint8Array.of(1);
    await gossip.told(peer.peer, announced([next()]));
    await turns();
    assert.equal(peer.closedFor?.reason, "breach");
  });

  it("end the connection if the block is another valid one", async () => {
    const { gossip, chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    peer.block = async () => encodeBlock(next());
    await gossip.told(peer.peer, announced([next(genesis, "announced")]));
    await turns();
    assert.equal(peer.closedFor?.reason, "breach");
    assert.deepEqual(chain.received, []);
  });

  it("of a peer that is slow with a block before them are fetched from another", async (t) => {
    let now = 0;
    t.mock.method(performance, "now", () => now);
    const { gossip, chain, all } = setUp(2);
    const [slow, other] = all as [FakePeer, FakePeer];
    const [first, second] = makeBranch(genesis, 2) as [StoredBlock, StoredBlock];
    let bring = () => {};
    slow.block = () =>
      new Promise((resolve) => {
        bring = () => resolve(encodeBlock(first));
      });
    await gossip.told(slow.peer, announced([first, second]));
    await turns();
    now += peerLimits.fetchWaitMsMax + 1;
    bring();
    await turns();
    assert.deepEqual([slow.closedFor, gossip.isFetching(second.hash)], [undefined, false]);
    other.chain.add(first, second);
    await gossip.told(other.peer, announced([second]));
    await turns();
    assert.deepEqual(chain.head.hash, second.hash);
  });
});

describe("transactions", () => {
  it("are told together, once to each peer, and not to one that has them", async () => {
    const { gossip, all } = setUp(2);
    const [one, other] = all as [FakePeer, FakePeer];
    const [a, b] = [transaction(1), transaction(2)];
    one.noteTransaction(a.hash);
    for (const each of [a, b]) gossip.transactionAdded(each as never);
    await turns();
    assert.deepEqual(one.told, [{ kind: "transactions", raws: [b.raw] }]);
    assert.deepEqual(other.told, [{ kind: "transactions", raws: [a.raw, b.raw] }]);
    gossip.transactionAdded(b as never);
    await turns();
    assert.deepEqual([one.told.length, other.told.length], [1, 1]);
  });

  it("are divided by their bytes", async () => {
    const { gossip, all } = setUp(1);
    const [peer] = all as [FakePeer];
    const half = peerLimits.transactionsBytesMax / 2;
    for (let i = 0; i < 5; i++) gossip.transactionAdded(transaction(i, half) as never);
    await turns();
    const counts = peer.told.map((told) => (told.kind === "transactions" ? told.raws.length : 0));
    assert.deepEqual(counts, [2, 2, 1]);
  });

  it("of a peer are added to the pool, and not told back", async () => {
    const { gossip, chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    const one = transaction(7);
    await gossip.told(peer.peer, { kind: "transactions", raws: [one.raw] });
    gossip.transactionAdded(one as never);
    await turns();
    assert.deepEqual(chain.submitted, [hexDigits(one.raw)]);
    assert.deepEqual(peer.told, []);
  });

  it("of a peer are ignored for a time after most were refused, and its blocks are not", async () => {
    const { gossip, chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    chain.refused = 10_000;
    const told = (byte: number) =>
      gossip.told(peer.peer, { kind: "transactions", raws: [transaction(byte).raw] });
    await told(7);
    await told(8);
    assert.equal(chain.submitted.length, 1);
    const block = next();
    await gossip.told(peer.peer, { kind: "block", encoded: encodeBlock(block) });
    assert.deepEqual(chain.head.hash, block.hash);
  });

  it("are taken, and blocks told, while a peer claims more and sends nothing", async () => {
    const { gossip, chain, all } = setUp(2);
    const [liar, other] = all as [FakePeer, FakePeer];
    liar.hashAt = () =>
      new Promise<never>((_, reject) => {
        liar.signal.addEventListener("abort", () => reject(liar.signal.reason));
      });
    const best = { ...chain.best(), number: 2 ** 40, totalDifficulty: 2n ** 255n };
    await gossip.told(liar.peer, { kind: "status", ...best });
    await gossip.told(other.peer, { kind: "transactions", raws: [transaction(7).raw] });
    assert.equal(chain.submitted.length, 1);
    chain.add(next());
    assert.deepEqual(kinds(other), ["block", "status"]);
    liar.close(new PeerFault("requested", "it left"));
  });

  it("are taken, and blocks told, while a peer brings blocks beside the head", async () => {
    const { gossip, chain, all } = setUp(2);
    const [slow, other] = all as [FakePeer, FakePeer];
    slow.chain.add(...makeBranch(genesis, 3, "slow"));
    const own = makeBlock({ parent: genesis, difficulty: 9n });
    chain.add(own);
    const answer = slow.block.bind(slow);
    const last = slow.chain.best();
    const silence = new Promise<never>((_, reject) => {
      slow.signal.addEventListener("abort", () => reject(slow.signal.reason));
    });
    slow.block = (hash) => (hash.toString() === last.hash.toString() ? silence : answer(hash));
    await gossip.told(slow.peer, { kind: "status", ...last, totalDifficulty: 10n });
    await turns();
    assert.equal(chain.received.length, 2);
    other.told.length = 0;
    await gossip.told(other.peer, { kind: "transactions", raws: [transaction(7).raw] });
    assert.equal(chain.submitted.length, 1);
    chain.add(next(own));
    assert.deepEqual(kinds(other), ["block", "status"]);
    slow.close(new PeerFault("requested", "it left"));
  });

  it("are taken, and blocks told, while a peer with more difficulty brings a block seldom", async (t) => {
    let now = 0;
    t.mock.method(performance, "now", () => now);
    const { gossip, chain, all } = setUp(2);
    const [slow, other] = all as [FakePeer, FakePeer];
    slow.chain.add(...makeBranch(genesis, 4, "slow"));
    const answer = slow.block.bind(slow);
    const asked: (() => void)[] = [];
    slow.block = (hash) =>
      new Promise((resolve) => {
        asked.push(() => resolve(answer(hash)));
      });
    await gossip.told(slow.peer, { kind: "status", ...slow.chain.best() });
    const tell = () =>
      gossip.told(other.peer, { kind: "transactions", raws: [transaction(7).raw] });
    for (let height = 1; height < 4; height++) {
      await turns();
      asked.shift()?.();
      await turns();
      assert.equal(chain.head.header.number, height);
      await tell();
      assert.equal(chain.submitted.length, height - 1, "the next block may come at once");
      now += peerLimits.importingMs;
      await tell();
      assert.equal(chain.submitted.length, height);
    }
    assert.deepEqual(kinds(other), Array(3).fill(["block", "status"]).flat());
    asked.shift()?.();
    await turns();
  });

  it("that wait are told to a new peer behind the head", async () => {
    const { gossip, chain, all } = setUp(1);
    const [peer] = all as [FakePeer];
    chain.waiting = [transaction(1), transaction(2)];
    await gossip.greet(peer.peer);
    assert.deepEqual(kinds(peer), ["status", "transactions"]);
  });
});

describe("requests of a peer", () => {
  it("are answered from the chain, and not at all if there is no answer", async () => {
    const { gossip, chain } = setUp(0);
    const blocks = makeBranch(genesis, 300);
    chain.add(...blocks);
    const { hash } = blocks[299] as StoredBlock;
    const unknown = makeBlock({ tag: "unknown" }).hash;
    const headers = await gossip.answer({ kind: "headers-request", hash, count: 192 });
    assert.equal(headers?.kind === "headers-answer" && headers.headers.length, 192);
    assert.equal(await gossip.answer({ kind: "headers-request", hash, count: 193 }), undefined);
    assert.equal(await gossip.answer({ kind: "headers-request", hash, count: 0 }), undefined);
    assert.equal(
      await gossip.answer({ kind: "headers-request", hash: unknown, count: 1 }),
      undefined,
    );
    assert.deepEqual(await gossip.answer({ kind: "hash-request", height: 300 }), {
      kind: "hash-answer",
      hash,
    });
    assert.equal(await gossip.answer({ kind: "hash-request", height: 2 ** 53 - 1 }), undefined);
    assert.equal(await gossip.answer({ kind: "block-request", hash: unknown }), undefined);
  });
});
