/** Tests traces of the pending block, which is executed as the next block will be, and of calls between transactions. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createNode } from "@tandem/node";
import { developmentAccount, sign } from "../support/development.js";

/** SSTORE(0, SLOAD(0) + 1), and returns the previous value; from its init code. */
const counter = "0x600e600c600039600e6000f35f54806001015f555f5260205ff3";

it("traces the transactions of the pending block, each on the state that the earlier ones leave", async () => {
  const node = await createNode({ mining: "manual", isListening: false });
  try {
    const trace = (block: string, tracer?: string) =>
      node.request("debug_traceBlockByNumber", [block, ...(tracer ? [{ tracer }] : [])]);
    assert.deepEqual(await trace("pending"), []);
    const account = developmentAccount(0);
    const hashes: string[] = [];
    const submit = async (fields: object) => {
      const { raw, hash } = sign(account, { nonce: hashes.length, gasLimit: 200_000, ...fields });
      await node.request("eth_sendRawTransaction", [raw]);
      hashes.push(hash);
      return hash;
    };
    const creation = await submit({ data: counter });
    await node.request("evm_mine", []);
    const receipt = await node.request("eth_getTransactionReceipt", [creation]);
    const { contractAddress: to } = receipt as { readonly contractAddress: string };
    const called = [await submit({ to }), await submit({ to })];
    const pending = (await trace("pending", "callTracer")) as {
      readonly txHash: string;
      readonly result: { readonly output: string };
    }[];
    assert.deepEqual(
      pending.map(({ txHash, result }) => [txHash, BigInt(result.output)]),
      [
        [called[0], 0n],
        [called[1], 1n],
      ],
    );
    const steps = await trace("pending");
    await node.request("evm_mine", []);
    assert.deepEqual(await trace("latest", "callTracer"), pending);
    assert.deepEqual(await trace("latest"), steps);
    assert.deepEqual(await trace("pending"), []);
  } finally {
    await node.close();
  }
});

it("traces a call before a transaction of a block, on the state that the earlier ones leave", async () => {
  const node = await createNode({ mining: "manual", isListening: false });
  try {
    const account = developmentAccount(0);
    let nonce = 0;
    const submit = async (fields: object) => {
      const { raw, hash } = sign(account, { nonce: nonce++, gasLimit: 200_000, ...fields });
      await node.request("eth_sendRawTransaction", [raw]);
      return hash;
    };
    const creation = await submit({ data: counter });
    await node.request("evm_mine", []);
    const receipt = await node.request("eth_getTransactionReceipt", [creation]);
    const { contractAddress: to } = receipt as { readonly contractAddress: string };
    for (let i = 0; i < 3; i++) await submit({ to });
    await node.request("evm_mine", []);
    const countAt = async (options: object) => {
      const given = { tracer: "callTracer", ...options };
      const traced = await node.request("debug_traceCall", [{ to }, "latest", given]);
      return BigInt((traced as { readonly output: string }).output);
    };
    assert.equal(await countAt({}), 3n);
    for (const txIndex of [0, 1, 2]) assert.equal(await countAt({ txIndex }), BigInt(txIndex));
    const slot = `0x${"00".repeat(32)}`;
    const changed = { [to]: { stateDiff: { [slot]: `0x${"09".padStart(64, "0")}` } } };
    assert.equal(await countAt({ txIndex: 1, stateOverrides: changed }), 9n);
  } finally {
    await node.close();
  }
});
