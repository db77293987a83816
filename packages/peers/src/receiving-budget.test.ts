/** Tests the bound of the bytes that are received at once. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { peerLimits } from "./limits.js";
import { ReceivingBudget } from "./receiving-budget.js";

const { receivingBytesMax: all, shortMessageBytes: short } = peerLimits;

describe("the budget of received bytes", () => {
  it("lets long messages wait until others have ended, and short ones never", async () => {
    const budget = new ReceivingBudget();
    const release = await budget.take(all);
    const taken: string[] = [];
    const waiting = ["a", "b"].map(async (name) => {
      const end = await budget.take(all);
      taken.push(name);
      return end;
    });
    (await budget.take(short))();
    await new Promise(setImmediate);
    assert.deepEqual(taken, []);
    release();
    const [a, b] = waiting;
    (await a)?.();
    (await b)?.();
    assert.deepEqual(taken, ["a", "b"]);
    (await budget.take(all))();
  });

  it("never gives more than it has", async () => {
    const budget = new ReceivingBudget();
    const half = all / 2 + 1;
    let [held, most] = [0, 0];
    const receive = async () => {
      const release = await budget.take(half);
      most = Math.max(most, ++held);
      await new Promise(setImmediate);
      held--;
      release();
    };
    await Promise.all(Array.from({ length: 20 }, receive));
    assert.equal(most, 1);
  });
});
