/** Tests blocks that are later than 2106, where the 32 bits for the time of a Bitcoin header end. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

/** Logs, stores and returns the time of the block. */
const clockCode = "0x425f5260205fa0425f5560205ff3";
const clock = "0x00000000000000000000000000000000000000c0";
const wordOf = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;
const hex = (value: number) => `0x${value.toString(16)}`;

interface Found {
  readonly timestamp: Hex;
  readonly hash: Hex;
  readonly bitcoinMergedMiningHeader: Hex;
}

describe("a block later than 2106", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "tandem-far-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  for (const evm of ["engine", "library"]) {
    it(`has its time in contracts, logs, calls and traces (${evm})`, async () => {
      const flags = ["--data-dir", directory, "--evm", evm];
      const times = [2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1_000_000, 8_639_999_999_999];
      const node = await startLocalNode(flags);
      const { url } = node;
      await call(url, "hardhat_setCode", [clock, clockCode]);
      const hashes: Hex[] = [];
      for (const time of times) {
        await call(url, "evm_setNextBlockTimestamp", [time]);
        await send(url, developmentAccount(0), { to: clock, gasLimit: 100_000 });
        const found = await call<Found>(url, "eth_getBlockByNumber", ["latest", false]);
        assert.equal(found.timestamp, hex(time));
        const bitcoin = Buffer.from(found.bitcoinMergedMiningHeader.slice(2), "hex");
        assert.equal(bitcoin.readUInt32LE(68), time % 2 ** 32, "its low 32 bits");
        assert.equal(await call(url, "eth_getStorageAt", [clock, "0x0", "latest"]), wordOf(time));
        assert.equal(await call(url, "eth_call", [{ to: clock }, "latest"]), wordOf(time));
        hashes.push(found.hash);
      }
      await node.stop();

      assert.equal((await runHere(["check", directory])).code, 0);
      const again = await startLocalNode(flags);
      for (const [at, blockHash] of hashes.entries()) {
        const time = wordOf(times[at] as number);
        const logs = await call<{ data: Hex }[]>(again.url, "eth_getLogs", [{ blockHash }]);
        assert.deepEqual(
          logs.map(({ data }) => data),
          [time],
        );
        const traces = await call<{ result: { output: Hex } }[]>(again.url, "trace_block", [
          blockHash,
        ]);
        assert.equal(traces[0]?.result.output, time);
      }
      await again.stop();
    });
  }
});
