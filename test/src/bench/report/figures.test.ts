import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Result } from "../run-scenes.js";
import { medianOf, spreadOf } from "../statistics.js";
import { advantageOf, shown, shownWithSpread } from "./figures.js";
import { markdownPage } from "./markdown.js";

const result = (subject: string, values: readonly number[], better: Result["better"]): Result => ({
  id: "row",
  about: "a row",
  unit: "/s",
  better,
  scene: "reads",
  subject,
  values,
  median: medianOf(values),
  cpuMsPer1000: 12.345,
});

describe("figures", () => {
  it("have a median and a spread", () => {
    assert.equal(medianOf([5, 1, 3]), 3);
    assert.equal(medianOf([4, 1, 3, 2]), 2.5);
    assert.ok(Number.isNaN(medianOf([])));
    assert.equal(spreadOf([90, 100, 120]), 0.3);
    assert.equal(spreadOf([0, 0]), 0);
  });

  it("are shown with three significant digits", () => {
    assert.deepEqual([123_456.7, 99.95, 0.012_34, 0, Number.NaN].map(shown), [
      "123,457",
      "100",
      "0.0123",
      "0",
      "–",
    ]);
    assert.equal(shownWithSpread(result("a", [90, 100, 120], "more")), "100 ±15 %");
    assert.equal(shownWithSpread(result("a", [90], "more")), "90");
  });

  it("are compared so that more is always better for us", () => {
    const compare = (better: Result["better"], ours: number, peer: number) =>
      advantageOf(result("a", [ours], better), result("b", [peer], better));
    assert.equal(compare("more", 200, 100), 2);
    assert.equal(compare("less", 200, 100), 0.5);
    assert.equal(compare("less", 0, 0), undefined);
  });

  it("are on the page side by side, with those that could not be measured", () => {
    const page = markdownPage({
      results: [result("Tandem", [100], "more"), result("anvil", [50], "more")],
      failures: [{ scene: "reads", subject: "anvil", ids: ["other"], reason: "no such\nmethod" }],
      circumstances: {
        date: "2026-01-02T03:04:05.000Z",
        commit: "abc",
        machine: {
          cpu: "Chip",
          cores: 2,
          memoryGiB: 8,
          platform: "linux-x64",
          node: "v20.0.0",
          loadBefore: 0.5,
        },
      },
      peers: ["anvil"],
      command: "npm run bench",
      note: "Nothing else ran.",
    });
    assert.match(page, /^\| a row \| \/s \| 100 \| 50 \| 2× \| 12\.3 \| 12\.3 \|$/m);
    assert.match(page, /commit abc: Chip, 2 cores/);
    assert.match(page, /Nothing else ran\./);
    assert.match(page, /^- anvil, other: no such method$/m);
  });
});
