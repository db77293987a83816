/** Tests that the result of a broadcast depends on the chain, not on the text of a node's refusal. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ConnectionError, httpClient } from "@tandem/rpc/client";
import { keccak256 } from "viem";
import { answeringNode } from "../testing/answering-node.js";
import { relayerKey } from "../testing/log.js";
import { keySigner } from "../wallet/signer.js";
import { broadcast } from "./broadcast.js";

const signer = keySigner(relayerKey);
const address = `0x${"cc".repeat(20)}` as const;
const raw = await signer.sign({
  type: "eip1559",
  chainId: 31,
  nonce: 4,
  to: address,
  data: "0x12",
  gas: 200_000n,
  maxFeePerGas: 400n,
  maxPriorityFeePerGas: 10n,
});

/** Errors with which other nodes refuse a known transaction or a used nonce. */
const refusals = [
  { code: -32000, message: "already known" },
  { code: -32003, message: "transaction already imported" },
  { code: -32010, message: "AlreadyKnown" },
  { code: -32001, message: "Nonce too low" },
  { code: -32000, message: "nonce too low: next nonce 5, tx nonce 4" },
  { code: -32603, message: "Internal error" },
];

interface NodeState {
  readonly refusal: { readonly code: number; readonly message: string };
  readonly isKnown: boolean;
  /** Transactions of the sender that are in blocks. */
  readonly count: number;
  readonly chainId?: number;
}

const pendingTransaction = {
  hash: keccak256(raw),
  from: signer.address,
  to: address,
  nonce: "0x4",
  type: "0x2",
  blockHash: null,
  blockNumber: null,
  transactionIndex: null,
  value: "0x0",
  input: "0x12",
  gas: "0x30d40",
  gasPrice: "0x190",
  maxFeePerGas: "0x190",
  maxPriorityFeePerGas: "0xa",
  chainId: "0x1f",
  accessList: [],
  v: "0x0",
  yParity: "0x0",
  r: "0x1",
  s: "0x1",
};

/** Starts a node that refuses every transaction and answers correctly about its transactions. */
async function refusingNode(t: TestContext, { refusal, isKnown, count, chainId = 31 }: NodeState) {
  const answers: Readonly<Record<string, object>> = {
    eth_sendRawTransaction: { error: refusal },
    eth_getTransactionByHash: { result: isKnown ? pendingTransaction : null },
    eth_getTransactionCount: { result: `0x${count.toString(16)}` },
    eth_chainId: { result: `0x${chainId.toString(16)}` },
  };
  return httpClient(await answeringNode(t, ({ method }) => answers[method]));
}

describe("a refused broadcast", () => {
  for (const refusal of refusals) {
    const { message } = refusal;
    it(`counts as accepted if the node has the transaction: ${message}`, async (t) => {
      const client = await refusingNode(t, { refusal, isKnown: true, count: 5 });
      assert.deepEqual(await broadcast(client, raw), { kind: "accepted" });
    });

    it(`reports that another transaction has the nonce: ${message}`, async (t) => {
      const client = await refusingNode(t, { refusal, isKnown: false, count: 5 });
      assert.deepEqual(await broadcast(client, raw), { kind: "nonce-used" });
    });
  }

  it("is a refusal if the nonce is unused, even if its text names the nonce", async (t) => {
    const refusal = { code: -32000, message: "nonce too low" };
    const client = await refusingNode(t, { refusal, isKnown: false, count: 4 });
    const { message } = refusal;
    assert.deepEqual(await broadcast(client, raw), { kind: "refused", message });
  });

  it("has an unknown result after an internal error", async (t) => {
    const refusal = { code: -32603, message: "Internal error" };
    const client = await refusingNode(t, { refusal, isKnown: false, count: 4 });
    await assert.rejects(broadcast(client, raw), ConnectionError);
  });

  it("has an unknown result on another chain, whose nonces are others", async (t) => {
    const refusal = { code: -32000, message: "invalid chain id" };
    const client = await refusingNode(t, { refusal, isKnown: false, count: 5, chainId: 30 });
    await assert.rejects(broadcast(client, raw), ConnectionError);
  });
});
