import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";

const isLinux = process.platform === "linux";

describe("the limits of connections", () => {
  it("leave a quarter of the file descriptors to the rest of the process", {
    skip: !isLinux,
  }, () => {
    const url = new URL("limits.js", import.meta.url);
    const program = `import { relayLimits } from ${JSON.stringify(url.href)}; console.log(JSON.stringify(relayLimits));`;
    const node = `exec "$0" --input-type=module --eval "$1"`;
    const output = execFileSync("sh", ["-c", `ulimit -n 256; ${node}`, process.execPath, program]);
    const limits = JSON.parse(output.toString());
    assert.equal(limits.postingConnectionsMax + limits.otherConnectionsMax, 192);
    assert.equal(limits.otherConnectionsMax, 96);
    assert.equal(limits.nodeRequestsMax, 16);
  });
});
