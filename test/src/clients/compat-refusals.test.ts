/** Tests the codes with which transactions for another chain, and with too much init code, are refused with `--compat`. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { type TransactionRequest, Wallet } from "ethers";
import { failureOf } from "../support/promised.js";

const codeOf = async (node: InProcessNode, method: string, params: readonly unknown[]) => {
  const error = await failureOf(() => node.request(method, params));
  return (error as Error & { readonly code: number }).code;
};

const price = { gasPrice: 10n ** 10n };
/** One byte more than EIP-3860 allows. */
const initCode = `0x${"00".repeat(49_153)}`;

/** Returns the codes of a raw transaction of type 0, one of type 1, a sent one, and one with too much init code. */
async function codesIn(compat: "none" | "hardhat" | "anvil"): Promise<readonly number[]> {
  const limit = compat === "hardhat" ? { codeSizeLimit: 24_576 } : {};
  const node = await createNode({ compat, ...limit, unlocked: true, isListening: false });
  try {
    const wallet = new Wallet(node.accounts[0]?.privateKey as string);
    const { address } = wallet;
    const raw = async (request: TransactionRequest) => {
      const signed = await wallet.signTransaction({
        nonce: 0,
        gasLimit: 10n ** 6n,
        ...price,
        ...request,
      });
      return codeOf(node, "eth_sendRawTransaction", [signed]);
    };
    const chainId = Number(await node.request("eth_chainId", []));
    return [
      await raw({ type: 0, chainId: 5, to: address }),
      await raw({ type: 1, chainId: 5, to: address }),
      await codeOf(node, "eth_sendTransaction", [{ from: address, to: address, chainId: "0x5" }]),
      await raw({ type: 1, chainId, data: initCode }),
    ];
  } finally {
    await node.close();
  }
}

it("a transaction for another chain, or with too much init code, has anvil's code with --compat anvil", async () => {
  assert.deepEqual(await codesIn("anvil"), [-32003, -32003, -32602, -32003]);
});

it("it has Hardhat's code with --compat hardhat", async () => {
  assert.deepEqual(await codesIn("hardhat"), [-32602, -32602, -32602, -32602]);
});

it("it has geth's code without --compat", async () => {
  assert.deepEqual(await codesIn("none"), [-32000, -32000, -32000, -32000]);
});
