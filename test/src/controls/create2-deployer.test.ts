/** Tests the proxy of deterministic deployments, which Foundry's scripts expect of a development chain. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createNode } from "@tandem/node";
import { getCreate2Address, keccak256 } from "ethers";

const deployer = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

const codeOf = async (settings: Parameters<typeof createNode>[0]) => {
  const node = await createNode({ ...settings, isListening: false });
  try {
    return await node.request("eth_getCode", [deployer, "earliest"]);
  } finally {
    await node.close();
  }
};

it("deploys a contract at the address of CREATE2 for its salt, in a node like anvil", async () => {
  const node = await createNode({ compat: "anvil", isListening: false });
  try {
    assert.equal(await node.request("eth_getTransactionCount", [deployer, "latest"]), "0x1");
    const salt = `0x${"07".padStart(64, "0")}`;
    // Returns the one byte of code STOP.
    const initCode = "0x60015ff3";
    const [from] = (await node.request("eth_accounts", [])) as string[];
    const data = salt + initCode.slice(2);
    await node.request("eth_sendTransaction", [{ from, to: deployer, data }]);
    const address = getCreate2Address(deployer, salt, keccak256(initCode));
    assert.equal(await node.request("eth_getCode", [address, "latest"]), "0x00");
  } finally {
    await node.close();
  }
});

it("is in the genesis only where it is asked for, or expected by clients of anvil", async () => {
  assert.equal(await codeOf({}), "0x");
  assert.equal(await codeOf({ compat: "hardhat" }), "0x");
  assert.equal(await codeOf({ compat: "anvil", create2Deployer: false }), "0x");
  assert.equal(await codeOf({ create2Deployer: true }), await codeOf({ compat: "anvil" }));
});
