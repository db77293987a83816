/** Tests the selection of the HTTP server, and its report. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runHere, startLocalNode } from "../support/local-node.js";

const printed = async (...flags: string[]) =>
  JSON.parse((await runHere(["run", "--print-config", "--json", ...flags])).stdout);

describe("--server", () => {
  it("node selects Node's own server, as health and --print-config report", async (t) => {
    assert.equal((await printed("--server", "node")).server, "node");
    const node = await startLocalNode(["--server", "node"]);
    t.after(() => node.stop());
    const health = await fetch(`${node.url}/health`);
    assert.equal(((await health.json()) as { server?: unknown }).server, "node");
  });

  it("auto is the default", async () => {
    const { server } = await printed();
    assert.equal((await printed("--server", "auto")).server, server);
    assert.match(server, /^(?:uws|node)$/);
  });

  it("uws is refused with the remedy if there is no binary of it", async () => {
    const { code, stdout, stderr } = await runHere(["run", "--print-config", "--server", "uws"]);
    if (code === 0) assert.match(stdout, /^server in use +"uws"$/m);
    else assert.match(stderr, /uWebSockets\.js is not installed for Node .* --server node/);
  });
});
