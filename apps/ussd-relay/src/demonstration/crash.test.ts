import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keccak256, parseTransaction } from "viem";
import type { Chain } from "../chain/chain.js";
import { listOutgoing, outgoingChange } from "../engine/outgoing.js";
import { relayLimits } from "../limits.js";
import { screens } from "../menu/screens.js";
import type { Records } from "../records/records.js";
import { FakeChain } from "../testing/fake-chain.js";
import {
  openTestRelay,
  post,
  recipient,
  temporaryDirectory,
  temporaryRecords,
  transferText,
} from "../testing/relay.js";
import { keySigner } from "../wallet/signer.js";

class Dead extends Error {}

/** Stops a relay at the step of a number: before or after it. */
function mortal(end: number, isDone: boolean) {
  let steps = 0;
  const wrap = <T extends object>(object: T, names: readonly (keyof T)[]): T => {
    const entries = names.map((name) => {
      const method = object[name] as (...args: unknown[]) => Promise<unknown>;
      const step = async (...args: unknown[]) => {
        steps += 1;
        if (steps > end || (steps === end && !isDone)) throw new Dead();
        const result = await method.apply(object, args);
        if (steps >= end) throw new Dead();
        return result;
      };
      return [name, step] as const;
    });
    const replaced = new Map<PropertyKey, unknown>(entries);
    return new Proxy(object, {
      get(target, name) {
        if (replaced.has(name)) return replaced.get(name);
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  return { wrap, steps: () => steps };
}

async function liveAndDie(
  chain: FakeChain,
  records: Records,
  text: string,
  { wrap }: ReturnType<typeof mortal>,
): Promise<void> {
  const { answer } = openTestRelay({
    chain: wrap<Chain>(chain, ["walletState", "broadcast"]),
    records: wrap(records, ["claim", "write"]),
  });
  await answer(post("a", text));
}

/** The steps of one settlement: the claim to follow, the receipts, the write. */
const stepsOfSettlement = 3;

describe("the outcome of a payment", () => {
  it("is logged and stored, for every step at which its process is killed", async (t) => {
    for (let end = 1; end <= stepsOfSettlement; end++) {
      for (const isDone of [false, true]) {
        const chain = new FakeChain();
        const records = await temporaryRecords(t);
        await openTestRelay({ chain, records }).answer(post("a", transferText));
        const life = mortal(end, isDone);
        const dying = openTestRelay({
          chain: life.wrap<Chain>(chain, ["receipts"]),
          records: life.wrap(records, ["claim", "write"]),
        });
        await dying.follower.begin();
        await dying.follower.end();
        assert.equal(life.steps(), end, "it died");

        const { follower, log } = openTestRelay({ chain, records });
        await follower.begin();
        await follower.end();
        const lines = [...dying.log.lines, ...log.lines];
        assert.ok(lines.includes(`Transfer confirmed: ${chain.mined[0]}`), `${end}, ${isDone}`);
        assert.deepEqual(await listOutgoing(records), []);
      }
    }
  });
});

/** The steps of one payment: the claims of session and wallet, the wallet's state, write, broadcast. */
const stepsOfPayment = 5;

describe("a payment", () => {
  it("pays once, for every step at which its process is killed", async (t) => {
    for (let end = 1; end <= stepsOfPayment; end++) {
      for (const isDone of [false, true]) {
        for (const isMiningAtOnce of [false, true]) {
          const chain = new FakeChain();
          chain.isMiningAtOnce = isMiningAtOnce;
          const directory = temporaryDirectory(t);
          const first = await temporaryRecords(t, directory);
          const life = mortal(end, isDone);
          await liveAndDie(chain, first, transferText, life);
          assert.ok(life.steps() >= end, "it died");
          await first.close();

          const { answer, follower, log } = openTestRelay({
            chain,
            records: await temporaryRecords(t, directory),
          });
          await follower.begin();
          const screen = await answer(post("a", transferText));
          assert.match(screen, /^END Transfer Submitted/);
          assert.equal(await answer(post("a", transferText)), screen);
          chain.mine();
          assert.equal(chain.mined.length, 1, `step ${end}, done: ${isDone}`);
          assert.ok(screen.includes((chain.mined[0] ?? "").slice(0, 12)));
          await follower.begin();
          assert.ok(log.lines.includes(`Transfer confirmed: ${chain.mined[0]}`));
          await follower.end();
        }
      }
    }
  });

  it("pays once, also if the clock of the machine jumps to when its answer has expired", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const chain = new FakeChain();
    const directory = temporaryDirectory(t);
    const first = await temporaryRecords(t, directory);
    const told = await openTestRelay({ chain, records: first }).answer(post("a", transferText));
    t.mock.timers.setTime(Date.now() + 2 * relayLimits.answersKeptMs);
    const { answer } = openTestRelay({ chain, records: first });
    assert.equal(await answer(post("a", transferText)), told);
    await first.close();
    const second = await temporaryRecords(t, directory);
    const again = openTestRelay({ chain, records: second });
    assert.equal(await again.answer(post("a", transferText)), told);
    assert.equal(chain.mined.length, 1);
  });

  it("counts as sent if the outcome is unknown, and is never signed again", async (t) => {
    const chain = new FakeChain();
    chain.isMiningAtOnce = false;
    chain.losesAnswers = true;
    const records = await temporaryRecords(t);
    const { answer, follower } = openTestRelay({ chain, records });
    assert.match(await answer(post("a", transferText)), /^END Transfer Submitted/);
    chain.losesAnswers = false;
    chain.forget();
    await follower.begin();
    await follower.end();
    chain.mine();
    assert.equal(chain.mined.length, 1);
    assert.equal(new Set(chain.seen).size, 1);
    assert.equal((await listOutgoing(records)).length, 1);
  });

  it("gives each its own nonce, also if the node has lost earlier ones", async (t) => {
    const chain = new FakeChain();
    chain.isMiningAtOnce = false;
    const { answer, follower } = openTestRelay({ chain, records: await temporaryRecords(t) });
    await Promise.all(["a", "b", "c"].map((id) => answer(post(id, transferText))));
    chain.forget();
    await answer(post("d", transferText));
    assert.deepEqual(
      chain.seen.map((raw) => parseTransaction(raw).nonce ?? 0),
      [0, 1, 2, 3],
    );
    await follower.begin();
    await follower.end();
    chain.mine();
    assert.equal(chain.mined.length, 4);
  });

  it("has the next nonce of its wallet, whatever another wallet has left unsettled", async (t) => {
    const records = await temporaryRecords(t);
    const fees = { maxFeePerGas: 400n, maxPriorityFeePerGas: 10n };
    const call = { gas: 90_000n, data: "0x12" } as const;
    const former = keySigner(`0x${"22".repeat(32)}`);
    for (const [nonce, wallet] of [
      [40, former.address],
      // Former versions did not store the wallet.
      [41, undefined],
    ] as const) {
      const raw = await former.sign({
        type: "eip1559",
        chainId: 31,
        nonce,
        to: recipient,
        ...call,
        ...fees,
      });
      const id = keccak256(raw);
      const attempts = [{ hash: id, raw }];
      const outgoing = { id, nonce, attempts, fees, ...call, kind: "transfer" } as const;
      await records.write([outgoingChange({ ...outgoing, ...(wallet && { wallet }) })]);
    }
    const chain = new FakeChain();
    const { answer } = openTestRelay({ chain, records });
    assert.match(await answer(post("a", transferText)), /^END Transfer Submitted/);
    assert.equal(chain.mined.length, 1);
  });

  it("signs again if another program took its nonce, a limited number of times", async (t) => {
    const chain = new FakeChain();
    const records = await temporaryRecords(t);
    const walletState = chain.walletState.bind(chain);
    let taken = 0;
    let times = 2;
    chain.walletState = async () => {
      const found = await walletState();
      if (taken++ < times) chain.takeNonce();
      return found;
    };
    const relay = openTestRelay({ chain, records });
    const screen = await relay.answer(post("a", transferText));
    assert.equal(chain.mined.length, 1);
    assert.ok(screen.includes((chain.mined[0] ?? "").slice(0, 12)));
    taken = 0;
    times = 100;
    assert.equal(await relay.answer(post("b", transferText)), screens.notSent);
    assert.equal(taken, 3);
    assert.equal(chain.mined.length, 1);
    assert.deepEqual(
      (await listOutgoing(records)).map(({ id }) => id),
      chain.mined,
    );
  });

  it("leaves no record of what the node refuses", async (t) => {
    const chain = new FakeChain();
    chain.refusal = "insufficient funds for gas * price + value";
    const records = await temporaryRecords(t);
    const { answer, log } = openTestRelay({ chain, records });
    assert.equal(await answer(post("a", transferText)), screens.notSent);
    assert.match(log.warnings.join("\n"), /insufficient funds for gas/);
    assert.deepEqual(await listOutgoing(records), []);
    chain.refusal = undefined;
    assert.match(await answer(post("a", transferText)), /^END Transfer Submitted/);
    assert.deepEqual(chain.mined, [keccak256(chain.seen.at(-1) ?? "0x")]);
  });
});
