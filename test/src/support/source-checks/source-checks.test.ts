/** Tests the checks of source texts with small examples. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fragmentsIn, verblessIn } from "./docstrings.js";
import { fileCircle, folderCircles } from "./folder-circles.js";
import { longFunctionsIn } from "./long-functions.js";

describe("the check of function lengths", () => {
  const body = (lines: number, indent = "") => `${indent}  work();\n`.repeat(lines);

  it("names functions, methods and arrow functions above the limit", () => {
    const text = [
      `export async function first(\n  some: string,\n): Promise<void> {\n${body(9)}}`,
      `const second = (one: string): string => {\n${body(9)}};`,
      `class Third {\n  #fourth(): void {\n${body(9, "  ")}  }\n}`,
    ].join("\n");
    assert.deepEqual(longFunctionsIn(text, 8), ["first", "second", "#fourth"]);
  });

  it("accepts a function at the limit, and long classes and interfaces", () => {
    const fine = `function fine() {\n${body(6)}}\nclass Long {\n${body(20)}}\ninterface One {\n${body(20)}}`;
    assert.deepEqual(longFunctionsIn(fine, 8), []);
  });
});

describe("the check of docstrings", () => {
  it("finds exported ones that begin without a verb", () => {
    const text =
      "/** Who asks. */\nexport const a = 1;\n/**\n * Of one sender.\n */\nexport const b = 2;\n";
    assert.deepEqual(verblessIn(text), ["Who asks.", "Of one sender."]);
  });

  it("finds functions that are named by their result", () => {
    const text =
      "/** The root. */\nexport function a() {}\n/** RLP of b. */\nexport const b = (c) => c;\n/** The limit. */\nexport const d = 3;\n";
    assert.deepEqual(verblessIn(text), ["The root.", "RLP of b."]);
  });

  it("accepts whole sentences, and ignores what is not exported", () => {
    const text = "/** Returns a hash. */\nexport const a = 1;\n/** Who asks. */\nconst b = 2;\n";
    assert.deepEqual(verblessIn(text), []);
  });

  it("finds fragments, exported or not, and accepts those words in later lines", () => {
    const text =
      "/** Who asks. */\nconst a = 1;\nclass B {\n  /**\n   * Of one sender,\n   * or two.\n   */\n  #c = 2;\n  /** Reads what was\n   * Of one. */\n  d = 3;\n}\n";
    assert.deepEqual(fragmentsIn(text), ["Who asks.", "Of one sender,"]);
  });
});

describe("the check of folders", () => {
  const importsOf = (...pairs: readonly string[]) =>
    pairs.map((pair) => {
      const [from = "", to = ""] = pair.split(" -> ");
      return { from, to };
    });

  it("names the shortest circle at each level, of files and folders", () => {
    const low = importsOf("a/b/x.ts -> a/c.ts", "a/c.ts -> a/b/y.ts");
    const high = importsOf("a/c.ts -> d/e.ts", "d/f/g.ts -> h.ts", "h.ts -> a/b/x.ts");
    const far = ["i/k.ts -> l/m.ts", "l/n.ts -> o.ts", "o.ts -> d/f/g.ts"];
    const longer = importsOf("d/e.ts -> i/j.ts", ...far);
    const [first, ...others] = folderCircles([...longer, ...low, ...high]);
    assert.deepEqual(new Set(first), new Set(high));
    assert.deepEqual(others, [low]);
  });

  it("accepts imports in one direction, also within a folder", () => {
    const imports = importsOf("a/x.ts -> b/y.ts", "a/x.ts -> c.ts", "b/z.ts -> b/y.ts");
    assert.deepEqual(folderCircles([...imports, ...importsOf("b/y.ts -> c.ts")]), []);
  });

  it("finds files that do, in any folders, and accepts those that do not", () => {
    const circle = importsOf("a/x.ts -> b/y.ts", "b/y.ts -> c.ts", "c.ts -> a/x.ts");
    const others = importsOf("main.ts -> a/x.ts", "c.ts -> a/z.ts", "b/y.ts -> a/z.ts");
    assert.deepEqual(new Set(fileCircle([...others, ...circle])), new Set(circle));
    assert.equal(fileCircle([...others, ...circle.slice(1)]), undefined);
  });
});
