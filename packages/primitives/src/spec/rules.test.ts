import assert from "node:assert/strict";
import { test } from "node:test";
import { type ForkHeights, rulesAt } from "./rules.js";

const forks: ForkHeights = { orchid: 0, wasabi: 100, papyrus: 250, london: 10, cancun: 250 };

test("a rule is in force from the height its fork begins at", () => {
  const wanted = [
    [10, false, false, "london"],
    [99, false, false, "london"],
    [100, true, false, "london"],
    [249, true, false, "london"],
    [250, true, true, "cancun"],
    [1_000_000, true, true, "cancun"],
  ] as const;
  // Heights in any order and repeated: a cached result must not be returned for another height.
  for (const [height, forkDetection, ummRoot, evm] of [...wanted, ...[...wanted].reverse()]) {
    const rules = rulesAt(forks, height);
    assert.deepEqual(
      [rules.forkDetection, rules.ummRoot, rules.evm],
      [forkDetection, ummRoot, evm],
    );
    assert.equal(rules.compactProof, true);
    assert.equal(rules.headerExtension, false, "a fork that is not listed never begins");
  }
});

test("below the first EVM fork there are no rules to give", () => {
  assert.throws(() => rulesAt(forks, 9), /no EVM fork is active at height 9/);
  assert.throws(() => rulesAt({}, 5), /height 5/);
});
