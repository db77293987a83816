/** Tests the projects of docs/testing.md in a campaign; `npm test` runs the cheap ones. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { after, describe, it } from "node:test";
import { fewOrMany } from "../support/extent.js";
import { fileOf, snippetsOf } from "../support/guide.js";
import { installNode, nodeVersions } from "../support/processes/node-binary.js";
import { installPacked, makePackage, type Project } from "../support/processes/packed.js";
import { type GuideProject, guideProjects } from "./projects.js";

const page = "testing.md";
const tried = guideProjects.slice(0, fewOrMany(0, guideProjects.length));

describe("the guide to tests", () => {
  it("has only tested examples", () => {
    const shown = snippetsOf(page).flatMap(({ file }) => (file === undefined ? [] : [file]));
    const files = guideProjects.flatMap((project) => project.files);
    assert.deepEqual([...shown].sort(), ["payments.test.mjs", "process.mjs", ...files].sort());
  });
});

const packed = tried.length > 0 ? await makePackage() : undefined;
after(() => packed?.remove());

async function runProject(project: Project, guide: GuideProject): Promise<string> {
  if (guide.isModule) project.write("package.json", '{ "type": "module" }');
  for (const file of guide.files) {
    mkdirSync(dirname(project.path(file)), { recursive: true });
    project.write(file, fileOf(page, file));
  }
  const [command, ...args] = guide.command;
  const { code, stdout, stderr } = await project.run(command, args);
  assert.equal(code, 0, stdout + stderr);
  return stdout + stderr;
}

describe("a project with the packed file", () => {
  for (const guide of tried) {
    it(`runs its tests with ${guide.name}`, async (t) => {
      if (packed === undefined) return t.skip("it is not packed");
      const isOld = Number(process.versions.node.split(".")[0]) < guide.node;
      const other = isOld ? await installNode(nodeVersions[0]) : undefined;
      if (typeof other === "string") return t.skip(other);
      const project = await installPacked(packed, guide.packages, other?.path);
      if (typeof project === "string") return t.skip(project);
      t.after(() => {
        project.remove();
        other?.remove();
      });
      assert.match(await runProject(project, guide), guide.says);
    });
  }
});
