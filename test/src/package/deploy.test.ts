/**
 * Tests docs/deployment.md in a campaign: the scripts of the actions run as on a runner, and the
 * unit is valid.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { fewOrMany } from "../support/extent.js";
import { freePort } from "../support/processes/free-port.js";
import { makePackage, userEnvironment } from "../support/processes/packed.js";
import { call } from "../support/rpc.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const isShort = fewOrMany(1, 0) === 1;
const longOnly = { skip: isShort ? "a campaign does it" : false };

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "tandem-deploy-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("the guide to deployment", () => {
  it("names existing files", () => {
    const page = readFileSync(join(root, "docs/deployment.md"), "utf8");
    const names = new Set(page.match(/deploy\/[\w./-]+\w/g));
    assert.ok(names.size >= 4);
    for (const name of names) assert.ok(existsSync(join(root, name)), name);
  });

  it("has actions that start a node, export its address and stop it", longOnly, async (t) => {
    const packed = await makePackage();
    t.after(packed.remove);
    const folder = temporaryFolder(t);
    const port = await freePort();
    const [output, exported] = [join(folder, "output"), join(folder, "env")];
    for (const file of [output, exported]) writeFileSync(file, "");
    const env = {
      ...userEnvironment(process.execPath),
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: output,
      GITHUB_ENV: exported,
      TANDEM_ACTION_PACKAGE: packed.file,
      TANDEM_ACTION_ARGS: "--mining manual --accounts 3",
      TANDEM_ACTION_PORT: `${port}`,
    };
    const run = (name: string) => {
      const script = join(root, "deploy/action", name, `${name}.sh`);
      const { status, stdout, stderr } = spawnSync(script, { env, encoding: "utf8" });
      assert.equal(status, 0, stdout + stderr);
    };
    run("start");
    try {
      const url = `http://127.0.0.1:${port}`;
      assert.equal(readFileSync(output, "utf8"), `url=${url}\n`);
      assert.equal(readFileSync(exported, "utf8"), `TANDEM_RPC_URL=${url}\n`);
      assert.equal((await call<readonly string[]>(url, "eth_accounts")).length, 0);
      await call(url, "evm_mine");
    } finally {
      run("stop");
    }
    assert.match(readFileSync(join(folder, "tandem/node.log"), "utf8"), /Accounts/);
    await assert.rejects(call(`http://127.0.0.1:${port}`, "eth_chainId"));
  });

  it("has a unit that systemd accepts, with few permissions", longOnly, (t) => {
    const unit = join(root, "deploy/systemd/tandem.service");
    const text = readFileSync(unit, "utf8");
    const copy = join(temporaryFolder(t), "tandem.service");
    writeFileSync(copy, text.replace("/opt/tandem/node_modules/.bin/tandem", process.execPath));
    const verified = spawnSync("systemd-analyze", ["verify", copy], { encoding: "utf8" });
    if (verified.error !== undefined) return t.skip("systemd-analyze is not installed");
    assert.equal(verified.status, 0, verified.stderr);
    // The threshold is in tenths of the stated exposure.
    const args = ["security", "--offline=true", "--threshold=15", copy];
    const judged = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    assert.equal(judged.status, 0, judged.stdout);
  });
});
