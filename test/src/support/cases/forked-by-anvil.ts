/** Tests that anvil can fork a chain of ours, on which `populateOrigin` has counted. */
import assert from "node:assert/strict";
import { type Hex, pad, toHex } from "viem";
import { testClientOf } from "../clients/test-client.js";
import { call } from "../rpc.js";
import { count, counter, counterCode, type Origin } from "./fork-cases.js";

const word = (value: number) => pad(toHex(value), { size: 32 });

/** @param transaction the third count, which is in the forked block. */
export async function forkedByAnvil(anvil: Origin, ours: Origin, transaction: Hex): Promise<void> {
  const client = testClientOf(anvil);
  assert.equal(anvil.chainId, ours.chainId);
  assert.equal(await client.getCode({ address: counter }), counterCode);
  assert.equal((await client.call({ to: counter })).data, word(104));
  const { number: blockNumber } = await client.getBlock();
  const earlier = { to: counter, blockNumber: blockNumber - 1n } as const;
  assert.equal((await client.call(earlier)).data, word(103));
  const receipt = await client.getTransactionReceipt({ hash: transaction });
  assert.deepEqual([receipt.status, receipt.blockNumber], ["success", blockNumber]);
  const traced = [transaction, { tracer: "callTracer" }];
  assert.deepEqual(
    await call(anvil.url, "debug_traceTransaction", traced),
    await call(ours.url, "debug_traceTransaction", traced),
  );
  await client.impersonateAccount({ address: receipt.from });
  await count(client);
  const logs = await client.getLogs({ address: counter, fromBlock: 0n, toBlock: "latest" });
  assert.deepEqual(
    logs.map(({ data }) => data),
    [101, 102, 103, 104].map(word),
  );
}
