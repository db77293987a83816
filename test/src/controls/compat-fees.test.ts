/** Tests the suggested fees with `--compat`, as Hardhat 2.29.1 and anvil 1.7.1 answered them. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

const gwei = 10n ** 9n;

async function withNode(
  compat: "none" | "hardhat" | "anvil",
  use: (node: InProcessNode) => Promise<void>,
): Promise<void> {
  const node = await createNode({ compat, unlocked: true, isListening: false });
  try {
    await use(node);
  } finally {
    await node.close();
  }
}

const quantityOf = async (node: InProcessNode, method: string) =>
  BigInt(String(await node.request(method, [])));

/** Sends a transfer, and returns its tip in wei. */
async function tipOfSent(node: InProcessNode, fees: object): Promise<bigint> {
  const [from, to] = node.accounts.map(({ address }) => address);
  const hash = await node.request("eth_sendTransaction", [{ from, to, gas: "0x5209", ...fees }]);
  const sent = await node.request("eth_getTransactionByHash", [hash]);
  return BigInt((sent as { readonly maxPriorityFeePerGas: string }).maxPriorityFeePerGas);
}

describe("the suggested tip", () => {
  for (const compat of ["hardhat", "anvil"] as const) {
    it(`is one gwei with --compat ${compat}, whatever was paid and is requested`, () =>
      withNode(compat, async (node) => {
        const assertTip = async () => {
          assert.equal(await quantityOf(node, "eth_maxPriorityFeePerGas"), gwei);
          const price = await quantityOf(node, "eth_baseFee");
          assert.equal(await quantityOf(node, "eth_gasPrice"), price + gwei);
        };
        await assertTip();
        assert.equal(await tipOfSent(node, {}), gwei);
        await tipOfSent(node, { maxFeePerGas: "0x12a05f200", maxPriorityFeePerGas: "0x12a05f200" });
        await assertTip();
        assert.equal(await tipOfSent(node, {}), gwei);
        await node.request("anvil_setNextBlockBaseFeePerGas", ["0x2540be400"]);
        await assertTip();
        assert.equal(await quantityOf(node, "eth_gasPrice"), 11n * gwei);
      }));
  }

  it("follows what recent blocks paid without --compat", () =>
    withNode("none", async (node) => {
      assert.ok((await quantityOf(node, "eth_maxPriorityFeePerGas")) < gwei);
      const tip = await tipOfSent(node, {
        maxFeePerGas: "0x12a05f200",
        maxPriorityFeePerGas: "0x77359400",
      });
      assert.equal(tip, 2n * gwei);
      assert.equal(await quantityOf(node, "eth_maxPriorityFeePerGas"), tip);
      assert.equal(await tipOfSent(node, {}), tip);
    }));
});

/** Returns the miner of the newest block, and what COINBASE returns in a call on it. */
async function minerOf(node: InProcessNode): Promise<readonly unknown[]> {
  await node.request("evm_mine", []);
  const block = await node.request("eth_getBlockByNumber", ["latest", false]);
  const seen = await node.request("eth_call", [{ data: "0x415f5260205ff3" }, "latest"]);
  const { miner } = block as { readonly miner: string };
  return [miner, `0x${String(seen).slice(-40)}`, await node.request("eth_coinbase", [])];
}

describe("the miner", () => {
  const zero = `0x${"00".repeat(20)}`;
  const hardhats = `0x${"c014ba5e".repeat(5)}`;
  const own = `0x${"ab".repeat(20)}`;

  for (const [settings, miner] of [
    [{ compat: "anvil" }, zero],
    [{ compat: "hardhat" }, hardhats],
    [{ compat: "anvil", coinbase: own.toUpperCase().replace("X", "x") }, own],
    [{ coinbase: own }, own],
  ] as const) {
    it(`is ${miner} with ${JSON.stringify(settings)}`, async () => {
      const node = await createNode({ ...settings, isListening: false });
      try {
        assert.deepEqual(await minerOf(node), [miner, miner, miner]);
      } finally {
        await node.close();
      }
    });
  }

  it("is warm in a transaction to it with --compat anvil, as it is in a call without a sender", async () => {
    const node = await createNode({ compat: "anvil", isListening: false });
    try {
      // Calls the zero address with all of its gas, and returns the gas that this took.
      const code = "0x5a5f5f5f5f5f5f5af150805a90035f5260205ff3";
      await node.request("anvil_setCode", [own, code]);
      await node.request("evm_mine", []);
      const from = node.accounts[0]?.address;
      const anonymous = await node.request("eth_call", [{ to: own }, "latest"]);
      assert.equal(await node.request("eth_call", [{ from, to: own }, "latest"]), anonymous);
    } finally {
      await node.close();
    }
  });
});
