/** Tests that the worked examples of CONTRIBUTING match the source that they change. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

const root = new URL("../../../", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), "utf8");

interface Listing {
  readonly file: string;
  readonly state: "applied" | "new" | undefined;
  /** Sequences of lines, each with its mark. */
  readonly hunks: readonly (readonly string[])[];
}

const fence = /^( *)```diff\n([\s\S]*?)^ *```$/gm;

const listings: readonly Listing[] = [...read("CONTRIBUTING.md").matchAll(fence)].map(
  ([, indent = "", body = ""]) => {
    const [head = "", ...lines] = body
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(indent.length));
    const [, file = "", state] = head.match(/^\+\+\+ (\S+)(?: \((applied|new)\))?$/) ?? [];
    const hunks: string[][] = [[]];
    for (const line of lines) {
      if (line === "@@") hunks.push([]);
      else hunks.at(-1)?.push(line);
    }
    return { file, state: state as Listing["state"], hunks };
  },
);

const textOf = (lines: readonly string[]) => lines.map((line) => `${line.slice(1)}\n`).join("");

describe("the worked examples of CONTRIBUTING", () => {
  it("are there for a method, a strategy, a menu, a flag and a rule", () => {
    const packages = ["packages/rpc", "packages/simulator", "packages/consensus"];
    const folders = [...packages, "apps/ussd-relay", "apps/node"];
    for (const folder of folders) {
      assert.ok(
        listings.some(({ file }) => file.startsWith(folder)),
        folder,
      );
    }
  });

  for (const { file, state, hunks } of listings) {
    it(`fit ${file}`, () => {
      if (state === "new") return assert.ok(!existsSync(new URL(file, root)));
      const source = read(file);
      for (const hunk of hunks) {
        // An applied listing is in the source completely; of another, its kept and removed lines
        // are.
        const kept = state === "applied" ? hunk : hunk.filter((line) => !line.startsWith("+"));
        assert.ok(source.includes(textOf(kept)), textOf(kept));
      }
    });
  }
});
