/** Tests each way in which a payment of extended mode is refused, asked for its PIN, sent or undone. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseTransaction } from "viem";
import { listOutgoing } from "../engine/outgoing.js";
import { coin, conversing, dayMs, recipient, registered } from "../testing/conversing.js";
import { actionData, deadlineOf } from "./forward.js";
import { messagesOf } from "./messages/languages.js";
import { con, end } from "./screen.js";
import type { UserTransaction } from "./user/user-transaction.js";

const texts = messagesOf.en;
const askLoan = [texts.confirm.loan("0.01 COIN", ""), texts.askPin] as const;
const sent = /^END (Transfer|Loan|Repayment) (submitted|requested)\nTx: 0x[0-9a-f]{10}\.\.\.\n/;

describe("a payment's PIN", () => {
  it("is counted when it is wrong, and the last one entered counts", async (t) => {
    const { dial, user, counted, chain } = await conversing(t);
    assert.equal(await dial("3*2905"), con(texts.wrongPin(2), ...askLoan));
    assert.equal(await dial("3*2905*2906"), con(texts.wrongPin(1), ...askLoan));
    assert.equal((await user()).failures, 2);
    assert.match(await dial("3*2905*2904"), sent);
    assert.equal((await user()).failures, 0);
    assert.deepEqual(counted, ["wrong PIN", "wrong PIN", "loan submitted"]);
    assert.equal(chain.mined.length, 1);
  });

  it("locks its user when it is wrong three times", async (t) => {
    const { dial, store, user, chain } = await conversing(t);
    await store({ ...registered, failures: 2 });
    assert.equal(await dial("3*2905"), end(texts.lockedForGood));
    assert.equal((await user()).lockedUntil, "operator");
    assert.equal(await dial("3*2904"), end(texts.lockedForGood));
    assert.equal(chain.mined.length, 0);
  });

  it("does not confirm an amount that a star has split", async (t) => {
    const { dial, user, chain } = await conversing(t);
    assert.equal(await dial(`2*${recipient}*1*5*2904`), end(texts.badPin.malformed));
    assert.deepEqual([(await user()).failures, chain.mined.length], [0, 0]);
  });
});

describe("a payment", () => {
  it("is refused with the first invalid entry, before its PIN is checked", async (t) => {
    const { dial, user, chain } = await conversing(t);
    for (const [text, screen] of [
      ["2*0x12*1", texts.badRecipient.malformed],
      [`2*${registered.address}*1`, texts.badRecipient.own],
      [`2*${recipient}*1,5`, texts.badAmount],
      [`2*${recipient}*0.000000001`, texts.amountDecimals(8)],
      [`2*${recipient}*0`, texts.amountTooSmall("0 COIN")],
      [`2*${recipient}*10.1`, texts.amountTooLarge("10 COIN")],
    ] as const) {
      assert.equal(await dial(`${text}*2905`), end(screen), text);
    }
    assert.deepEqual([(await user()).failures, chain.mined.length], [0, 0]);
  });

  it("may take all that is left of the day, and shows nothing as less than zero", async (t) => {
    const { dial, store, clock } = await conversing(t);
    const day = clock.time / dayMs;
    await store({ ...registered, spent: { day, wei: `${9n * coin}` } });
    const more = `2*${recipient}*1`;
    const question = texts.confirm.transfer("1 COIN", "0xbbbbbbbb...");
    assert.equal(await dial(more), con(question, texts.askPin));
    // The operator has lowered the limit since then.
    await store({ ...registered, spent: { day, wei: `${11n * coin}` } });
    assert.equal(await dial(more), end(texts.dayLimit("0 COIN")));
  });

  it("counts for the day that the clock of another relay has reached already", async (t) => {
    const { dial, store, user, clock } = await conversing(t);
    const day = clock.time / dayMs + 1;
    await store({ ...registered, spent: { day, wei: `${9n * coin}` } });
    assert.equal(await dial(`2*${recipient}*2*2904`), end(texts.dayLimit("1 COIN")));
    assert.match(await dial(`2*${recipient}*1*2904`), sent);
    assert.deepEqual((await user()).spent, { day, wei: `${10n * coin}` });
  });

  it("that the contract would revert is refused for good, and its right PIN counts", async (t) => {
    const { dial, store, user, chain, counted } = await conversing(t);
    await store({ ...registered, failures: 1 });
    chain.estimated = { kind: "reverts", reason: "NoActiveLoan" };
    const refused = end(texts.refused(texts.reasons["no-loan"]));
    assert.equal(await dial("4*2904", "a"), refused);
    chain.estimated = { kind: "gas", gas: 50_000n };
    assert.equal(await dial("4*2904", "a"), refused);
    assert.equal((await user()).failures, 0);
    assert.deepEqual([chain.seen, counted], [[], []]);
  });

  it("is stored with its user, its amount and the day on which it counts", async (t) => {
    const { dial, records, user } = await conversing(t);
    assert.match(await dial(`2*${recipient}*4*2904`), sent);
    const [stored] = await listOutgoing<UserTransaction>(records);
    const { id, address } = registered;
    const call = { from: address, data: actionData("transfer", recipient, 4n * coin) };
    assert.deepEqual(
      [stored?.kind, stored?.userId, stored?.wei, stored?.day, stored?.call],
      ["transfer", id, 4n * coin, 3, call],
    );
    assert.equal((await user()).pending, stored?.id);
  });

  it("is a request that expires an hour after the later of the relay's time and the chain's", async (t) => {
    const seconds = (3 * dayMs) / 1000;
    for (const [time, from] of [
      [0, seconds],
      [seconds + 100, seconds + 100],
    ] as const) {
      const { dial, chain } = await conversing(t);
      chain.latestBlock = async () => ({ number: 5, time });
      await dial("3*2904");
      const { data = "0x" } = parseTransaction(chain.seen[0] ?? "0x");
      assert.equal(deadlineOf(data), from + 3600);
    }
  });

  it("of a user whose key the mnemonic does not have is not sent", async (t) => {
    const { dial, store, chain } = await conversing(t);
    await store({ ...registered, address: `0x${"aa".repeat(20)}` });
    assert.equal(await dial("3*2904"), end(texts.notSent));
    assert.deepEqual(chain.seen, []);
  });

  it("closes its session, and keeps its user from others until it is settled", async (t) => {
    const { dial, store, user, chain } = await conversing(t);
    assert.match(await dial("3*2904", "a"), sent);
    assert.equal(await dial("4*2904", "a"), end(texts.sessionClosed));
    assert.equal(await dial("4*2904", "b"), end(texts.underWay));
    await store({ ...(await user()), pending: undefined });
    assert.match(await dial("4*2904", "b"), sent);
    assert.equal(chain.mined.length, 2);
  });

  it("that the node refuses leaves nothing behind: the same post can pay", async (t) => {
    const { dial, records, user, chain, counted } = await conversing(t);
    const before = await user();
    chain.refusal = "insufficient funds for gas * price + value";
    const text = `2*${recipient}*4*2904`;
    assert.equal(await dial(text, "a"), end(texts.notSent));
    assert.deepEqual(await user(), before);
    assert.deepEqual([await listOutgoing(records), counted], [[], []]);
    chain.refusal = undefined;
    assert.match(await dial(text, "a"), sent);
    assert.equal(chain.mined.length, 1);
  });

  it("of which another instance has taken the wallet is not sent, and is sent when it was not removed", async (t) => {
    const { dial, records, user, chain } = await conversing(t);
    const write = records.write.bind(records);
    const needsWallet = (held: Parameters<typeof write>[1]) =>
      held?.some(({ id }) => id.startsWith("wallet:")) === true;
    records.write = async (changes, held) => !needsWallet(held) && write(changes, held);
    assert.equal(await dial("3*2904", "a"), end(texts.notSent));
    assert.equal((await user()).pending, undefined);
    const removes = (changes: Parameters<typeof write>[0]) =>
      changes.some(({ value }) => value === undefined);
    records.write = async (changes, held) =>
      !(needsWallet(held) && removes(changes)) && write(changes, held);
    chain.refusal = "insufficient funds for gas * price + value";
    assert.match(await dial("3*2904", "a"), sent);
    assert.notEqual((await user()).pending, undefined);
    assert.equal((await listOutgoing(records)).length, 1);
  });
});
