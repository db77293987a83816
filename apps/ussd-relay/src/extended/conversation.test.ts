/** Tests what a user is told of a payment and what is stored of it, over a fake chain and real records. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConnectionError } from "@tandem/rpc/client";
import { TaskNotStarted } from "@tandem/runtime";
import { decodeFunctionData, encodeEventTopics, parseTransaction } from "viem";
import { forwarderAbi, microLoanAbi } from "../chain/contract.js";
import { listOutgoing } from "../engine/outgoing.js";
import { NotSent, OutcomeUnknown } from "../engine/sender.js";
import { relayLimits } from "../limits.js";
import { RecordsAway } from "../records/records.js";
import { coin, conversing, dayMs, recipient, registered } from "../testing/conversing.js";
import { languages, messagesOf } from "./messages/languages.js";
import { con, end } from "./screen.js";
import { userChange } from "./user/user.js";
import type { UserTransaction } from "./user/user-transaction.js";

const texts = messagesOf.en;

describe("a registration", () => {
  it("is refused when as many users are registered as the limit allows", async (t) => {
    const { dial, user, records } = await conversing(t);
    const removal = { ...userChange(registered), value: undefined };
    const registeredCount = String(relayLimits.usersMax - 1);
    await records.write([removal, { table: "counters", id: "wallets", value: registeredCount }]);
    assert.equal(await dial("1*2904*2904"), end(texts.registered));
    await records.write([removal]);
    assert.equal(await dial("1*2904*2904"), end(texts.unavailable));
    assert.equal(await user(), undefined);
  });

  it("is refused when the records are lost, which would give out the wallets of users again", async (t) => {
    const { dial, user, records, log } = await conversing(t);
    const identity = { table: "identity", id: "genesis", value: undefined };
    await records.write([{ ...userChange(registered), value: undefined }, identity]);
    assert.equal(await dial("1*2904*2904"), end(texts.unavailable));
    assert.equal(await user(), undefined);
    assert.match(log.warnings.join(), /the records are lost/);
  });
});

describe("a post that another instance has taken over", () => {
  it("is not answered as if what it asks for were stored", async (t) => {
    const { dial, records } = await conversing(t);
    const { write } = records;
    records.write = async () => false;
    assert.equal(await dial("3*2905"), end(texts.notSent));
    assert.equal(await dial("3*2904"), end(texts.notSent));
    records.write = write;
    await records.write([{ ...userChange(registered), value: undefined }]);
    records.write = async () => false;
    assert.equal(await dial("1*2904*2904"), end(texts.unavailable));
  });
});

describe("a payment", () => {
  it("tells its user whether nothing was sent, or nobody knows it", async (t) => {
    for (const [error, name] of [
      [new NotSent("refused"), "notSent"],
      [new TaskNotStarted("too many wait"), "notSent"],
      [new ConnectionError("no answer"), "unavailable"],
      [new OutcomeUnknown("no answer"), "uncertain"],
    ] as const) {
      const { dial, store } = await conversing(t, () => Promise.reject(error));
      for (const language of languages) {
        await store({ ...registered, language });
        assert.equal(await dial("3*2904"), end(messagesOf[language][name]));
      }
    }
  });

  it("tells no right PIN from a wrong one while records cannot be written, and so wrong ones not counted", async (t) => {
    const { dial, user, records } = await conversing(t, () => Promise.reject(new OutcomeUnknown()));
    const { write } = records;
    // A full disk takes a write of nothing.
    records.write = async (changes) => {
      if (changes.length > 0) throw new RecordsAway("the disk is full");
      return true;
    };
    const screens = [await dial("3*2905"), await dial("3*2904")];
    assert.deepEqual(screens, [end(texts.unavailable), end(texts.unavailable)]);
    records.write = write;
    assert.equal((await user()).failures, 0);
  });

  it("counts to the day's limit if it is a transfer, until the next day", async (t) => {
    const { dial, user, store, clock } = await conversing(t);
    const settled = async () => store({ ...(await user()), pending: undefined });
    for (const [text, spent] of [
      [`2*${recipient}*4*2904`, 4n],
      ["3*2904", 4n],
      [`2*${recipient}*5*2904`, 9n],
      ["4*2904", 9n],
    ] as const) {
      assert.match(await dial(text), /^END (Transfer|Loan|Repayment) (submitted|requested)/);
      assert.deepEqual((await user()).spent, { day: 3, wei: `${spent * coin}` }, text);
      await settled();
    }
    assert.equal(await dial(`2*${recipient}*1.5*2904`), end(texts.dayLimit("1 COIN")));
    clock.time += dayMs;
    assert.match(await dial(`2*${recipient}*1.5*2904`), /^END Transfer submitted/);
    assert.deepEqual((await user()).spent, { day: 4, wei: `${(3n * coin) / 2n}` });
  });

  it("requests more gas than the estimate for the inner call, in case the state changes", async (t) => {
    const { dial, chain } = await conversing(t);
    chain.estimated = { kind: "gas", gas: 400_000n };
    await dial("3*2904");
    const { gas = 0n, data = "0x" } = parseTransaction(chain.seen[0] ?? "0x");
    const { args } = decodeFunctionData({ abi: forwarderAbi, data });
    const inner = (args[0] as { readonly gas: bigint }).gas;
    assert.ok(inner > 400_000n && inner < 800_000n, `${inner}`);
    // EIP-150 withholds a 64th of what is left.
    assert.ok(gas - gas / 64n > inner, `${gas}`);
  });

  it("is stored with the request of its user, and with the event by which its execution is found", async (t) => {
    const { dial, records, store } = await conversing(t);
    const from = registered.address;
    const [to, borrower] = [recipient, from];
    for (const [text, event, args, wei] of [
      [`2*${recipient}*4*2904`, "Transferred", { from, to }, 4n * coin],
      ["3*2904", "LoanIssued", { borrower }, coin / 100n],
      ["4*2904", "LoanRepaid", { borrower }, coin / 100n],
    ] as const) {
      await dial(text);
      const sent = (await listOutgoing<UserTransaction>(records)).at(-1);
      const topics = encodeEventTopics({ abi: microLoanAbi, eventName: event, args });
      const effect = { topics, data: `0x${wei.toString(16).padStart(64, "0")}` };
      assert.deepEqual(sent?.request, { user: from, nonce: 7, block: 0, effect });
      await store(registered);
    }
  });

  it("of a locked user is not asked for a PIN", async (t) => {
    const { dial, store, clock } = await conversing(t);
    await store({ ...registered, lockedUntil: clock.time + 120_000 });
    assert.equal(await dial("3"), end(texts.locked(2)));
    await store({ ...registered, lockedUntil: "operator" });
    assert.equal(await dial("3"), end(texts.lockedForGood));
    await store({ ...registered, lockedUntil: clock.time });
    assert.equal(await dial("3"), con(texts.confirm.loan("0.01 COIN", ""), texts.askPin));
  });
});

describe("an answer", () => {
  it("shows the amount of the last outcome in the currency, and of those before", async (t) => {
    const { dial, store } = await conversing(t);
    const outcome = { kind: "loan", wei: `${coin / 100n}` } as const;
    await store({ ...registered, unread: outcome, history: [outcome] });
    assert.equal(await dial(""), con(texts.arrived.loan("0.01 COIN"), texts.menu));
    assert.equal(await dial(""), con(texts.menu));
    assert.equal(
      await dial("5"),
      end(texts.historyTitle, texts.historyLine.loan("0.01 COIN", true)),
    );
  });
});
