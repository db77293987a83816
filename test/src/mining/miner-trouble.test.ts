/** Tests a miner whose sealer cannot seal. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Chain, openChain } from "@tandem/chain";
import { createEmbeddedBitcoin, type Sealer, WorkExpired } from "@tandem/consensus";
import { Fault } from "@tandem/primitives";
import { type Logger, steadyClock, systemClock } from "@tandem/runtime";
import { openStore, type Store } from "@tandem/store";
import { worldSpec } from "../support/world.js";

describe("a miner whose sealer fails", () => {
  const { seal } = createEmbeddedBitcoin();
  const told: string[] = [];
  let directory: string;
  let store: Store;
  let chain: Chain;
  let sealer: Sealer = seal;
  const logger: Logger = {
    error: (_, message) => told.push(`error: ${message}`),
    warn: (fields, message) => told.push(`warn: ${message}: ${JSON.stringify(fields)}`),
    info() {},
    debug() {},
  };
  const untilHeight = (height: number) =>
    new Promise<void>((resolve) => {
      const stopListening = chain.onHeadMoved(({ added }) => {
        if (!added.some(({ header }) => header.number >= height)) return;
        stopListening();
        resolve();
      });
    });
  /** Fails this number of times with the error of `failure`, and then seals. */
  const failing =
    (times: number, failure: () => Error): Sealer =>
    async (work, signal) => {
      if (times-- > 0) throw failure();
      return seal(work, signal);
    };
  const unsealable = () => new Fault({ code: "unsealable", message: "the times cannot meet" });

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "tandem-miner-"));
    store = await openStore({ directory, isDurable: false });
    chain = await openChain({
      spec: worldSpec,
      store,
      clock: systemClock,
      steadyClock,
      logger,
      settings: {
        coinbase: new Uint8Array(20).fill(0xcb),
        gasLimitTarget: 30_000_000n,
        minimumGasPriceTarget: 60_000_000n,
        extraData: new Uint8Array(0),
      },
      mining: {
        mode: "interval",
        intervalMs: 5,
        createSealer: () => (work, signal) => sealer(work, signal),
      },
    });
  });
  after(async () => {
    await chain.stop();
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  it("builds a new template when the work has expired, without an error for the caller", async () => {
    sealer = failing(3, () => new WorkExpired());
    const block = await chain.miner.mine();
    assert.equal(block.header.number, 1);
    assert.deepEqual(told, []);
  });

  it("reports at once why a block cannot be sealed", async () => {
    sealer = failing(1, unsealable);
    await assert.rejects(chain.miner.mine(), { message: "the times cannot meet" });
    assert.deepEqual(told, []);
  });

  it("continues by itself, and logs a lasting error once, and again when it recurs", async () => {
    for (const round of [1, 2]) {
      sealer = failing(5, unsealable);
      const mined = untilHeight(chain.head().header.number + 2);
      if (round === 1) chain.start();
      await mined;
      assert.equal(told.length, round, told.join("\n"));
      assert.match(told.at(-1) ?? "", /^warn: a block could not be made.*the times cannot meet/);
    }
  });
});
