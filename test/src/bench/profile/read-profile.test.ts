import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { timeSpent } from "./read-profile.js";

const own = "file:///home/someone/tandem/packages/state/dist/run.js";
const evm =
  "file:///x/node_modules/.pnpm/@ethereumjs+evm@1/node_modules/@ethereumjs/evm/dist/evm.js";
const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 9 });

/** The profile runs run → loop → loop, and idles: a sample each millisecond from 1,000 µs on. */
const profile = {
  nodes: [
    { id: 1, callFrame: frame("(root)", ""), children: [2, 5] },
    { id: 2, callFrame: frame("run", own), children: [3] },
    { id: 3, callFrame: frame("loop", evm), children: [4] },
    { id: 4, callFrame: frame("loop", evm) },
    { id: 5, callFrame: frame("(idle)", "") },
  ],
  startTime: 0,
  samples: [2, 3, 4, 4, 5, 2],
  timeDeltas: [1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
};

describe("a profile", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-profile-test-"));
  const file = join(folder, "one.cpuprofile");
  writeFileSync(file, JSON.stringify(profile));
  after(() => rmSync(folder, { recursive: true }));

  it("is summed up by function, with and without callees, and by package", () => {
    const { busyMs, idleMs, self, inclusive, rooms } = timeSpent(file, 0, 10_000);
    assert.equal(busyMs, 4);
    assert.equal(idleMs, 1);
    assert.deepEqual(
      self.filter(([, ms]) => ms > 0),
      [
        ["loop @ethereumjs/evm/dist/evm.js:10", 3],
        ["run state/run.js:10", 1],
      ],
    );
    assert.deepEqual(inclusive, [
      ["run state/run.js:10", 4],
      ["(root)", 4],
      ["loop @ethereumjs/evm/dist/evm.js:10", 3],
    ]);
    assert.deepEqual(rooms, [
      ["@ethereumjs/evm", 3],
      ["state", 1],
    ]);
  });

  it("counts only samples in the given time", () => {
    const { busyMs, idleMs } = timeSpent(file, 3_500, 5_000);
    assert.deepEqual([busyMs, idleMs], [1, 1]);
  });
});
