import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyMerkleProof } from "@ethereumjs/mpt";
import { RLP } from "@ethereumjs/rlp";
import { emptyCodeHash, emptyTrieRoot, keccak256, toBigInt, toHex } from "@tandem/primitives";
import { sliceMs } from "@tandem/runtime";
import { addressOf, alice, coinbase, ether, openScene, word } from "../testing/scene.js";

/** Creates forty accounts, so that the trie has branches, and one of them with thirty slots. */
const slots = Array.from({ length: 30 }, (_, i) => [word(i), word(i * 300 + 1)] as const);
const accounts = Array.from({ length: 40 }, (_, i) => ({
  address: addressOf(i + 1),
  balance: BigInt(i),
  nonce: 1n,
}));
const owner = { address: addressOf(200), balance: 3n, code: Uint8Array.of(0), storage: slots };
const { executor, root } = openScene([...accounts, owner]);

/** Returns the value that a stock verifier finds in a proof, or null for a proof of absence. */
const verify = (at: Uint8Array, key: Uint8Array, proof: readonly Uint8Array[]) =>
  verifyMerkleProof(keccak256(key), [...proof], { root: at });

test("an account and its slots are proven from the state root, to a stock verifier", async () => {
  const proof = await executor.prove(root(), owner.address, [word(7), word(99)]);
  const leaf = await verify(root(), owner.address, proof.accountProof);
  const { nonce, balance, storageHash, codeHash } = proof;
  assert.deepEqual([nonce, balance, toHex(codeHash)], [0n, 3n, toHex(keccak256(owner.code))]);
  assert.deepEqual(leaf, RLP.encode([nonce, balance, storageHash, codeHash]));
  assert.deepEqual(keccak256(proof.accountProof[0] as Uint8Array), root());

  const [held, absent] = proof.storageProof;
  assert.deepEqual([held?.value, absent?.value], [2_101n, 0n]);
  const value = await verify(storageHash, word(7), held?.proof ?? []);
  assert.equal(toBigInt(RLP.decode(value as Uint8Array) as Uint8Array), 2_101n);
  assert.equal(await verify(storageHash, word(99), absent?.proof ?? []), null);
});

test("every account is proven, and what the proof says is what is read", async () => {
  for (const { address, balance } of accounts) {
    const proof = await executor.prove(root(), address, []);
    const leaf = RLP.decode((await verify(root(), address, proof.accountProof)) as Uint8Array);
    assert.equal(toBigInt((leaf as Uint8Array[])[1] as Uint8Array), balance);
    assert.equal(executor.reader(root()).balanceOf(address), proof.balance);
  }
  assert.equal((await executor.prove(root(), alice, [])).balance, 100n * ether);
});

test("an absent account is proven absent, as an empty one without storage", async () => {
  const proof = await executor.prove(root(), coinbase, [word(1)]);
  assert.equal(await verify(root(), coinbase, proof.accountProof), null);
  assert.deepEqual(proof, {
    address: coinbase,
    accountProof: proof.accountProof,
    balance: 0n,
    nonce: 0n,
    codeHash: emptyCodeHash,
    storageHash: emptyTrieRoot,
    storageProof: [{ key: word(1), value: 0n, proof: [] }],
  });
  assert.ok(proof.accountProof.length > 0);
});

test("a proof ends when it is cancelled, at the next slot after its time slice", async (t) => {
  // Each read of the clock is later by more than half a slice, so that each step ends one.
  let now = performance.now();
  t.mock.method(performance, "now", () => {
    now += 0.6 * sliceMs;
    return now;
  });
  let looks = 0;
  const cancellation = {
    get isAborted() {
      looks++;
      return looks === 5;
    },
  };
  const keys = slots.map(([key]) => key);
  const proving = executor.cancelledBy(cancellation).prove(root(), owner.address, keys);
  await assert.rejects(proving, { name: "AbortError" });
  assert.equal(looks, 5);
});
