import assert from "node:assert/strict";
import { it } from "node:test";
import { ask, block, dispatcher, genesis } from "../../testing/ask.js";
import { fakeBackend } from "../../testing/fake-backend.js";
import { fakeControls } from "../../testing/fake-controls.js";
import { requestText } from "../../testing/serve.js";

it("finds mined blocks by their headers, and lets other work run meanwhile", async (t) => {
  const blocks = 1_000;
  const chain = fakeBackend([genesis, block]);
  let headers = 0;
  let inSlice = 0;
  let most = 0;
  const service = dispatcher({
    controls: { ...fakeControls(), mine: async () => block.hash },
    block: (ref) => chain.block("hash" in ref ? { hash: genesis.hash } : ref),
    header: () => {
      headers++;
      most = Math.max(most, ++inSlice);
      setImmediate(() => {
        inSlice = 0;
      });
      return { ...block.header, parentHash: block.hash };
    },
  });
  let now = performance.now();
  const clock = t.mock.method(performance, "now", () => now++);
  const answer = await ask(requestText("evm_mine_detailed", [{ blocks }]), service);
  clock.mock.restore();
  // The last slice by this clock ends before other tests read the usual one.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((answer.result as unknown[]).length, blocks);
  assert.equal(headers, blocks);
  // A slice has three readings of the clock.
  assert.ok(most < 10, `${most} headers in a slice`);
});
