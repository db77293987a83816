/** Tests that the examples of docs/methods.md with results that do not depend on a chain are correct. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { contract } from "@tandem/rpc";
import { startLocalNode } from "../support/local-node.js";
import { call } from "../support/rpc.js";

/** Results that follow from the parameters, the development accounts and the state of genesis. */
const determined = [
  "eth_accounts",
  "eth_baseFee",
  "eth_blobBaseFee",
  "eth_call",
  "eth_chainId",
  "eth_createAccessList",
  "eth_estimateGas",
  "eth_fillTransaction",
  "eth_gasPrice",
  "eth_getAccount",
  "eth_getStorageAt",
  "eth_getStorageValues",
  "eth_hashrate",
  "eth_maxPriorityFeePerGas",
  "eth_protocolVersion",
  "eth_sendRawTransaction",
  "eth_sign",
  "eth_signTransaction",
  "eth_signTypedData_v4",
  "net_version",
  "ots_getApiLevel",
  "personal_sign",
  "web3_sha3",
];

it("the examples of methods are what a node answers where a chain does not matter", async () => {
  const holder = await startLocalNode(["--unlocked"]);
  const node = await startLocalNode();
  try {
    for (const name of determined) {
      const method = contract.find((one) => one.name === name);
      assert.ok(method, name);
      const { params, result } = method.example;
      const { url } = name.toLowerCase().includes("sign") ? holder : node;
      assert.deepEqual(await call(url, name, [...params]), result, name);
    }
  } finally {
    await node.stop();
    await holder.stop();
  }
});
