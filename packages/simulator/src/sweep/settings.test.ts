import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import { parseScenario } from "../scenario/scenario.js";
import { combinationsOf, type Settings, withSettings } from "./settings.js";

const file = {
  about: "Three pools.",
  stop: { hours: 1 },
  pools: [
    { name: "north", share: 0.5 },
    { name: "south", share: 0.3, work: { notify: 2 } },
    { name: "west", share: 0.2 },
  ],
};

const changed = (settings: Settings) => parseScenario(withSettings(file, settings));

describe("settings of a scenario", () => {
  it("replace members, entries of lists by name or index, and members that are not in the file", () => {
    const scenario = changed({
      "stop.hours": 7,
      "network.latencySeconds": 3,
      "pools.south.work.refreshSeconds": 12,
      "pools.0.count": 4,
      "pools[2].work.notify": 0,
    });
    assert.equal(scenario.stop.hours, 7);
    assert.equal(scenario.network.latencySeconds, 3);
    const [north, south, west] = scenario.pools;
    assert.deepEqual([south?.work.refreshSeconds, south?.work.notify], [12, 2]);
    assert.deepEqual([north?.count, west?.work.notify], [4, 0]);
  });

  it("leave the file as it is", () => {
    const before = structuredClone(file);
    changed({ "pools.north.share": 0.1, "stop.hours": 2 });
    assert.deepEqual(file, before);
  });

  it("scale the shares of the other pools in proportion, so that all add up to 1", () => {
    const shares = changed({ "pools.north.share": 0.8 }).pools.map(({ share }) => share);
    assert.equal(shares[0], 0.8);
    assert.ok(Math.abs((shares[1] ?? 0) - 0.12) < 1e-12);
    assert.ok(Math.abs((shares[2] ?? 0) - 0.08) < 1e-12);
    const two = changed({ "pools.north.share": 0.1, "pools.1.share": 0.1 }).pools;
    assert.ok(Math.abs((two[2]?.share ?? 0) - 0.8) < 1e-12);
  });

  it("leave shares that cannot add up to the check of the scenario", () => {
    assert.throws(() => changed({ "pools.north.share": 1.5 }), Fault);
    const all = { "pools.0.share": 0.2, "pools.1.share": 0.2, "pools.2.share": 0.2 };
    assert.throws(() => changed(all), /shares add up to 0\.6, expected 1/);
  });

  it("are refused if there is no place for them", () => {
    assert.throws(
      () => changed({ "pools.east.share": 0.1 }),
      /pools\.east\.share: .* no entry east/,
    );
    assert.throws(() => changed({ "about.length": 3 }), /about\.length: there is no member length/);
    assert.throws(() => changed({ "stop.hour": 3 }), Fault);
    for (const path of ["__proto__.hours", "stop.__proto__", "expect.__proto__"]) {
      assert.throws(() => changed({ [path]: 3 }), Fault, path);
    }
    assert.throws(() => changed({ ["__proto__"]: 1 }), /__proto__/);
  });
});

it("combinations are every value of one with every value of the others, in their order", () => {
  assert.deepEqual(combinationsOf({ a: [1, 2], b: ["x", "y"] }), [
    { a: 1, b: "x" },
    { a: 1, b: "y" },
    { a: 2, b: "x" },
    { a: 2, b: "y" },
  ]);
  assert.deepEqual(combinationsOf({}), [{}]);
});
