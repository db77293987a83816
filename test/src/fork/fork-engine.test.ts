/** Tests that a fork executes like the chain that it forks, and in the engine like in the library. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Address, fromHex, isEqual, toHex } from "@tandem/primitives";
import { fewOrMany, seedOr } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { ask, call } from "../support/rpc.js";
import { createWorld } from "../support/scenes/random-world.js";
import { seeded } from "../support/seeded.js";
import type { WireLog } from "../support/wire.js";

const flags = ["--mining", "manual", "--seed", "7", "--timestamp", "1800000000"];
const world = createWorld({
  chainId: 31,
  random: seeded(seedOr(2)),
  people: 8,
  minimumGasPrice: 60_000_000n,
  isFuzzed: true,
});

interface MinedBlock {
  readonly hash: string;
  readonly number: string;
  readonly stateRoot: string;
}
interface MinedReceipt {
  readonly transactionHash: string;
  readonly from: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly contractAddress: string | null;
  readonly logs: readonly WireLog[];
}

const funded = `0x${"5a".repeat(20)}`;

let origin: RunningNode;
let forks: readonly RunningNode[];

before(async () => {
  origin = await startLocalNode(flags);
  for (const { address } of world.people) {
    await call(origin.url, "anvil_setBalance", [toHex(address), "0xd3c21bcecceda1000000"]);
  }
  await call(origin.url, "anvil_setBalance", [funded, "0x5"]);
  for (let i = 0; i < 4; i++) learn(await mineOn([origin]));
  const forkFlags = [...flags, "--fork-url", origin.url, "--fork-block", "4"];
  forks = await Promise.all([
    startLocalNode(forkFlags),
    startLocalNode([...forkFlags, "--evm", "library"]),
  ]);
});
after(() => Promise.all([...(forks ?? []), origin].map((node) => node?.stop())));

async function noncesAt({ url }: RunningNode): Promise<(address: Address) => bigint> {
  const nonces: bigint[] = [];
  for (const { address } of world.people) {
    nonces.push(BigInt(await call<string>(url, "eth_getTransactionCount", [toHex(address)])));
  }
  return (address) => {
    const index = world.people.findIndex((person) => isEqual(person.address, address));
    return nonces[index] ?? 0n;
  };
}

/** Mines a block with the same random transactions on each node. @returns the receipts of each. */
async function mineOn(nodes: readonly RunningNode[]): Promise<readonly MinedReceipt[][]> {
  const nonceOf = await noncesAt(nodes[0] as RunningNode);
  const raws = Array.from({ length: 12 }, () => toHex(world.transaction(nonceOf)));
  const receipts: MinedReceipt[][] = [];
  for (const { url } of nodes) {
    for (const raw of raws) await ask(url, "eth_sendRawTransaction", [raw]);
    await call(url, "evm_mine");
    // What could not be mined is not in the pools of the forks.
    await call(url, "anvil_dropAllTransactions");
    receipts.push(await call(url, "eth_getBlockReceipts", ["latest"]));
  }
  return receipts;
}

function learn([receipts = []]: readonly MinedReceipt[][]): void {
  world.learn({
    transactions: receipts.map(({ transactionHash, from }) => ({
      hash: fromHex(transactionHash),
      sender: fromHex(from),
    })),
    receipts: receipts.map(({ status, contractAddress, logs }) => ({
      isSuccess: status === "0x1",
      contractAddress: contractAddress === null ? undefined : fromHex(contractAddress),
      logs: logs.map(({ topics }) => ({ topics: topics.map((topic) => fromHex(topic)) })),
    })),
  } as unknown as Parameters<typeof world.learn>[0]);
}

const outcomesOf = (receipts: readonly MinedReceipt[]) =>
  receipts.map(({ transactionHash, status, gasUsed, contractAddress, logs }) => ({
    transactionHash,
    status,
    gasUsed,
    contractAddress,
    logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
  }));

it("executes like the chain that it forks, and has the same state root in the engine and the library", async () => {
  for (let i = 0; i < fewOrMany(2, 20); i++) {
    const receipts = await mineOn([origin, ...forks]);
    learn(receipts);
    const [expected, ...others] = receipts.map(outcomesOf);
    for (const other of others) assert.deepEqual(other, expected);
    const [one, library] = await Promise.all(
      forks.map(({ url }) => call<MinedBlock>(url, "eth_getBlockByNumber", ["latest", false])),
    );
    assert.ok(one && library);
    assert.equal(one.stateRoot, library.stateRoot, `block ${Number(one.number)}`);
    assert.equal(one.hash, library.hash);
  }
});

it("has the root of the state before after an edit that changes nothing", async () => {
  const { url } = forks[0] as RunningNode;
  const mined = async () => {
    await call(url, "evm_mine");
    return (await call<MinedBlock>(url, "eth_getBlockByNumber", ["latest", false])).stateRoot;
  };
  const root = await mined();
  await call(url, "anvil_setBalance", [funded, "0x5"]);
  assert.equal(await mined(), root);
  await call(url, "anvil_setBalance", [funded, "0x6"]);
  assert.notEqual(await mined(), root);
});

it("calls at the forked block with the values of that block", async () => {
  const node = await startLocalNode(["--fork-url", origin.url, "--fork-block", "2"]);
  try {
    const { miner, timestamp } = await call<{ miner: string; timestamp: string }>(
      origin.url,
      "eth_getBlockByNumber",
      ["0x2", false],
    );
    // COINBASE TIMESTAMP NUMBER, each stored as a word, and the three words returned.
    const data = "0x415f52426020524360405260605ff3";
    const words = await call<string>(node.url, "eth_call", [{ data }, "latest"]);
    const expected = [miner, timestamp, "0x2"].map((value) => value.slice(2).padStart(64, "0"));
    assert.equal(words, `0x${expected.join("")}`);
  } finally {
    await node.stop();
  }
});
