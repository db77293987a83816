/** Tests a fork of any chain, with a counter contract on that chain. */
import assert from "node:assert/strict";
import { type Hex, pad, parseAbi, parseEther, toHex } from "viem";
import { somebody, type TestClient, testClientOf } from "../clients/test-client.js";
import { eventually } from "../eventually.js";
import { startLocalNode } from "../local-node.js";
import type { RunningNode } from "../node-process.js";
import { ask, call } from "../rpc.js";
import type { WireLog } from "../wire.js";

/** Adds one to slot 0, logs the sum, and returns it. */
export const counterCode: Hex = "0x6000546001018060005560005260206000a060206000f3";
/** Returns the hash of the block with the given number. */
const hashReader: Hex = "0x6000354060005260206000f3";
const rich = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const word = (value: number | bigint) => pad(toHex(value), { size: 32 });
export const counter = somebody(0xc0);

export interface Origin {
  readonly url: string;
  readonly chainId: number;
}

export interface Populated {
  readonly transaction: Hex;
  /** The block to fork. */
  readonly height: bigint;
}

/** Mines three counts on the chain to fork, then blocks that the fork must not have. */
export async function populateOrigin(origin: Origin): Promise<Populated> {
  const client = testClientOf(origin);
  await client.setCode({ address: counter, bytecode: counterCode });
  await client.setStorageAt({ address: counter, index: 0, value: word(100) });
  await client.setStorageAt({ address: counter, index: 5, value: word(55) });
  await client.setBalance({ address: somebody(0xc1), value: 777n });
  await client.impersonateAccount({ address: rich });
  let transaction: Hex = "0x";
  for (let i = 0; i < 3; i++) transaction = await count(client);
  const height = await client.getBlockNumber();
  await count(client);
  await client.setBalance({ address: somebody(0xc1), value: 1n });
  await client.mine({ blocks: 2 });
  return { transaction, height };
}

interface Receipt {
  readonly status: Hex;
}

export async function count(client: TestClient): Promise<Hex> {
  const url = client.transport.url as string;
  const hash = await call<Hex>(url, "eth_sendTransaction", [
    { from: rich, to: counter, gas: "0x186a0" },
  ]);
  // viem asks once for each block, and anvil may name a block before it has the receipts.
  const { status } = await eventually("receipt", async () => {
    const found = await call<Receipt | null>(url, "eth_getTransactionReceipt", [hash]);
    return found ?? undefined;
  });
  assert.equal(status, "0x1");
  return hash;
}

const fork = (origin: Origin, { height }: Populated, ...flags: string[]) =>
  startLocalNode(["--fork-url", origin.url, "--fork-block", `${height}`, ...flags]);

async function withFork(
  origin: Origin,
  populated: Populated,
  check: (client: TestClient, node: RunningNode) => Promise<void>,
): Promise<void> {
  const node = await fork(origin, populated);
  try {
    await check(testClientOf(node), node);
  } finally {
    await node.stop();
  }
}

/** Tests that state and history up to the fork are those of the other chain, and later ones are not. */
export const readsThrough = (origin: Origin, populated: Populated) =>
  withFork(origin, populated, async (client, node) => {
    const { height, transaction } = populated;
    const other = testClientOf(origin);
    assert.equal(node.chainId, origin.chainId);
    assert.equal(await client.getBlockNumber(), height);
    assert.equal(await client.getCode({ address: counter }), counterCode);
    assert.equal((await client.call({ to: counter })).data, word(104));
    assert.equal(await client.getStorageAt({ address: counter, slot: "0x5" }), word(55));
    assert.equal(await client.getBalance({ address: somebody(0xc1) }), 777n);
    for (const blockNumber of [height, height - 1n, 0n]) {
      const [here, there] = await Promise.all(
        [client, other].map((one) => one.getBlock({ blockNumber })),
      );
      assert.equal(here?.hash, there?.hash);
    }
    assert.equal(
      (await client.getBlock()).hash,
      (await other.getBlock({ blockNumber: height })).hash,
    );
    const receipt = await client.getTransactionReceipt({ hash: transaction });
    assert.equal(receipt.blockNumber, height);
    assert.equal((await client.getTransaction({ hash: transaction })).from, rich);
    const balance = { address: somebody(0xc1), blockNumber: height - 1n };
    assert.equal(await client.getBalance(balance), await other.getBalance(balance));
    const later = await other.getBlock({ blockNumber: height + 1n });
    const [hidden] = later.transactions;
    assert.ok(hidden);
    for (const method of ["eth_getTransactionByHash", "eth_getTransactionReceipt"]) {
      assert.equal((await ask(node.url, method, [hidden])).result, null);
    }
    assert.equal((await ask(node.url, "eth_getBlockByHash", [later.hash, false])).result, null);
    assert.deepEqual((await ask(node.url, "eth_getLogs", [{ blockHash: later.hash }])).result, []);
    const parent = await other.getBlock({ blockNumber: height - 1n });
    const logsOf = async (url: string) => {
      const logs = await call<WireLog[]>(url, "eth_getLogs", [{ blockHash: parent.hash }]);
      return logs.map(({ blockNumber, transactionHash, data }) => ({
        blockNumber,
        transactionHash,
        data,
      }));
    };
    assert.deepEqual(await logsOf(node.url), await logsOf(origin.url));
    assert.equal((await logsOf(node.url)).length, 1);
    for (const [method, params] of [
      ["eth_getBlockTransactionCountByHash", [parent.hash]],
      ["eth_getBalance", [somebody(0xc1), { blockHash: parent.hash }]],
      ["debug_traceTransaction", [parent.transactions[0], { tracer: "callTracer" }]],
      ["trace_filter", [{ fromBlock: toHex(height - 1n), toBlock: toHex(height) }]],
    ] as const) {
      const here = (await ask(node.url, method, params)).result;
      assert.ok(here, method);
      assert.deepEqual(here, (await ask(origin.url, method, params)).result, method);
    }
    assert.equal(
      (await ask(node.url, "eth_getBlockByNumber", [toHex(height + 1n), false])).result,
      null,
    );
  });

/** Tests that a filter of traces goes on from the blocks before the fork to those after it. */
export const tracesAcross = (origin: Origin, populated: Populated) =>
  withFork(origin, populated, async (client, node) => {
    const { height } = populated;
    await client.impersonateAccount({ address: rich });
    for (let i = 0; i < 3; i++) await count(client);
    const tracesOf = (url: string, filter: object) =>
      call<readonly { readonly blockNumber: number }[]>(url, "trace_filter", [filter]);
    const bounds = { fromBlock: "earliest", toBlock: "latest", toAddress: [counter] };
    const before = { ...bounds, fromBlock: "0x0", toBlock: toHex(height) };
    const past = await tracesOf(origin.url, before);
    const added = await tracesOf(node.url, { ...bounds, fromBlock: toHex(height + 1n) });
    assert.deepEqual([past.length, added.length], [3, 3]);
    const all = [...past, ...added];
    assert.deepEqual(await tracesOf(node.url, bounds), all);
    const beside = { ...bounds, toAddress: [somebody(0xee)] };
    assert.deepEqual(await tracesOf(node.url, beside), []);
    for (let after = 0; after <= all.length + 1; after++) {
      for (const wanted of [0, 1, 2, 4, 100]) {
        const found = await tracesOf(node.url, { ...bounds, after, count: wanted });
        assert.deepEqual(found, all.slice(after, after + wanted), `${wanted} after ${after}`);
      }
    }
    const long = { ...bounds, toBlock: toHex(2000) };
    assert.equal((await ask(node.url, "trace_filter", [long])).error?.code, -32005);
  });

/** Tests that the fork continues with blocks, state and logs of its own. */
export const goesOn = (origin: Origin, populated: Populated) =>
  withFork(origin, populated, async (client) => {
    const { height } = populated;
    const parent = await client.getBlock();
    await client.impersonateAccount({ address: rich });
    await client.setCode({ address: somebody(0xc2), bytecode: hashReader });
    await count(client);
    const first = await client.getBlock();
    assert.equal(first.number, height + 1n);
    assert.equal(first.parentHash, parent.hash);
    assert.ok(first.timestamp > parent.timestamp);
    assert.equal(await client.getStorageAt({ address: counter, slot: "0x0" }), word(104));
    const before = { address: counter, slot: "0x0", blockNumber: height } as const;
    assert.equal(await client.getStorageAt(before), word(103));
    const logs = await client.getLogs({ address: counter, fromBlock: 0n, toBlock: "latest" });
    assert.deepEqual(
      logs.map(({ data }) => data),
      [101, 102, 103, 104].map((value) => word(value)),
    );
    assert.deepEqual(
      logs.map(({ blockNumber }) => blockNumber),
      [2n, 1n, 0n, -1n].map((back) => height - back),
    );
    for (const [number, hash] of [
      [height, parent.hash],
      [height - 1n, parent.parentHash],
    ] as const) {
      const { data } = await client.call({ to: somebody(0xc2), data: word(number) });
      assert.equal(data, hash);
    }
  });

/** Tests that values that the fork deleted are not read from the other chain again. */
export const takesAway = (origin: Origin, populated: Populated) =>
  withFork(origin, populated, async (client) => {
    await client.setStorageAt({ address: counter, index: 0, value: word(0) });
    assert.equal(await client.getStorageAt({ address: counter, slot: "0x0" }), word(0));
    assert.equal((await client.call({ to: counter })).data, word(1));
    const id = await client.snapshot();
    await client.impersonateAccount({ address: rich });
    await count(client);
    assert.equal(await client.getStorageAt({ address: counter, slot: "0x0" }), word(1));
    await client.setBalance({ address: somebody(0xc1), value: 0n });
    await client.setCode({ address: counter, bytecode: "0x" });
    await client.mine({ blocks: 1 });
    assert.equal(await client.getBalance({ address: somebody(0xc1) }), 0n);
    assert.equal(await client.getCode({ address: counter }), undefined);
    await client.revert({ id });
    assert.equal(await client.getStorageAt({ address: counter, slot: "0x0" }), word(0));
    assert.equal(await client.getCode({ address: counter }), counterCode);
    assert.equal(await client.getBalance({ address: somebody(0xc1) }), 777n);
  });

/** Tests that contracts can be deployed, called and paid by any sender, as on any chain. */
export const executes = (origin: Origin, populated: Populated) =>
  withFork(origin, populated, async (client) => {
    const owner = somebody(0xc5);
    await client.setBalance({ address: owner, value: parseEther("2") });
    await client.impersonateAccount({ address: owner });
    // The code stores 7 in its constructor, and calls an address without an account.
    const hash = await client.sendTransaction({
      account: owner,
      chain: client.chain,
      data: "0x60076000555f5f5f5f5f73ffffffffffffffffffffffffffffffffffffffff5af15060016000f3",
    });
    const receipt = await client.waitForTransactionReceipt({ hash });
    assert.equal(receipt.status, "success");
    const address = receipt.contractAddress as Hex;
    assert.equal(await client.getStorageAt({ address, slot: "0x0" }), word(7));
    const gas = await client.estimateGas({ account: owner, to: counter });
    assert.ok(gas > 21_000n && gas < 100_000n);
    const balances = parseAbi(["function balanceOf(address) view returns (uint256)"]);
    await assert.rejects(
      client.readContract({
        address: somebody(0xc6),
        abi: balances,
        functionName: "balanceOf",
        args: [owner],
      }),
    );
    const fees = await client.getFeeHistory({ blockCount: 4, rewardPercentiles: [50] });
    assert.ok(fees.baseFeePerGas.length >= 2);
  });
