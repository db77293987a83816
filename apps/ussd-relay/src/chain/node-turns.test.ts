/** Tests that posts at the same time do not open a connection to the node for each. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as eventLoop } from "node:timers/promises";
import { relayLimits } from "../limits.js";
import { answeringNode } from "../testing/answering-node.js";
import { connectNode } from "./chain.js";
import { inNodeTurn } from "./node-turns.js";

const { nodeRequestsMax, nodeMethodRequestsMax } = relayLimits;

/** Starts requests that are not answered before they are told to. */
function waitingRequests() {
  const sent: (() => void)[] = [];
  const send = () => new Promise<void>((resolve) => sent.push(resolve));
  const all: Promise<void>[] = [];
  return {
    begin(method: string, count: number) {
      for (let i = 0; i < count; i++) all.push(inNodeTurn(method, send));
      return eventLoop();
    },
    sentCount: () => sent.length,
    async endAll() {
      for (let ended = 0; ended < all.length; ended++) {
        while (sent.length <= ended) await eventLoop();
        sent[ended]?.();
      }
      await Promise.all(all);
    },
  };
}

describe("requests to the node", () => {
  it("are limited in number, and those of one method leave a part to others", async () => {
    const { begin, sentCount, endAll } = waitingRequests();
    await begin("eth_call", 2 * nodeRequestsMax);
    assert.equal(sentCount(), nodeMethodRequestsMax);
    await begin("eth_gasPrice", nodeRequestsMax);
    assert.equal(sentCount(), nodeRequestsMax);
    await endAll();
    assert.equal(sentCount(), 3 * nodeRequestsMax);
  });

  it("of the client wait for their turn", async (t) => {
    const order: string[] = [];
    const url = await answeringNode(t, ({ method }) => {
      order.push(method);
      return { result: "0x1" };
    });
    const { begin, endAll } = waitingRequests();
    await begin("eth_gasPrice", nodeMethodRequestsMax);
    const waiting = connectNode(url).eth_gasPrice();
    await connectNode(url).eth_chainId();
    await endAll();
    assert.equal(await waiting, 1n);
    assert.deepEqual(order, ["eth_chainId", "eth_gasPrice"]);
  });
});
