import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { canSharePort } from "./native-server.js";

const require = createRequire(import.meta.url);
const { platform, arch, versions } = process;
const file = `uws_${platform}_${arch}_${versions.modules}.node`;
const binary = join(dirname(require.resolve("uWebSockets.js")), "../binaries", file);
const isHere = existsSync(binary);

/** Creates a package of this form, in a process of its own says what its server is, and returns that. */
function loadedFrom(t: TestContext, files: Record<string, string>, place: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), "tandem-native-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const root = join(folder, "node_modules/uWebSockets.js");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  if (place !== undefined) {
    mkdirSync(dirname(join(root, place)), { recursive: true });
    symlinkSync(binary, join(root, place));
  }
  const program = `
    import { createRequire } from "node:module";
    const { loadUws } = await import(${JSON.stringify(new URL("native-server.js", import.meta.url))});
    process.stdout.write(typeof loadUws(createRequire(${JSON.stringify(join(folder, "any.js"))}))?.App);
    process.exit(0);`;
  const args = ["--input-type=module", "-e", program];
  return execFileSync(process.execPath, args, { encoding: "utf8" });
}

const official = {
  "package.json": JSON.stringify({ name: "uWebSockets.js", exports: { require: "./uws.js" } }),
  "uws.js": "throw new Error('its own loader prints to the terminal')",
};
const unofficial = {
  "package.json": JSON.stringify({ name: "uWebSockets.js", main: "src/uws.js" }),
  "src/uws.js": "throw new Error('it falls back to another server')",
};

describe("the native server", () => {
  it("is found beside the module of the official package", { skip: !isHere }, (t) => {
    assert.equal(loadedFrom(t, official, file), "function");
  });

  it("is found in the folder of binaries of the unofficial one", { skip: !isHere }, (t) => {
    assert.equal(loadedFrom(t, unofficial, `binaries/${file}`), "function");
  });

  it("is missing if the package has no binary for this machine, or cannot be loaded", (t) => {
    assert.equal(loadedFrom(t, official, undefined), "undefined");
    assert.equal(
      loadedFrom(t, { ...unofficial, [`binaries/${file}`]: "text" }, undefined),
      "undefined",
    );
    assert.equal(loadedFrom(t, {}, undefined), "undefined");
  });
});

it("knows which servers let several threads listen on one port", () => {
  const able = ["22.12.0", "22.23.3", "23.1.0", "24.0.0", "26.10.0"];
  const unable = ["20.20.2", "22.11.0", "23.0.0"];
  for (const version of able) assert.equal(canSharePort("node", version), true, version);
  for (const version of unable) assert.equal(canSharePort("node", version), false, version);
  assert.equal(canSharePort("uws", "20.20.2"), true);
});
