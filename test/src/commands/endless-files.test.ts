/** Tests settings and commands that read a file which does not end. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { runHere } from "../support/local-node.js";

const endless = "/dev/zero";
const hash = `0x${"11".repeat(32)}`;

const uses: readonly (readonly string[])[] = [
  ["run", "--port", "0", "--config", endless],
  ["run", "--port", "0", "--chain", endless],
  ["run", "--port", "0", "--api-keys-file", endless],
  ["run", "--port", "0", "--log", "nats://127.0.0.1:1", "--log-credentials", endless],
  ["simulate", endless],
  ["tx", hash, "--abi", endless],
];

it("are refused", { skip: process.platform === "win32" }, async () => {
  for (const args of uses) {
    const { code, stderr } = await runHere(args);
    assert.match(stderr, /^tandem: .*it is longer than \d+ bytes\n$/, args.join(" "));
    assert.ok(code === 1 || code === 2, args.join(" "));
  }
});
