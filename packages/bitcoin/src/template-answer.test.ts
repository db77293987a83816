import assert from "node:assert/strict";
import { test } from "node:test";
import { toDisplay } from "./hash.js";
import { readTemplate } from "./template-answer.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The commitment of a block with only a coinbase. */
const emptyCommitment =
  "6a24aa21a9ede2f61c3f71d1defd3fa999dfa36953755c690689799962b48bebd836974e8cf9";

/**
 * bcoin's result on a new regression-test chain: it has a commitment, though segwit is not active.
 */
const fresh = {
  capabilities: ["proposal"],
  mutable: ["time", "transactions", "prevblock"],
  version: 536_870_912,
  rules: [],
  vbavailable: {},
  vbrequired: 0,
  height: 1,
  previousblockhash: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
  target: "7fffff0000000000000000000000000000000000000000000000000000000000",
  bits: "207fffff",
  noncerange: "00000000ffffffff",
  curtime: 1_795_258_597,
  mintime: 1_296_688_603,
  maxtime: 1_795_265_797,
  expires: 1_795_265_797,
  sigoplimit: 20_000,
  sizelimit: 1_000_000,
  longpollid: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e220600000000",
  submitold: false,
  coinbaseaux: { flags: "6d696e65642062792062636f696e" },
  coinbasevalue: 5_000_000_000,
  default_witness_commitment: emptyCommitment,
  transactions: [],
};

test("what a node answers is read into bytes and numbers", () => {
  const template = readTemplate(fresh);
  assert.equal(hex(toDisplay(template.previousHash)), fresh.previousblockhash);
  assert.equal(template.target, BigInt(`0x${fresh.target}`));
  assert.equal(template.coinbaseValue, 5_000_000_000n);
  assert.deepEqual(template.coinbaseAux.map(hex), [fresh.coinbaseaux.flags]);
  assert.deepEqual(
    [template.time, template.timeMin, template.timeMax],
    [fresh.curtime, fresh.mintime, fresh.maxtime],
  );
  assert.equal(template.longPollId, fresh.longpollid);
  assert.deepEqual(template.branch, []);
});

test("a commitment counts only where the rule is active, and is made where the node sends none", () => {
  const { default_witness_commitment: _, ...silent } = fresh;
  assert.equal(readTemplate(fresh).witnessCommitment, undefined);
  for (const rules of [["!segwit"], ["csv", "segwit", "taproot"]]) {
    const { witnessCommitment } = readTemplate({ ...silent, rules });
    assert.ok(witnessCommitment);
    assert.equal(hex(witnessCommitment), emptyCommitment);
    const own = readTemplate({ ...fresh, rules, default_witness_commitment: "6a01ff" });
    assert.deepEqual(own.witnessCommitment, Uint8Array.of(0x6a, 1, 0xff));
  }
});

test("what the BIPs let a node leave out may be missing", () => {
  const { version, previousblockhash, height, bits, curtime, coinbasevalue } = fresh;
  const least = { version, previousblockhash, height, bits, curtime, coinbasevalue };
  const template = readTemplate(least);
  assert.deepEqual([template.transactions, template.coinbaseAux], [[], []]);
  assert.equal(template.longPollId, undefined);
  // Without `mutable`, the time is the node's.
  assert.deepEqual([template.timeMin, template.timeMax], [curtime, curtime]);
});

test("the time may move as far as the node says, up to two hours ahead where it says nothing", () => {
  const { maxtime: _, ...openEnded } = fresh;
  const twoHours = fresh.curtime + 7200;
  assert.equal(readTemplate(openEnded).timeMax, twoHours);
  const forward = readTemplate({ ...openEnded, mutable: ["time/increment"] });
  assert.deepEqual([forward.timeMin, forward.timeMax], [fresh.curtime, twoHours]);
  const back = readTemplate({ ...fresh, mutable: ["time/decrement"] });
  assert.deepEqual([back.timeMin, back.timeMax], [fresh.mintime, fresh.curtime]);
});

test("a version is 32 bits with or without a sign", () => {
  for (const version of [0xe0000000, -0x20000000]) {
    assert.equal(readTemplate({ ...fresh, version }).version, -0x20000000);
  }
});

/** The coinbase of Bitcoin's first block, as an example of a transaction. */
const transaction =
  "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d" +
  "0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66" +
  "207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe55" +
  "48271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba" +
  "0b8d578a4c702b6bf11d5fac00000000";

test("the identifier of a transaction is computed where the node gives none", () => {
  const { transactions } = readTemplate({ ...fresh, transactions: [{ data: transaction }] });
  assert.deepEqual(
    transactions.map(({ id }) => hex(toDisplay(id))),
    ["4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"],
  );
});

test("what cannot be mined on is refused, with the field that is wrong", () => {
  const { coinbasevalue: _, ...withoutValue } = fresh;
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [null, /template/],
    [withoutValue, /coinbasevalue/],
    [{ ...fresh, bits: "ff" }, /bits/],
    [{ ...fresh, bits: "04ffffff" }, /bits/],
    [{ ...fresh, previousblockhash: "00" }, /previousblockhash/],
    [{ ...fresh, height: "1" }, /height/],
    [{ ...fresh, curtime: 2 ** 32 }, /curtime/],
    [{ ...fresh, transactions: [{ data: "00" }] }, /transactions/],
    [{ ...fresh, transactions: [{ data: "0" }] }, /transactions\.0\.data/],
    [{ ...fresh, rules: ["!segwit", "!signet"] }, /signet/],
  ];
  for (const [given, reason] of cases) {
    assert.throws(() => readTemplate(given), { name: "TypeError", message: reason });
  }
});
