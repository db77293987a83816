import assert from "node:assert/strict";
import { test } from "node:test";
import { type Header, rulesAt } from "@tandem/primitives";
import fc from "fast-check";
import { createSealedChain, spec } from "../testing/sealed-chain.js";
import { checkProofSteps, proofSteps, type StepState } from "./proof-steps.js";
import { verifyMergedMining } from "./verify.js";

const rules = rulesAt(spec.forks, 1);
const chain = createSealedChain();
await chain.grow(1);
const sealed = await chain.mine(chain.draft());

const rulesOf = (header: Header) =>
  Object.values(checkProofSteps(header, rules)).flatMap((step: StepState) =>
    step.state === "broken" ? [step.violation.rule] : [],
  );

test("every step of a sealed header holds", () => {
  const steps = checkProofSteps(sealed, rules);
  assert.deepEqual(
    Object.values(steps).map(({ state }) => state),
    proofSteps.map(() => "holds"),
  );
});

test("the first broken step is what verification reports, whatever bytes the fields hold", () => {
  const fields = [
    "bitcoinMergedMiningHeader",
    "bitcoinMergedMiningMerkleProof",
    "bitcoinMergedMiningCoinbaseTransaction",
  ] as const;
  const edit = fc.record({
    field: fc.constantFrom(...fields),
    at: fc.nat(400),
    mask: fc.integer({ min: 0, max: 255 }),
    length: fc.option(fc.nat(300), { freq: 3 }),
  });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 3 }), (edits) => {
      let header = sealed;
      for (const { field, at, mask, length } of edits) {
        const bytes = new Uint8Array(length ?? header[field].length);
        bytes.set(header[field].subarray(0, bytes.length));
        if (at < bytes.length) bytes[at] = (bytes[at] as number) ^ mask;
        header = { ...header, [field]: bytes };
      }
      const first = verifyMergedMining(header, rules)?.rule;
      const broken = rulesOf(header);
      assert.equal(broken.length === 0, first === undefined);
      if (first !== undefined) assert.ok(broken.includes(first), `${first} in ${broken}`);
    }),
  );
});

test("a change of the header breaks its tag, and nothing of Bitcoin's", () => {
  const steps = checkProofSteps({ ...sealed, gasUsed: sealed.gasUsed + 1n }, rules);
  const states = Object.entries(steps).map(([name, { state }]) => `${name} ${state}`);
  assert.deepEqual(states, [
    "form holds",
    "work holds",
    "tag broken",
    "midstate holds",
    "branch holds",
  ]);
});

test("a branch is not followed from a count of bytes that no number holds", () => {
  const coinbase = sealed.bitcoinMergedMiningCoinbaseTransaction.slice();
  coinbase[0] = 0x80;
  const steps = checkProofSteps(
    { ...sealed, bitcoinMergedMiningCoinbaseTransaction: coinbase },
    rules,
  );
  assert.equal(steps.midstate.state, "broken");
  assert.equal(steps.branch.state, "unchecked");
});
