import assert from "node:assert/strict";
import { it } from "node:test";
import { toHex } from "@tandem/primitives";
import { ask, block, dispatcher, genesis } from "../../testing/ask.js";
import { fakeBackend } from "../../testing/fake-backend.js";
import { fakeControls } from "../../testing/fake-controls.js";
import { requestText } from "../../testing/serve.js";

it("reads the heads of snapshots without their blocks, and lets other work run meanwhile", async (t) => {
  const count = 1_000;
  const chain = fakeBackend([genesis, block]);
  const read: unknown[] = [];
  let headers = 0;
  let inSlice = 0;
  const long: number[] = [];
  const service = dispatcher({
    controls: {
      ...fakeControls(),
      snapshots: () =>
        Array.from({ length: count }, (_, i) => ({ number: i + 1, head: block.hash })),
    },
    block: async (ref) => {
      read.push(ref);
      return chain.block(ref);
    },
    header: () => {
      headers++;
      if (++inSlice === 10) long.push(headers);
      setImmediate(() => {
        inSlice = 0;
      });
      return block.header;
    },
  });
  let now = performance.now();
  const clock = t.mock.method(performance, "now", () => now++);
  const answer = await ask(requestText("anvil_metadata", []), service);
  clock.mock.restore();
  // The last slice by this clock ends before other tests read the usual one.
  await new Promise((resolve) => setImmediate(resolve));
  const { snapshots } = answer.result as { snapshots: Record<string, [number, string]> };
  assert.deepEqual(snapshots["0x3e8"], [block.header.number, toHex(block.hash)]);
  assert.equal(headers, count);
  assert.deepEqual(read, [{ tag: "latest" }]);
  // A slice has three readings of the clock.
  assert.deepEqual(long, []);
});
