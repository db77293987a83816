/** Tests a node on a machine that runs other programs most of the time. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createNode } from "@tandem/node";

const contract = `0x${"c0".repeat(20)}`;
/** Counts down from a million: PUSH3, JUMPDEST, PUSH1 1, SWAP1, SUB, DUP1, PUSH1 4, JUMPI, STOP. */
const code = "0x620f42405b60019003806004570000";
const parameters = [{ to: contract }, "latest", { [contract]: { code } }];

it("a call does not exceed its time because other programs had the processors", async (t) => {
  await using node = await createNode({ isListening: false });
  // The process receives nothing of ten seconds in each turn of the event loop.
  let turns = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + 10_000 * turns);
  let hasEnded = false;
  const call = node.request("eth_call", parameters).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    await setImmediate();
    turns++;
  }
  assert.equal(await call, "0x");
  assert.ok(turns > 1, "it takes several time slices");
});
