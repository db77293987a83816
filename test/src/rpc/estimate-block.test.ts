/** Tests in which block eth_estimateGas executes a call, by transactions that are sent with the estimate. */
import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type CreateNodeOptions, createNode, type InProcessNode } from "@tandem/node";
import { toQuantity } from "@tandem/primitives";
import { asserting } from "../support/scenes/asserting.js";

const contract = "0x2222222222222222222222222222222222222222";
/** Contracts that store a value of the block in a slot, which costs little if the slot has it already. */
const storing = { "the height": "0x435f5500", "the time": "0x425f5500" };

interface Mined {
  readonly status: string;
  readonly gasUsed: string;
}

describe("an estimate that names no block", () => {
  let node: InProcessNode;
  afterEach(() => node?.close());

  const start = async (options: CreateNodeOptions, code: string) => {
    node = await createNode({ isListening: false, unlocked: true, ...options });
    await node.request("hardhat_setCode", [contract, code]);
    return { from: node.accounts[0]?.address, to: contract };
  };
  const estimate = (...params: readonly unknown[]) =>
    node.request("eth_estimateGas", params) as Promise<string>;

  /** Sends several transactions one after the other, each with its estimate. */
  async function assertEnough(request: object): Promise<void> {
    for (let i = 0; i < 3; i++) {
      const gas = await estimate(request);
      const hash = await node.request("eth_sendTransaction", [{ ...request, gas }]);
      const mined = (await node.request("eth_getTransactionReceipt", [hash])) as Mined;
      assert.deepEqual([mined.status, mined.gasUsed], ["0x1", gas], `transaction ${i}`);
    }
  }

  for (const compat of ["none", "anvil", "hardhat"] as const) {
    for (const [what, code] of Object.entries(storing)) {
      it(`is enough for a contract that stores ${what} in each block, with --compat ${compat}`, async () =>
        assertEnough(await start({ compat }, code)));
    }
  }

  it("has the time of the next block and the hash of the newest one", async () => {
    const request = await start({}, "0x00");
    const newest = await node.request("eth_getBlockByNumber", ["latest", false]);
    const time = Number((newest as { readonly timestamp: string }).timestamp) + 1000;
    await node.request("evm_setNextBlockTimestamp", [toQuantity(time)]);
    const isAtTime = `4263${time.toString(16).padStart(8, "0")}14`;
    const hasParentHash = "436001900340" + "1515";
    await node.request("hardhat_setCode", [contract, asserting(`${isAtTime}${hasParentHash}16`)]);
    assert.match(await estimate(request), /^0x/);
    assert.match(await estimate(request, null), /^0x/);
    await assert.rejects(estimate(request, "latest"), /invalid opcode/);
  });

  it("has the members of the block that the request overrides", async () => {
    const request = await start({}, asserting("4361fffe14"));
    assert.match(await estimate(request, null, {}, { number: "0xfffe" }), /^0x/);
    await assert.rejects(estimate(request), /invalid opcode/);
  });

  it("is made on the state of waiting transactions only with --compat anvil or hardhat", async () => {
    for (const [compat, seesThem] of [
      ["none", false],
      ["anvil", true],
      ["hardhat", true],
    ] as const) {
      const request = await start({ compat, mining: "manual" }, "0x5f5460010180805f5500");
      const fresh = Number(await estimate(request));
      await node.request("eth_sendTransaction", [{ ...request, gas: toQuantity(fresh) }]);
      // A slot that has a value costs less than an empty one.
      assert.equal(Number(await estimate(request)) < fresh, seesThem, compat);
      await node.close();
    }
  });
});
