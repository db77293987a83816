/** Tests that a flag of docs/migration.md that another node has is answered with the one that is meant. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { documentText } from "../support/documents/markdown.js";
import { runHere } from "../support/local-node.js";

/** Returns the flags in a text, each once: `-b` and `--block-time`. */
const flagsIn = (text: string) =>
  new Set([...text.matchAll(/(?<=[`\s])--?[a-zA-Z][\w.-]*/g)].map(([flag]) => flag));

it("each flag that another node has is one here, or the error names the one to type", async () => {
  const own = flagsIn(documentText("docs/settings.md"));
  const [, table = ""] =
    /^## Flags\n\n([\s\S]*?)\n\n/m.exec(documentText("docs/migration.md")) ?? [];
  const others = new Set<string>();
  for (const row of table.split("\n").slice(2)) {
    const cells = row.split("|").slice(2, -2);
    for (const flag of flagsIn(cells.join(" "))) if (!own.has(flag)) others.add(flag);
  }
  assert.ok(others.size > 25, `${others.size}`);
  for (const flag of others) {
    const { code, stderr } = await runHere([flag]);
    assert.equal(code, 2, flag);
    assert.match(stderr, new RegExp(`^tandem: .*${flag}\\b.*: type .*--`), flag);
  }
});
