/** Tests that failures known from the execution of a block are those that a replay finds. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fromHex, type TxHash, toHex } from "@tandem/primitives";
import { RpcError } from "@tandem/rpc";
import { silentLogger } from "@tandem/runtime";
import { type Node, startLocalNode } from "../compose.js";
import { resolveSettings } from "../config/node-settings.js";
import { failedExecutionOf } from "./failed-execution.js";

/** Init codes that fail, each in another way. */
const failing: Readonly<Record<string, string>> = {
  "reverts with 32 bytes": "0x602a60005260206000fd",
  "reverts without output": "0x60006000fd",
  "has an invalid opcode": "0xfe",
  "runs out of gas": "0x5b600056",
  "jumps to no destination": "0x600056",
  "returns code over the limit of its size": "0x620400016000f3",
};

describe("how a transaction failed", () => {
  let node: Node<import("@tandem/rpc").Rpc>;
  before(async () => {
    const settings = resolveSettings({ compat: "hardhat", calls: "off" });
    node = await startLocalNode({
      ...settings,
      logger: silentLogger,
      version: "0",
      isInMemory: true,
    });
  });
  after(() => node.stop());

  /** Sends a transaction that fails, and returns its hash. */
  async function fail(data: string): Promise<TxHash> {
    const connection = node.rpc.connect();
    const [from] = (await connection.request("eth_accounts", [])) as string[];
    const sent = connection.request("eth_sendTransaction", [{ from, data, gas: "0xf00000" }]);
    const error = await sent.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof RpcError);
    return fromHex((error.data as { txHash: `0x${string}` }).txHash) as TxHash;
  }

  for (const [name, data] of Object.entries(failing)) {
    it(`is known without another execution: it ${name}`, async () => {
      const hash = await fail(data);
      const { chain } = node;
      const replayed = await failedExecutionOf(
        { ...chain, blocks: { ...chain.blocks, failures: () => undefined } },
        hash,
      );
      assert.ok(replayed);
      const executor = { ...chain.executor, replay: () => assert.fail("it was executed again") };
      assert.deepEqual(await failedExecutionOf({ ...chain, executor }, hash), replayed);
      assert.equal(toHex(replayed.output).length > 2, data.includes("60206000fd"));
    });
  }

  it("is undefined for a transaction that succeeded, or that there is none of", async () => {
    const connection = node.rpc.connect();
    const [from] = (await connection.request("eth_accounts", [])) as string[];
    const sent = await connection.request("eth_sendTransaction", [{ from, to: from }]);
    for (const hash of [sent as `0x${string}`, `0x${"12".repeat(32)}` as const]) {
      assert.equal(await failedExecutionOf(node.chain, fromHex(hash) as TxHash), undefined);
    }
  });
});
