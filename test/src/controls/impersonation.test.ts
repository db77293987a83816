/** Tests transactions from addresses without a known key, with viem's test client. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Hex, parseEther } from "viem";
import { somebody, type TestClient, testClientOf } from "../support/clients/test-client.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { failureOf } from "../support/promised.js";
import { call } from "../support/rpc.js";

/** Stores its caller in slot 0. */
const callerStore: Hex = "0x3360005500";

describe("an impersonated sender", () => {
  let node: RunningNode;
  let client: TestClient;
  before(async () => {
    node = await startLocalNode();
    client = testClientOf(node);
  });
  after(() => node.stop());

  const send = (account: Hex, rest: { to?: Hex; value?: bigint; data?: Hex; gas?: bigint } = {}) =>
    client.sendTransaction({ account, chain: client.chain, to: somebody(1), ...rest } as never);
  const receiptOf = (hash: Hex) => client.waitForTransactionReceipt({ hash });

  it("sends without a key, with filled-in nonce, gas and price", async () => {
    const address = somebody(0xa1);
    await client.setBalance({ address, value: parseEther("1") });
    await client.impersonateAccount({ address });
    const hash = await call<Hex>(node.url, "eth_sendTransaction", [
      { from: address, to: somebody(2), value: "0x5" },
    ]);
    const receipt = await receiptOf(hash);
    assert.equal(receipt.status, "success");
    assert.equal(receipt.from, address);
    assert.equal(receipt.gasUsed, 21_000n);
    assert.equal(await client.getTransactionCount({ address }), 1);
    assert.equal(await client.getBalance({ address: somebody(2) }), 5n);
    const transaction = await client.getTransaction({ hash });
    assert.equal(transaction.from, address);
    assert.equal(BigInt(transaction.r), 5n);
    await client.stopImpersonatingAccount({ address });
    await failureOf(() => send(address));
  });

  it("may be anybody for one transaction that is sent unsigned, as anvil's clients do", async () => {
    const address = somebody(0xb1);
    await client.setBalance({ address, value: parseEther("1") });
    const request = { from: address, to: somebody(2), value: "0x5" };
    const hash = await call<Hex>(node.url, "eth_sendUnsignedTransaction", [request]);
    const receipt = await receiptOf(hash);
    assert.deepEqual([receipt.status, receipt.from], ["success", address]);
    await failureOf(() => send(address));
    await client.impersonateAccount({ address });
    await call<Hex>(node.url, "eth_sendUnsignedTransaction", [request]);
    assert.equal((await receiptOf(await send(address))).status, "success");
  });

  it("may be a contract, the zero address, or any other address", async () => {
    const contract = somebody(0xa2);
    const zero: Hex = `0x${"00".repeat(20)}`;
    const store = somebody(0xa3);
    await client.setCode({ address: contract, bytecode: callerStore });
    await client.setCode({ address: store, bytecode: callerStore });
    await call(node.url, "anvil_autoImpersonateAccount", [true]);
    for (const address of [contract, zero, somebody(0xa4)]) {
      await client.setBalance({ address, value: parseEther("1") });
      const receipt = await receiptOf(await send(address, { to: store, gas: 100_000n }));
      assert.equal(receipt.status, "success");
      const stored = await client.getStorageAt({ address: store, slot: "0x0" });
      assert.equal(BigInt(stored ?? "0x0"), BigInt(address));
    }
    assert.equal(await client.getCode({ address: contract }), callerStore);
    const deployment = await receiptOf(
      await client.sendTransaction({
        account: contract,
        chain: client.chain,
        data: "0x6001600c60003960016000f300",
      }),
    );
    assert.ok(deployment.contractAddress);
    const traced = await call<{ from: Hex }>(node.url, "debug_traceTransaction", [
      deployment.transactionHash,
      { tracer: "callTracer" },
    ]);
    assert.equal(traced.from, contract);
    await call(node.url, "anvil_autoImpersonateAccount", [false]);
    await failureOf(() => send(somebody(0xa4)));
  });

  it("cannot send once impersonation stops: its raw transactions are refused too", async () => {
    const address = somebody(0xa5);
    await client.setBalance({ address, value: parseEther("1") });
    await client.impersonateAccount({ address });
    const hash = await send(address);
    await receiptOf(hash);
    const raw = await call<Hex>(node.url, "debug_getRawTransaction", [hash]);
    await client.stopImpersonatingAccount({ address });
    const failure = await failureOf(() => call(node.url, "eth_sendRawTransaction", [raw]));
    assert.match(String(failure), /-32000 invalid sender: .* is not impersonated/);
    await client.impersonateAccount({ address });
    const again = await failureOf(() => call(node.url, "eth_sendRawTransaction", [raw]));
    assert.match(String(again), /nonce too low/);
  });

  it("sends many at the same time, each with a nonce of its own", async () => {
    const address = somebody(0xa6);
    await client.setBalance({ address, value: parseEther("1") });
    await client.impersonateAccount({ address });
    const hashes = await Promise.all(Array.from({ length: 20 }, () => send(address)));
    assert.equal(new Set(hashes).size, 20);
    for (const hash of hashes) assert.equal((await receiptOf(hash)).status, "success");
  });

  it("gets the reason if the call would revert or the funds are missing", async () => {
    const address = somebody(0xa7);
    await client.impersonateAccount({ address });
    const poor = { from: address, to: somebody(1), gas: "0x5208" };
    const failure = await failureOf(() => call(node.url, "eth_sendTransaction", [poor]));
    assert.match(String(failure), /insufficient funds/);
    await client.setBalance({ address, value: parseEther("1") });
    const reverting = somebody(0xa8);
    await client.setCode({ address: reverting, bytecode: "0x60006000fd" });
    const reverted = await failureOf(() =>
      call(node.url, "eth_sendTransaction", [{ from: address, to: reverting }]),
    );
    assert.match(String(reverted), /: 3 execution reverted/);
  });
});

describe("an account with code", () => {
  it("sends through a node that has its key, and not by its signature", async () => {
    const node = await startLocalNode(["--unlocked"]);
    try {
      const [from] = await call<Hex[]>(node.url, "eth_accounts");
      const request = { from, to: somebody(1), value: "0x1", gas: "0x5208" };
      const raw = await call<Hex>(node.url, "eth_signTransaction", [request]);
      await call(node.url, "hardhat_setCode", [from, callerStore]);
      const signed = await failureOf(() => call(node.url, "eth_sendRawTransaction", [raw]));
      assert.match(String(signed), /-32000 sender not an eoa: address 0x/);
      const hash = await call<Hex>(node.url, "eth_sendTransaction", [request]);
      const receipt = await testClientOf(node).waitForTransactionReceipt({ hash });
      assert.deepEqual([receipt.status, receipt.from], ["success", from]);
      const again = await failureOf(() => call(node.url, "eth_sendRawTransaction", [raw]));
      assert.match(String(again), /nonce too low/);
    } finally {
      await node.stop();
    }
  });
});

describe("a chain with impersonated senders", () => {
  it("is exported and imported like any other, without state edits", async () => {
    const directory = await mkdtemp(join(tmpdir(), "tandem-impersonated-"));
    const nodes: RunningNode[] = [];
    try {
      const first = await startLocalNode();
      nodes.push(first);
      const client = testClientOf(first);
      // A development account is funded at genesis, so no edit is needed.
      const address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
      await client.impersonateAccount({ address });
      const hash = await client.sendTransaction({
        account: address,
        chain: client.chain,
        to: somebody(3),
        value: 9n,
      });
      const file = join(directory, "chain");
      assert.equal((await runHere(["export", file, "--url", first.url])).code, 0);
      const second = await startLocalNode();
      nodes.push(second);
      const imported = await runHere(["import", file, "--url", second.url]);
      assert.equal(imported.code, 0, imported.stderr);
      const receipt = await testClientOf(second).getTransactionReceipt({ hash });
      assert.equal(receipt.from, address);
      assert.equal(await testClientOf(second).getBalance({ address: somebody(3) }), 9n);
    } finally {
      for (const node of nodes) await node.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
