/** Tests the bound of the bytes that are received at once. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { peerLimits } from "./limits.js";
import { ReceivingBudget, type Taken } from "./receiving-budget.js";

const { receivingBytesMax: all, shortMessageBytes: short, arrivingMs } = peerLimits;
const turn = () => new Promise(setImmediate);
const never = () => assert.fail("it is given up");

describe("the budget of received bytes", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("lets long messages wait until others have ended, and short ones never", async () => {
    const budget = new ReceivingBudget();
    const { release } = await budget.take(all, never);
    const taken: string[] = [];
    const waiting = ["a", "b"].map(async (name) => {
      const one = await budget.take(all, never);
      taken.push(name);
      return one;
    });
    (await budget.take(short, never)).release();
    await turn();
    assert.deepEqual(taken, []);
    release();
    const [a, b] = waiting;
    (await a)?.release();
    (await b)?.release();
    assert.deepEqual(taken, ["a", "b"]);
    (await budget.take(all, never)).release();
  });

  it("never gives more than it has", async () => {
    const budget = new ReceivingBudget();
    const half = all / 2 + 1;
    let [held, most] = [0, 0];
    const receive = async () => {
      const { release } = await budget.take(half, never);
      most = Math.max(most, ++held);
      await turn();
      held--;
      release();
    };
    await Promise.all(Array.from({ length: 20 }, receive));
    assert.equal(most, 1);
  });

  it("is taken from the oldest message that does not arrive, for the shortest that waits", async () => {
    const budget = new ReceivingBudget();
    const ended: string[] = [];
    const held = new Map<string, Taken>();
    const claim = async (name: string, bytes: number) => {
      const end = () => {
        ended.push(name);
        held.get(name)?.release();
      };
      held.set(name, await budget.take(bytes, end));
    };
    await claim("handled", all / 2);
    held.get("handled")?.received();
    await claim("old", all / 4);
    await claim("new", all / 4);
    for (const name of ["more", "even more"]) void claim(name, all / 4);
    void claim("block", 2 * short);
    mock.timers.tick(arrivingMs - 1);
    await turn();
    assert.deepEqual([ended, held.has("block")], [[], false]);
    mock.timers.tick(1);
    await turn();
    assert.deepEqual([ended, held.has("block"), held.has("more")], [["old"], true, false]);
    held.get("block")?.release();
    await turn();
    assert.ok(held.has("more"));
    mock.timers.tick(arrivingMs);
    await turn();
    assert.deepEqual([ended, held.has("even more")], [["old", "new"], true]);
    // Nobody waits any more.
    mock.timers.tick(10 * arrivingMs);
    assert.deepEqual(ended, ["old", "new"]);
  });
});
