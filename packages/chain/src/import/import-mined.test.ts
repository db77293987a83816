import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openSmallChain, smallSpec, transfer } from "../testing/small-chain.js";

const careful = { ...smallSpec, futureSecondsMax: 2 };
const nowMs = smallSpec.genesis.timestamp * 1000;

describe("a block whose time the chain does not allow yet", () => {
  it("is refused with the reason, and can be made when its time has come", async (t) => {
    const { chain, pass, destroy } = await openSmallChain("manual", { spec: careful, nowMs });
    t.after(destroy);
    for (let n = 0; n < 2; n++) await chain.miner.mine();
    const message =
      `block 3 would have the time ${smallSpec.genesis.timestamp + 3}, and the chain allows 2 seconds ` +
      "ahead of the clock: it can be made when its time has come";
    await assert.rejects(chain.miner.mine(), { data: { code: "unsealable", message } });
    assert.equal(chain.head().header.number, 2);
    pass(1000);
    assert.equal((await chain.miner.mine()).header.number, 3);
  });

  it("leaves transactions pending, of which the log tells once", async (t) => {
    const lines: string[] = [];
    const tell = (_fields: object, line: string) => lines.push(line);
    const logger = { error: tell, warn: tell, info() {}, debug() {} };
    const { chain, pass, destroy } = await openSmallChain("auto", { spec: careful, nowMs, logger });
    t.after(destroy);
    for (let nonce = 0; nonce < 5; nonce++) await chain.submit(transfer(0, nonce));
    assert.equal(chain.head().header.number, 2);
    assert.equal(chain.pool.size, 3);
    assert.deepEqual(lines, ["a block could not be made"]);
    pass(10_000);
    await chain.submit(transfer(1, 0));
    assert.equal(chain.pool.size, 0);
  });
});
