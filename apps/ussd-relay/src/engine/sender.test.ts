/** Sends transactions while the records fail at a write, over a fake chain and real records. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { keccak256, parseTransaction } from "viem";
import { relayLimits } from "../limits.js";
import { screens } from "../menu/screens.js";
import type { Change, Claim, Records } from "../records/records.js";
import { FakeChain } from "../testing/fake-chain.js";
import { openTestRelay, post, temporaryRecords, transferText } from "../testing/relay.js";
import { listOutgoing } from "./outgoing.js";

class Silence extends Error {}

type Write = () => Promise<boolean>;

/** Replaces the writes and the reads of transactions until it is over. */
interface Trouble {
  /** Whether it is over. */
  isOver: boolean;
  /** Is called for a write that stores a transaction. */
  atKeep(write: Write): Promise<boolean>;
  /** Is called for a write that removes one. */
  atDrop(write: Write): Promise<boolean>;
  /** Is called before a transaction is read. */
  atRead(): Promise<void>;
}

const none: Trouble = {
  isOver: false,
  atKeep: (write) => write(),
  atDrop: (write) => write(),
  atRead: async () => {},
};

function troubled(records: Records, trouble: Trouble): Records {
  return {
    get: async (table, id) => {
      if (table === "relayed" && !trouble.isOver) await trouble.atRead();
      return records.get(table, id);
    },
    list: (table) => records.list(table),
    claim: (held, ttlMs) => records.claim(held, ttlMs),
    release: (held) => records.release(held),
    async write(changes: readonly Change[], claims?: readonly Claim[]) {
      const write = () => records.write(changes, claims);
      const change = changes.find(({ table }) => table === "relayed");
      if (change === undefined || trouble.isOver) return write();
      return change.value === undefined ? trouble.atDrop(write) : trouble.atKeep(write);
    },
    useOnce: (id, ttlMs) => records.useOnce(id, ttlMs),
    next: (counter) => records.next(counter),
    assertUsable: () => records.assertUsable(),
    close: () => records.close(),
  };
}

/** Returns a relay whose records are in trouble, and what it answers to a transfer, now and again later. */
async function during(t: TestContext, parts: Partial<Trouble>, chain = new FakeChain()) {
  const trouble = { ...none, ...parts };
  const records = await temporaryRecords(t);
  const relay = openTestRelay({ chain, records: troubled(records, trouble) });
  t.after(() => relay.follower.end());
  const screen = await relay.answer(post("a", transferText));
  trouble.isOver = true;
  return { ...relay, records, chain, screen };
}

const silent = async (): Promise<never> => {
  throw new Silence("no answer");
};

const writeSilently = async (write: Write): Promise<never> => {
  await write();
  return silent();
};

const submitted = /^END Transfer Submitted/;

describe("a transaction whose records do not answer", () => {
  it("is sent if it is stored", async (t) => {
    const { answer, chain, screen } = await during(t, { atKeep: writeSilently });
    assert.match(screen, submitted);
    assert.equal(await answer(post("a", transferText)), screen);
    assert.equal(chain.mined.length, 1);
  });

  it("is not sent if it is not stored, and can be repeated", async (t) => {
    const { answer, chain, records, screen } = await during(t, { atKeep: silent });
    assert.equal(screen, screens.unavailable);
    assert.equal(chain.seen.length, 0);
    assert.deepEqual(await listOutgoing(records), []);
    assert.match(await answer(post("a", transferText)), submitted);
    assert.equal(chain.mined.length, 1);
  });

  it("is not stored after its user was told that nothing was sent", async (t) => {
    let late: Write | undefined;
    const { chain, records, screen, follower } = await during(t, {
      async atKeep(write) {
        late = write;
        return silent();
      },
      async atRead() {
        await late?.();
      },
    });
    assert.equal(screen, screens.unavailable);
    assert.deepEqual(await listOutgoing(records), []);
    await follower.begin();
    assert.equal(chain.seen.length, 0);
  });

  for (const atKeep of [writeSilently, silent]) {
    it(`has an unknown outcome if nobody can read it: ${atKeep.name}`, async (t) => {
      const { answer, chain, follower, screen } = await during(t, { atKeep, atRead: silent });
      assert.equal(screen, screens.uncertain);
      await follower.begin();
      assert.match(await answer(post("a", transferText)), submitted);
      assert.equal(chain.mined.length, 1);
    });
  }

  it("counts as sent if the node refuses it and it cannot be removed", async (t) => {
    const chain = new FakeChain();
    chain.refusal = "the pool is full";
    const { answer, screen, follower } = await during(t, { atDrop: silent }, chain);
    assert.match(screen, submitted);
    chain.refusal = undefined;
    await follower.begin();
    assert.equal(await answer(post("a", transferText)), screen);
    assert.equal(chain.mined.length, 1);
  });

  it("counts as sent if the node refuses it after another instance has taken over", async (t) => {
    const chain = new FakeChain();
    chain.refusal = "the pool is full";
    const { screen } = await during(t, { atDrop: async () => false }, chain);
    assert.match(screen, submitted);
  });

  it("is not sent if the node refuses it and it is removed", async (t) => {
    const chain = new FakeChain();
    chain.refusal = "the pool is full";
    const { screen, records } = await during(t, { atDrop: writeSilently }, chain);
    assert.equal(screen, screens.unavailable);
    assert.deepEqual(await listOutgoing(records), []);
  });
});

describe("a transaction that a full pool refuses", () => {
  const gwei = 10n ** 9n;
  const fullChain = (tipMin: bigint) =>
    Object.assign(new FakeChain(), { tipMin, coins: gwei ** 2n });
  const tipsOf = ({ seen }: FakeChain) =>
    seen.map((raw) => parseTransaction(raw).maxPriorityFeePerGas ?? 0n);
  const isRising = (tips: readonly bigint[]) =>
    tips.every((tip, i) => i === 0 || tip > (tips[i - 1] as bigint));

  it("is offered at higher fees, and its user is told the hash that the pool takes", async (t) => {
    const chain = fullChain(10_000_000n);
    chain.isMiningAtOnce = false;
    const { answer, screen, records } = await during(t, {}, chain);
    assert.match(screen, submitted);
    assert.ok(isRising(tipsOf(chain)) && chain.seen.length > 1);
    const taken = keccak256(chain.seen.at(-1) ?? "0x");
    assert.ok(screen.includes(taken.slice(0, 12)));
    const [outgoing, ...others] = await listOutgoing(records);
    assert.deepEqual([outgoing?.id, outgoing?.attempts.length, others], [taken, 1, []]);
    assert.equal(await answer(post("a", transferText)), screen);
    chain.mine();
    assert.deepEqual(chain.mined, [taken]);
  });

  it("is given up at a tip that doubles the price, and its user is told that nothing was sent", async (t) => {
    const chain = fullChain(gwei);
    const { answer, screen, records } = await during(t, {}, chain);
    assert.equal(screen, screens.notSent);
    const price = await chain.gasPrice();
    assert.ok(isRising(tipsOf(chain)) && tipsOf(chain).every((tip) => tip <= price));
    assert.ok((tipsOf(chain).at(-1) ?? 0n) > price / 2n);
    assert.deepEqual(await listOutgoing(records), []);
    chain.tipMin = 0n;
    assert.match(await answer(post("a", transferText)), submitted);
    assert.equal(chain.mined.length, 1);
  });

  it("is not offered at a fee that the wallet cannot pay", async (t) => {
    const chain = Object.assign(fullChain(gwei), { coins: 0n });
    const { screen } = await during(t, {}, chain);
    assert.equal(screen, screens.notSent);
    assert.equal(chain.seen.length, 1);
  });

  it("is given up when raising it takes too long for the gateway", async (t) => {
    let time = 0;
    const now = () => {
      time += relayLimits.raisingMsMax;
      return time;
    };
    const chain = fullChain(gwei);
    const { answer, follower } = openTestRelay({ chain, records: await temporaryRecords(t), now });
    t.after(() => follower.end());
    assert.equal(await answer(post("a", transferText)), screens.notSent);
    assert.ok(chain.seen.length <= 2, `${chain.seen.length}`);
  });

  it("is given up also where gas costs nothing", async (t) => {
    const chain = Object.assign(fullChain(gwei), {
      gasPrice: async () => 0n,
      walletState: async () => ({ nonce: 0, gasPrice: 0n }),
    });
    const { screen } = await during(t, {}, chain);
    assert.equal(screen, screens.notSent);
    assert.equal(chain.seen.length, 1 + relayLimits.replacementsMax);
  });
});
