import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { decodeBitcoinBlock } from "./block.js";
import { toDisplay } from "./hash.js";
import { decodeBitcoinHeader } from "./header.js";
import { foldBranch, merkleRoot } from "./merkle.js";
import { completeBlock, draftBlock } from "./template.js";
import { readTemplate } from "./template-answer.js";
import {
  type BitcoinTransaction,
  encodeBitcoinTransaction,
  encodeWitnessTransaction,
  transactionId,
} from "./transaction.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const sha256d = (bytes: Uint8Array) => {
  const once = createHash("sha256").update(bytes).digest();
  return createHash("sha256").update(once).digest();
};

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const script = fc.uint8Array({ minLength: 1, maxLength: 80 });
const transaction = fc
  .record({ previousHash: bytes32, script, isSegwit: fc.boolean(), item: script })
  .map(({ previousHash, script, isSegwit, item }): BitcoinTransaction => {
    const input = { previousHash, previousIndex: 0, script, sequence: 1 };
    const tx = { version: 2, inputs: [input], outputs: [{ value: 1n, script }], lockTime: 0 };
    return isSegwit ? { ...tx, witnesses: [[item]] } : tx;
  });
const offered = fc.record({
  transactions: fc.array(transaction, { maxLength: 20 }),
  height: fc.integer({ min: 1, max: 2_000_000 }),
  isSegwitActive: fc.boolean(),
  payoutScript: script,
  extraNonce: fc.uint8Array({ minLength: 8, maxLength: 8 }),
  flags: fc.uint8Array({ maxLength: 120 }),
});
type Offered = typeof offered extends fc.Arbitrary<infer T> ? T : never;

/** Returns a node's result, written from BIP-22, BIP-23 and BIP-145. */
const answerOf = ({ transactions, height, isSegwitActive, flags }: Offered) => ({
  version: 0x20000000,
  previousblockhash: "ab".repeat(32),
  height,
  bits: "1d00ffff",
  curtime: 1_700_000_000,
  mintime: 1_699_999_000,
  mutable: ["time", "transactions", "prevblock"],
  rules: isSegwitActive ? ["csv", "!segwit"] : ["csv"],
  coinbasevalue: 5_000_000_123,
  coinbaseaux: { flags: hex(flags) },
  transactions: transactions.map((tx) => ({
    data: hex(encodeWitnessTransaction(tx)),
    txid: hex(toDisplay(sha256d(encodeBitcoinTransaction(tx)))),
    hash: hex(toDisplay(sha256d(encodeWitnessTransaction(tx)))),
    fee: 10,
  })),
});

const lastScript = Uint8Array.of(0x6a, 41, ...Buffer.from("RSKBLOCK:"), ...new Uint8Array(32));

function blockOf(given: Offered) {
  const template = readTemplate(answerOf(given));
  const { payoutScript, extraNonce } = given;
  const options = { payoutScript, extraNonce, lastScript, time: template.time };
  const draft = draftBlock(template, options);
  assert.ok(draft);
  const block = decodeBitcoinBlock(completeBlock(template, draft, draft.header));
  const [coinbase, ...others] = block.transactions;
  assert.ok(coinbase);
  return { template, draft, block, coinbase, others };
}

test("a template becomes a block whose bytes are read as its own transactions", () => {
  fc.assert(
    fc.property(offered, (given) => {
      const { block, coinbase, others, draft } = blockOf(given);
      assert.deepEqual(others, given.transactions);
      assert.deepEqual(coinbase, draft.coinbase);
      const { merkleRoot: root, ...header } = decodeBitcoinHeader(block.header);
      assert.deepEqual(root, merkleRoot(block.transactions.map(transactionId)));
      const previousHash = new Uint8Array(32).fill(0xab);
      const [time, bits, nonce] = [1_700_000_000, 0x1d00ffff, 0];
      assert.deepEqual(header, { version: 0x20000000, previousHash, time, bits, nonce });
    }),
    { seed: 21, numRuns: 60 },
  );
});

test("the branch of a template proves its coinbase, whatever the extra nonce", () => {
  fc.assert(
    fc.property(offered, (given) => {
      const { template, draft } = blockOf(given);
      const root = decodeBitcoinHeader(draft.header).merkleRoot;
      assert.deepEqual(foldBranch(transactionId(draft.coinbase), template.branch), root);
    }),
    { seed: 22, numRuns: 40 },
  );
});

test("a coinbase pays its value first and ends with the last script", () => {
  fc.assert(
    fc.property(offered, (given) => {
      const { coinbase } = blockOf(given);
      const [payout] = coinbase.outputs;
      assert.deepEqual(payout, { value: 5_000_000_123n, script: given.payoutScript });
      const bytes = Buffer.from(encodeBitcoinTransaction(coinbase));
      // Only the four bytes of the lock time follow.
      assert.deepEqual(new Uint8Array(bytes.subarray(-lastScript.length - 4, -4)), lastScript);
      const [input] = coinbase.inputs;
      assert.ok(input && input.script.length <= 100);
      assert.ok(hex(input.script).endsWith(hex(given.extraNonce)));
      const hasRoom = given.flags.length <= 75;
      assert.equal(hex(input.script).includes(hex(given.flags)), hasRoom);
    }),
    { seed: 23, numRuns: 60 },
  );
});

/**
 * Computes the commitment of BIP-141: from the root of the hashes that cover the witnesses, and the
 * reserved value.
 */
function commitmentByHand(transactions: readonly BitcoinTransaction[]): string {
  let level = [
    Buffer.alloc(32),
    ...transactions.map((tx) => sha256d(encodeWitnessTransaction(tx))),
  ];
  while (level.length > 1) {
    const pairs = level.filter((_, i) => i % 2 === 0);
    level = pairs.map((left, i) => sha256d(Buffer.concat([left, level[2 * i + 1] ?? left])));
  }
  const [root] = level;
  assert.ok(root);
  return `6a24aa21a9ed${hex(sha256d(Buffer.concat([root, Buffer.alloc(32)])))}`;
}

test("with segwit active a block commits to its witnesses, else it has none of its own", () => {
  fc.assert(
    fc.property(offered, (given) => {
      const { coinbase } = blockOf(given);
      const scripts = coinbase.outputs.slice(1, -1).map((output) => hex(output.script));
      const expected = given.isSegwitActive ? [commitmentByHand(given.transactions)] : [];
      assert.deepEqual(scripts, expected);
      assert.deepEqual(
        coinbase.witnesses,
        given.isSegwitActive ? [[new Uint8Array(32)]] : undefined,
      );
    }),
    { seed: 24, numRuns: 60 },
  );
});

test("an extra nonce too long for a coinbase script is refused", () => {
  const template = readTemplate(
    answerOf({
      transactions: [],
      height: 1,
      isSegwitActive: true,
      payoutScript: lastScript,
      extraNonce: new Uint8Array(0),
      flags: new Uint8Array(0),
    }),
  );
  const options = { payoutScript: lastScript, lastScript, time: template.time };
  assert.throws(() => draftBlock(template, { ...options, extraNonce: new Uint8Array(76) }));
});
