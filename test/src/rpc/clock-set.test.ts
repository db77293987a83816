/** Tests a node while the machine's clock is set: no duration changes. */
import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { startLocalNode } from "../support/local-node.js";
import { call } from "../support/rpc.js";

const hourMs = 3_600_000;

/** Sets the clock of this process: forwards, or backwards for a negative number. */
function setClock(t: TestContext, byMs: number): void {
  const now = Date.now.bind(Date);
  t.mock.method(Date, "now", () => now() + byMs);
}

it("keeps filters when the clock is set forwards", async (t) => {
  const node = await startLocalNode();
  try {
    const filter = await call<string>(node.url, "eth_newBlockFilter");
    setClock(t, hourMs);
    await call(node.url, "evm_mine");
    assert.equal((await call<string[]>(node.url, "eth_getFilterChanges", [filter])).length, 1);
  } finally {
    await node.stop();
  }
});

it("is ready while blocks come in their interval, and the clock is set forwards", async (t) => {
  const node = await startLocalNode(["--mining", "interval", "--interval-ms", "600000"]);
  try {
    setClock(t, 10 * hourMs);
    assert.equal((await fetch(`${node.url}/health`)).status, 200);
  } finally {
    await node.stop();
  }
});
