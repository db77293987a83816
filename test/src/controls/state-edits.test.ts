/**
 * Tests balances, code, nonces and storage set by calls, with viem's test client under each peer's
 * names.
 */
import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Hex, pad, toHex } from "viem";
import { somebody, testClientOf } from "../support/clients/test-client.js";
import { developmentAccounts, send } from "../support/development.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { failureOf } from "../support/promised.js";
import { ask, call } from "../support/rpc.js";

/** Returns the word in slot 0. */
const reader: Hex = "0x60005460005260206000f3";
const word = (value: number) => pad(toHex(value), { size: 32 });

describe("state edits on a development chain", () => {
  let node: RunningNode;
  before(async () => {
    node = await startLocalNode();
  });
  after(() => node.stop());

  for (const mode of ["anvil", "hardhat"] as const) {
    it(`are visible to the next read, without a block, by ${mode}'s names`, async () => {
      const client = testClientOf(node, mode);
      const address = somebody(mode.length);
      const height = await client.getBlockNumber();
      await client.setBalance({ address, value: 12_345n });
      await client.setNonce({ address, nonce: 9 });
      await client.setCode({ address, bytecode: reader });
      await client.setStorageAt({ address, index: 0, value: word(7) });
      assert.equal(await client.getBalance({ address }), 12_345n);
      assert.equal(await client.getTransactionCount({ address }), 9);
      assert.equal(await client.getCode({ address }), reader);
      assert.equal(await client.getStorageAt({ address, slot: "0x0" }), word(7));
      assert.equal((await client.call({ to: address })).data, word(7));
      assert.equal(await client.getBalance({ address, blockTag: "pending" }), 12_345n);
      assert.equal(await client.getBlockNumber(), height);
    });
  }

  it("have Ganache's names, and add to a balance", async () => {
    const address = somebody(77);
    await call(node.url, "evm_setAccountBalance", [address, "0x64"]);
    await call(node.url, "evm_setAccountNonce", [address, "0x2"]);
    await call(node.url, "evm_setAccountCode", [address, reader]);
    await call(node.url, "evm_setAccountStorageAt", [address, "0x0", "0x8"]);
    await call(node.url, "anvil_addBalance", [address, "0x1"]);
    assert.equal(await call(node.url, "eth_getBalance", [address, "latest"]), "0x65");
    assert.equal(await call(node.url, "eth_getTransactionCount", [address, "latest"]), "0x2");
    assert.equal(await call(node.url, "eth_call", [{ to: address }, "latest"]), word(8));
  });

  it("are visible to a call that was sent just before", async () => {
    const client = testClientOf(node);
    const address = somebody(78);
    await client.setCode({ address, bytecode: reader });
    for (const value of [1, 2, 3, 2]) {
      await client.setStorageAt({ address, index: 0, value: word(value) });
      for (let again = 0; again < 2; again++) {
        assert.equal((await client.call({ to: address })).data, word(value));
      }
    }
  });

  it("belong to the block after which they were made: older blocks keep their state", async () => {
    const client = testClientOf(node);
    const address = somebody(79);
    await client.mine({ blocks: 1 });
    const first = await client.getBlockNumber();
    await client.setBalance({ address, value: 1n });
    await client.mine({ blocks: 1 });
    await client.setBalance({ address, value: 2n });
    await client.mine({ blocks: 1 });
    const balances = [first - 1n, first, first + 1n, first + 2n].map((blockNumber) =>
      client.getBalance({ address, blockNumber }),
    );
    assert.deepEqual(await Promise.all(balances), [0n, 1n, 2n, 2n]);
  });

  it("are proved against the edited root", async () => {
    const client = testClientOf(node);
    const address = somebody(80);
    await client.setBalance({ address, value: 42n });
    const proof = await client.getProof({ address, storageKeys: [] });
    assert.equal(proof.balance, 42n);
    const { stateRoot } = await client.getBlock();
    const root = await call<Hex>(node.url, "web3_sha3", [proof.accountProof[0]]);
    assert.notEqual(root, stateRoot);
    await client.mine({ blocks: 1 });
    const later = await client.getProof({ address, storageKeys: [] });
    const mined = await client.getBlock();
    assert.equal(await call(node.url, "web3_sha3", [later.accountProof[0]]), mined.stateRoot);
  });

  it("are undone by a revert to an earlier snapshot", async () => {
    const client = testClientOf(node);
    const address = somebody(81);
    await client.setBalance({ address, value: 1n });
    const id = await client.snapshot();
    await client.setBalance({ address, value: 2n });
    await client.mine({ blocks: 2 });
    await client.revert({ id });
    assert.equal(await client.getBalance({ address }), 1n);
    await client.mine({ blocks: 1 });
    assert.equal(await client.getBalance({ address }), 1n);
  });

  it("set the highest nonce, with which an account neither sends nor creates (EIP-2681)", async () => {
    const address = somebody(83);
    const nonce = "0xffffffffffffffff";
    await call(node.url, "anvil_setNonce", [address, nonce]);
    await call(node.url, "anvil_setBalance", [address, "0xde0b6b3a7640000"]);
    assert.equal(await call(node.url, "eth_getTransactionCount", [address, "latest"]), nonce);
    await call(node.url, "anvil_impersonateAccount", [address]);
    const sent = await ask(node.url, "eth_sendTransaction", [{ from: address, to: address }]);
    assert.equal(sent.error?.code, -32000);
    // Returns what CREATE without code does.
    await call(node.url, "anvil_setCode", [address, "0x5f5f5ff05f5260205ff3"]);
    const created = await call(node.url, "eth_call", [{ to: address }, "latest"]);
    assert.equal(created, `0x${"0".repeat(64)}`);
    const dump = await call(node.url, "anvil_dumpState");
    assert.equal(await call(node.url, "anvil_loadState", [dump]), true);
  });

  it("refuse invalid values", async () => {
    const client = testClientOf(node);
    const refused = async (method: string, params: readonly unknown[]) =>
      (await ask(node.url, method, params)).error?.code;
    const address = somebody(82);
    assert.equal(await refused("anvil_setNonce", [address, "0x10000000000000000"]), -32602);
    assert.equal(await refused("anvil_setBalance", [address, `0x1${"0".repeat(64)}`]), -32602);
    await client.setBalance({ address, value: 2n ** 256n - 1n });
    assert.equal(await refused("anvil_addBalance", [address, "0x1"]), -32602);
  });
});

describe("state edits on the main chain", () => {
  it("are refused, under every name", async () => {
    const node = await startLocalNode(["--chain", "main"]);
    try {
      const client = testClientOf(node);
      const address = somebody(1);
      for (const attempt of [
        () => client.setBalance({ address, value: 1n }),
        () => client.impersonateAccount({ address }),
        () => call(node.url, "evm_setAccountNonce", [address, "0x2"]),
        () => call(node.url, "anvil_loadState", ["0x7b7d"]),
      ]) {
        await failureOf(attempt);
      }
      assert.equal(await client.getBalance({ address }), 0n);
    } finally {
      await node.stop();
    }
  });
});

describe("state edits on a disk", () => {
  it("survive kill -9 once they are answered, and so do the blocks on them", async () => {
    const directory = await mkdtemp(join(tmpdir(), "tandem-edits-"));
    const folderOf = (round: bigint) => join(directory, `${round}`);
    const start = (round: bigint) => startLocalNode(["--data-dir", folderOf(round)]);
    const address = somebody(5);
    let running = await start(0n);
    try {
      for (let round = 1n; round <= 3n; round++) {
        const client = testClientOf(running);
        await client.setBalance({ address, value: round });
        if (round % 2n === 0n) {
          const [account] = developmentAccounts;
          assert.ok(account);
          await send(running.url, account, { to: address, value: 100n });
        }
        // The files are those that kill -9 leaves.
        await cp(folderOf(round - 1n), folderOf(round), { recursive: true });
        await running.stop();
        running = await start(round);
        const expected = round % 2n === 0n ? round + 100n : round;
        assert.equal(await testClientOf(running).getBalance({ address }), expected);
      }
    } finally {
      await running.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
