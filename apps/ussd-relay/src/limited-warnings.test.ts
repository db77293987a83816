import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { limitWarnings } from "./limited-warnings.js";
import { relayLimits } from "./limits.js";
import { testLog } from "./testing/log.js";

const { failureWarningsMax, failureWarningsMs } = relayLimits;

describe("limited warnings", () => {
  it("are left out beyond the maximum of a period, at whose end they are counted", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const log = testLog();
    const limited = limitWarnings(log);
    for (let n = 0; n < failureWarningsMax + 7; n += 1) limited.warn(`${n}`);
    assert.equal(log.warnings.length, failureWarningsMax);
    t.mock.timers.tick(failureWarningsMs);
    assert.deepEqual(log.warnings.slice(failureWarningsMax), [
      "posts went on failing: 7 more warnings were left out",
    ]);
    limited.warn("of the next period");
    assert.equal(log.warnings.at(-1), "of the next period");
    t.mock.timers.tick(failureWarningsMs);
    assert.equal(log.warnings.length, failureWarningsMax + 2);
  });

  it("are not limited while they are few, and events never are", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const log = testLog();
    const limited = limitWarnings(log);
    for (let n = 0; n < failureWarningsMax; n += 1) limited.warn("few");
    for (let n = 0; n <= failureWarningsMax; n += 1) limited.info("event");
    t.mock.timers.tick(failureWarningsMs);
    assert.equal(log.warnings.length, failureWarningsMax);
    assert.equal(log.lines.length, failureWarningsMax + 1);
  });
});
