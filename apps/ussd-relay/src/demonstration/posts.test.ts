import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseTransaction } from "viem";
import { screens } from "../menu/screens.js";
import { FakeChain } from "../testing/fake-chain.js";
import {
  openTestRelay,
  post,
  recipient,
  temporaryLevelRecords,
  temporaryRecords,
  transferText,
} from "../testing/relay.js";

describe("a post", () => {
  it("that is repeated, fifty times at once and later, gets the same answer and is paid once", async (t) => {
    const chain = new FakeChain();
    const { answer } = openTestRelay({ chain, records: await temporaryRecords(t) });
    for (const text of [transferText, "3"]) {
      const same = () => answer(post("a", text));
      const screens = await Promise.all(Array.from({ length: 50 }, same));
      assert.equal(new Set([...screens, await same()]).size, 1);
      assert.match(screens[0] ?? "", /^END (Transfer Submitted|Loan Requested)\n/);
    }
    assert.equal(chain.mined.length, 2);
  });

  it("of a session that has sent money sends no more, to any recipient", async (t) => {
    const chain = new FakeChain();
    const { answer } = openTestRelay({ chain, records: await temporaryRecords(t) });
    const [first, second] = await Promise.all([
      answer(post("a", transferText)),
      answer(post("a", `2*${recipient}*9`)),
    ]);
    assert.match(first, /^END Transfer Submitted/);
    assert.equal(second, screens.closed);
    assert.equal(await answer(post("a", `2*${recipient}*7`)), screens.closed);
    assert.equal(chain.mined.length, 1);
    assert.match(await answer(post("b", transferText)), /^END Transfer Submitted/);
  });

  it("about the balance always gets the same answer, even if the balance changes", async (t) => {
    const chain = new FakeChain();
    const { answer } = openTestRelay({ chain, records: await temporaryRecords(t) });
    assert.equal(await answer(post("a", "1")), "END Your Balance: 5 COIN");
    chain.balance = 1n;
    assert.equal(await answer(post("a", "1")), "END Your Balance: 5 COIN");
    assert.equal(await answer(post("b", "1")), "END Your Balance: 0.000000000000000001 COIN");
  });

  it("that pays has an answer that is not removed before its time, as the others may be", async (t) => {
    const limits = { evictableRowsMax: 2 };
    const records = await temporaryLevelRecords(t, () => 0, undefined, limits);
    const chain = new FakeChain();
    const { answer } = openTestRelay({ chain, records });
    const paid = await Promise.all([transferText, "3"].map((text) => answer(post("paid", text))));
    assert.equal(await answer(post("0", "1")), "END Your Balance: 5 COIN");
    chain.balance = 1n;
    for (let i = 1; i < 6; i++) await answer(post(`${i}`, "1"));
    // Its balance is read again, since its answer was removed.
    assert.equal(await answer(post("0", "1")), "END Your Balance: 0.000000000000000001 COIN");
    for (const [i, text] of [transferText, "3"].entries()) {
      assert.equal(await answer(post("paid", text)), paid[i]);
    }
    assert.equal(await answer(post("paid", `2*${recipient}*9`)), screens.closed);
    assert.equal(chain.mined.length, 2);
  });

  it("that the contract would refuse gets the reason, and the same one again", async (t) => {
    const chain = new FakeChain();
    const { answer } = openTestRelay({ chain, records: await temporaryRecords(t) });
    chain.estimated = { kind: "reverts", reason: "InsufficientBalance" };
    assert.equal(await answer(post("a", transferText)), screens.insufficientBalance);
    chain.estimated = { kind: "reverts", reason: "InvalidRecipient" };
    const refused = "END Transfer refused: InvalidRecipient. Nothing was sent.";
    assert.equal(await answer(post("b", transferText)), refused);
    chain.estimated = { kind: "reverts", reason: "InsufficientPool" };
    assert.equal(await answer(post("c", "3")), screens.poolEmpty);
    chain.estimated = { kind: "gas", gas: 50_000n };
    assert.equal(await answer(post("a", transferText)), screens.insufficientBalance);
    assert.equal(chain.seen.length, 0);
    // Nothing was sent, so the session may try another transaction.
    assert.match(await answer(post("a", `2*${recipient}*1`)), /^END Transfer Submitted/);
  });

  it("is sent with more gas than the estimate, in case the state changes", async (t) => {
    const chain = new FakeChain();
    chain.estimated = { kind: "gas", gas: 400_000n };
    const { answer } = openTestRelay({ chain, records: await temporaryRecords(t) });
    await answer(post("a", transferText));
    const { gas = 0n } = parseTransaction(chain.seen[0] ?? "0x");
    assert.ok(gas > 420_000n && gas < 800_000n, `${gas}`);
  });

  it("for a second loan is broadcast nevertheless", async (t) => {
    const chain = new FakeChain();
    chain.estimated = { kind: "reverts", reason: "Existing loan active" };
    const { answer } = openTestRelay({ chain, records: await temporaryRecords(t) });
    assert.match(await answer(post("a", "3")), /^END Loan Requested\n/);
    assert.equal(chain.mined.length, 1);
  });

  it("whose transaction does not reach the chain may be repeated", async (t) => {
    const chain = new FakeChain();
    const { answer, log } = openTestRelay({ chain, records: await temporaryRecords(t) });
    chain.isAway = true;
    for (const text of ["1", transferText, "3"]) {
      assert.equal(await answer(post("a", text)), screens.unavailable, text);
    }
    assert.equal(log.warnings.length, 3);
    chain.isAway = false;
    for (const text of ["1", transferText, "3"]) {
      assert.notEqual(await answer(post("a", text)), screens.unavailable, text);
    }
    assert.equal(chain.mined.length, 2);
  });

  it("that arrives when too many wait is answered with a request to try later", async (t) => {
    const chain = new FakeChain();
    const records = await temporaryRecords(t);
    const { answer } = openTestRelay({ chain, records, queuedMax: 2 });
    const answers = await Promise.all(
      ["a", "b", "c"].map((session) => answer(post(session, transferText))),
    );
    assert.deepEqual(
      answers.map((screen) => screen === screens.notSent),
      [false, false, true],
    );
    assert.match(await answer(post("c", transferText)), /^END Transfer Submitted/);
  });
});
