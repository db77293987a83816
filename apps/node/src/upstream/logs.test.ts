/** Tests how logs of the forked chain are read. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Chain } from "@tandem/chain";
import type { Fork } from "../fork/fork.js";
import { forkedLogs } from "./logs.js";

const hex = (byte: string, length: number) => `0x${byte.repeat(length)}`;

it("many logs of the other node are read with other work between them", async (t) => {
  const count = 1_000;
  let inSlice = 0;
  let most = 0;
  const log = {
    get address() {
      most = Math.max(most, ++inSlice);
      setImmediate(() => {
        inSlice = 0;
      });
      return hex("11", 20);
    },
    topics: [hex("22", 32)],
    data: "0x33",
    blockHash: hex("44", 32),
    blockNumber: "0x5",
    transactionHash: hex("55", 32),
    transactionIndex: "0x0",
    logIndex: "0x0",
  };
  const node = { address: "test", call: async () => Array(count).fill(log) };
  const fork = { node, from: { blockNumber: 9, blockHash: new Uint8Array(32) } };
  const chain = { head: () => ({ header: { number: 9 } }) };
  const logs = forkedLogs(fork as unknown as Fork, chain as Chain, () => []);
  const query = {
    filter: { addresses: [], topics: [] },
    range: { from: { number: 1 }, to: { number: 9 } },
  };
  let now = performance.now();
  const clock = t.mock.method(performance, "now", () => now++);
  let found = 0;
  for await (const batch of logs(query, { isAborted: false, signal: new AbortController().signal }))
    found += batch.length;
  clock.mock.restore();
  // The last slice by this clock ends before other tests read the usual one.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(found, count);
  // A slice has three readings of the clock.
  assert.ok(most < 10, `${most} logs in a slice`);
});
