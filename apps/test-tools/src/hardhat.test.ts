/** Tests the errors that the plugin of Hardhat 3 gives to tests. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { tandem } from "./hardhat.js";
import { NodeCallError } from "./node-call-error.js";

const { default: makeHooks } = await tandem().hookHandlers.network();
const { onRequest } = await makeHooks();

const message = "Error: VM Exception while processing transaction: reverted without a reason";
const stack = ["Pot.check (contracts/Pot.sol:19)", "Pot.take (contracts/Pot.sol:13)"];

/** Sends a request of a network through the plugin, which the node answers with an error. */
const failing = (networkName: string, data: unknown) =>
  onRequest({}, { networkName }, {}, async () => ({ error: { code: 3, message, data } }));

describe("the plugin of Hardhat 3", () => {
  it("throws an error that begins with the functions of Solidity, under Hardhat's name", async () => {
    const txHash = `0x${"5".repeat(64)}`;
    const data = { message, txHash, data: "0x08c379a0", stack };
    await assert.rejects(failing("tandem", data), (error) => {
      assert(error instanceof NodeCallError);
      const { name, code, solidityStack } = error as NodeCallError & { solidityStack: string };
      assert.deepEqual([name, code, solidityStack], ["SolidityError", 3, stack.join("\n")]);
      assert.deepEqual([error.data, error.transactionHash], [data.data, txHash]);
      const text = message.replace("Error: ", "");
      assert.equal(error.message, text);
      assert.deepEqual(error.stack?.split("\n").slice(0, 3), [
        `Error: ${text}`,
        ...stack.map((line) => `    at ${line}`),
      ]);
      return true;
    });
  });

  it("leaves errors without functions, and those of other networks, to Hardhat", async () => {
    for (const [networkName, data] of [
      ["tandem", undefined],
      ["tandem", { data: "0x", stack: [] }],
      ["sepolia", { stack }],
    ] as const) {
      const response = await failing(networkName, data);
      assert.deepEqual(response, { error: { code: 3, message, data } });
    }
  });
});
