/** Tests that an invalid file is reported by path, with the expected value and the nearest valid key. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { scenarioFile } from "@tandem/simulator";
import { scenarioProblems } from "./scenario-problems.js";

const right = { about: "x", stop: { hours: 1 }, pools: [{ name: "north", share: 1 }] };

function problems(change: Readonly<Record<string, unknown>>): string[] {
  const given = { ...right, ...change };
  const parsed = scenarioFile.safeParse(given);
  assert.ok(!parsed.success, "the codec refuses it");
  return scenarioProblems(scenarioFile, given, parsed.error);
}

const pool = (change: Readonly<Record<string, unknown>>) => ({
  pools: [{ name: "north", share: 1, ...change }],
});

const cases: readonly (readonly [what: string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ["a misspelt key", { sed: 3 }, /^sed: not a key here \(did you mean seed\?\)$/],
  [
    "a misspelt key of a pool",
    pool({ mergeMinning: 1 }),
    /^pools\[0\]\.mergeMinning: not a key here \(did you mean mergeMining\?\)$/,
  ],
  [
    "a key that is like no other",
    { stop: { hours: 1, thunderstorm: 2 } },
    /^stop\.thunderstorm: not a key here, expected one of hours, bitcoinBlocks, childBlocks, trials$/,
  ],
  [
    "a misspelt key of one kind of strategy",
    pool({ strategy: { kind: "double-spend", confirmation: 3 } }),
    /^pools\[0\]\.strategy\.confirmation: .*did you mean confirmations\?/,
  ],
  [
    "a number that cannot be represented",
    { network: { latencySeconds: JSON.parse("-1e400") } },
    /^network\.latencySeconds: expected number, got a number that is too large$/,
  ],
  [
    "a misspelt kind",
    pool({ strategy: { kind: "selfisch" } }),
    /^pools\[0\]\.strategy\.kind: expected one of honest, selfish, .*, got "selfisch" \(did you mean selfish\?\)$/,
  ],
  ["what is missing", { about: undefined }, /^about: is missing, expected string$/],
  ["a number out of bounds", pool({ share: 2 }), /^pools\[0\]\.share: expected .*<=1, got 2$/],
  [
    "one of a few values",
    pool({ work: { notify: 3 } }),
    /^pools\[0\]\.work\.notify: expected one of 0\|1\|2, got 3$/,
  ],
  [
    "a wrong place of a link",
    { network: { links: [{ between: ["north", 7], latencySeconds: 1 }] } },
    /^network\.links\[0\]\.between\[1\]: /,
  ],
  [
    "a range of an expectation",
    { expect: { "bitcoin.main": { minimum: 3 } } },
    /^expect\["bitcoin\.main"\]\.minimum: not a key here \(did you mean min\?\)$/,
  ],
];

describe("the problems of a scenario", () => {
  for (const [what, change, expected] of cases) {
    it(`names ${what}`, () => {
      const lines = problems(change);
      assert.ok(
        lines.some((line) => expected.test(line)),
        lines.join("\n"),
      );
    });
  }

  it("begin with misspelt keys, because other problems follow from them", () => {
    const [first = ""] = problems({ pools: [{ name: "north", shar: 1 }] });
    assert.match(first, /^pools\[0\]\.shar: /);
  });

  it("are limited in number", () => {
    const many = Array.from({ length: 30 }, () => ({}));
    const lines = problems({ pools: many });
    assert.equal(lines.length, 9);
    assert.match(lines.at(-1) ?? "", /^and \d+ more$/);
  });

  it("include a file that is not an object", () => {
    const parsed = scenarioFile.safeParse([]);
    assert.ok(!parsed.success);
    assert.deepEqual(scenarioProblems(scenarioFile, [], parsed.error), [
      "the file: expected object",
    ]);
  });
});
