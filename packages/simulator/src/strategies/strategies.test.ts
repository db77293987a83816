import assert from "node:assert/strict";
import { test } from "node:test";
import type { SecretBranch } from "./branch.js";
import { createDoubleSpend } from "./double-spend.js";
import { createHiddenBranch } from "./hidden-branch.js";
import { createSelfish } from "./selfish.js";

/** Creates two branches as heights, which record the strategy's calls. */
function fakeBranch() {
  const acts: string[] = [];
  const state = { own: 0, others: 0, shown: 0 };
  const branch: SecretBranch = {
    get ownHeight() {
      return state.own;
    },
    get publicHeight() {
      return Math.max(state.others, state.shown);
    },
    get isAhead() {
      return state.own > Math.max(state.others, state.shown);
    },
    publish(upToHeight) {
      state.shown = Math.min(upToHeight, state.own);
      acts.push(`publish ${upToHeight}`);
    },
    adopt() {
      state.own = Math.max(state.others, state.shown);
      acts.push("adopt");
    },
  };
  return { branch, state, acts };
}

type Strategy = ReturnType<typeof createSelfish>;

/** Runs a strategy: `+` is a block of the pool, `-` one of others. */
function play(strategy: Strategy, script: string) {
  const world = fakeBranch();
  strategy.begin?.(world.branch);
  for (const step of script) {
    if (step === "+") {
      world.state.own++;
      strategy.found(world.branch);
    } else {
      world.state.others = world.branch.publicHeight + 1;
      strategy.moved(world.branch);
    }
  }
  return world.acts;
}

const selfishCases: readonly (readonly [string, string, readonly string[]])[] = [
  ["others are ahead: it follows", "-", ["adopt"]],
  ["a first lead is hidden", "+", []],
  ["a lead of one that is caught up with is shown, for a race", "+-", ["publish 1"]],
  ["a race is won with its next block, which is shown at once", "+-+", ["publish 1", "publish 2"]],
  ["a race is lost with the next block of others", "+--", ["publish 1", "adopt"]],
  ["a lead of two is spent as a whole when one of it is caught up with", "++-", ["publish 2"]],
  ["a longer lead is spent block by block", "++++-", ["publish 1"]],
  ["down to two, and then as a whole", "++++---", ["publish 1", "publish 2", "publish 4"]],
];
for (const [name, script, acts] of selfishCases) {
  test(`selfish mining: ${name}`, () => {
    assert.deepEqual(play(createSelfish(), script), acts);
  });
}

const spend = {
  kind: "double-spend",
  chain: "bitcoin",
  confirmations: 2,
  preminedBlocks: 1,
  giveUpDeficit: 3,
  waiting: "blocks",
} as const;

test("a double-spend waits for its first hidden block, then pays", () => {
  let payments = 0;
  const attack = createDoubleSpend(spend, { onPayment: () => payments++ });
  assert.deepEqual(play(attack, "--"), ["adopt", "adopt"]);
  assert.equal(payments, 0);
  play(attack, "+");
  assert.equal(payments, 1);
  assert.equal(attack.counts.trials, 0);
});

test("it publishes once the merchant's blocks are there and it is ahead, not before", () => {
  const attack = createDoubleSpend(spend);
  assert.deepEqual(play(attack, "++++--"), ["publish 4"]);
  assert.deepEqual(
    [attack.counts.trials, attack.counts.successes, attack.counts.undone],
    [1, 1, 2],
  );
});

test("a branch as long as the public one is not enough", () => {
  const attack = createDoubleSpend(spend);
  assert.deepEqual(play(attack, "+--+"), []);
  assert.equal(attack.counts.trials, 0);
});

test("it gives up so many blocks behind, and the next trial begins", () => {
  const attack = createDoubleSpend(spend);
  assert.deepEqual(play(attack, "+----"), ["adopt"]);
  assert.deepEqual([attack.counts.trials, attack.counts.successes], [1, 0]);
});

test("a trial is measured if its payment was sent after the warm-up, finished are all", () => {
  let payments = 0;
  const attack = createDoubleSpend(spend, { isWarmUp: () => ++payments <= 2 });
  play(attack, "++++--" + "+----" + "+----" + "++++--");
  assert.deepEqual([payments, attack.counts.finished], [4, 4]);
  assert.deepEqual(
    [attack.counts.trials, attack.counts.successes, attack.counts.undone],
    [2, 1, 2],
  );
});

test("without a premined block the payment is sent at once", () => {
  let payments = 0;
  const attack = createDoubleSpend(
    { ...spend, preminedBlocks: 0 },
    { onPayment: () => payments++ },
  );
  attack.begin(fakeBranch().branch);
  assert.equal(payments, 1);
});

const hidden = { kind: "hidden-branch", chain: "child", fromChildBlock: 3, blocks: 2 } as const;

test("a hidden branch is honest below its height and hides what is above", () => {
  assert.deepEqual(play(createHiddenBranch({ ...hidden, isPublished: true }), "++"), [
    "publish 1",
    "publish 2",
  ]);
  assert.deepEqual(play(createHiddenBranch({ ...hidden, isPublished: true }), "+++"), [
    "publish 1",
    "publish 2",
  ]);
});

test("a branch that is hidden from the first block on begins at genesis", () => {
  const strategy = createHiddenBranch({ ...hidden, fromChildBlock: 1, isPublished: true });
  assert.deepEqual(play(strategy, "-++"), ["publish 2", "adopt"]);
});

test("it ignores the others while it hides, and publishes or drops the whole at its end", () => {
  const published = createHiddenBranch({ ...hidden, isPublished: true });
  assert.deepEqual(play(published, "--+-+"), ["adopt", "adopt", "publish 4", "adopt"]);
  const dropped = createHiddenBranch({ ...hidden, isPublished: false });
  assert.deepEqual(play(dropped, "--+-+"), ["adopt", "adopt", "adopt"]);
});

test("after its end it is honest again", () => {
  const strategy = createHiddenBranch({ ...hidden, isPublished: false });
  assert.deepEqual(play(strategy, "++++-+").slice(2), ["adopt", "adopt", "publish 4"]);
});
