/**
 * Tests some damages of `npm run campaign -- damages`, each of which was served as correct data,
 * shortened the chain silently, or ended the process with a stack before files were verified.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runCase } from "../support/damages/case.js";
import { inThisProcess } from "../support/damages/launcher.js";
import { type Base, buildScene } from "../support/damages/scene.js";

const seeds = [4, 145];

describe("a damaged data directory", () => {
  const root = mkdtempSync(join(tmpdir(), "tandem-damaged-"));
  let bases: readonly Base[];
  before(async () => {
    bases = await buildScene(root);
  });
  after(() => rmSync(root, { recursive: true }));

  for (const seed of seeds) {
    it(`is refused, repaired or harmless, and never served as correct data (seed ${seed})`, async () => {
      const { breaches, damage } = await runCase(bases, root, seed, inThisProcess);
      assert.deepEqual(breaches, [], JSON.stringify(damage));
    });
  }
});
