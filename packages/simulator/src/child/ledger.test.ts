import assert from "node:assert/strict";
import { test } from "node:test";
import { createCheck } from "../invariant.js";
import { createChildWorld } from "../testing/child-world.js";
import { ChildLedger } from "./ledger.js";
import { createMinerRewards } from "./rewards.js";

test("a partition of a month is settled at once", () => {
  const { factory, mine } = createChildWorld();
  const { genesis } = factory;
  const ledger = new ChildLedger({
    genesis,
    groupCount: 1,
    groupOf: () => 0,
    rewards: createMinerRewards(1),
    warmUpSeconds: 0,
    epochSeconds: genesis.header.timestamp,
    check: createCheck(1, () => 0),
  });
  const stale = mine(genesis, { now: 10 });
  stale.isPublished = true;
  const month = (30 * 86_400) / 14;
  for (let id = 1; id <= month; id++) ledger.add({ ...stale, id });
  const main = { ...mine(genesis, { now: 11 }), id: 200_000 };
  ledger.add(main);
  assert.equal(ledger.settle(new Set([main])), main);
  ledger.finish(main);
  assert.deepEqual(ledger.measure.fates, [{ main: 1, stale: Math.floor(month), hidden: 0 }]);
});
