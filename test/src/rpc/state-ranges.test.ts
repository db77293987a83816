/** Tests ranges of slots and accounts, in the order of their hashes, against single reads. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { keccak256, toBeHex } from "ethers";
import fc from "fast-check";
import { failureOf } from "../support/promised.js";

interface StoragePiece {
  readonly storage: Readonly<Record<string, { readonly key: string; readonly value: string }>>;
  readonly nextKey: string | null;
}

interface AccountPiece {
  readonly root: string;
  readonly accounts: Readonly<
    Record<string, { balance: string; nonce: number; code?: string; storage?: object; key: string }>
  >;
  readonly next?: string;
}

/** Stores the second word of the call data in the slot of the first. */
const writer = "0x602035600035550000";
const contract = "0x00000000000000000000000000000000000000c7";
const word = (value: number) => toBeHex(value, 32);

type Write = readonly [slot: number, value: number];
const writes = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 3 })), {
  minLength: 1,
  maxLength: 8,
});

describe("ranges of a state", () => {
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ unlocked: true, isListening: false, accounts: 4 });
    await node.provider.request("hardhat_setCode", [contract, writer]);
  });
  after(() => node?.close());

  const ask = <T>(method: string, ...params: readonly unknown[]) =>
    node.provider.request(method, params) as Promise<T>;

  /** Mines writes in one block. @returns its hash. */
  async function mineWrites(list: readonly Write[]): Promise<string> {
    await ask("evm_setAutomine", false);
    for (const [slot, value] of list) {
      const data = word(slot) + word(value).slice(2);
      await ask("eth_sendTransaction", { to: contract, data, gas: "0x186a0" });
    }
    await ask("evm_mine");
    const { hash, transactions } = await ask<{ hash: string; transactions: string[] }>(
      "eth_getBlockByNumber",
      "latest",
      false,
    );
    assert.equal(transactions.length, list.length);
    return hash;
  }

  async function allSlots(block: string, index: number, size: number) {
    const found: [string, { readonly key: string; readonly value: string }][] = [];
    for (let from: string | null = "0x"; from !== null; ) {
      const piece: StoragePiece = await ask(
        "debug_storageRangeAt",
        block,
        index,
        contract,
        from,
        size,
      );
      assert.ok(Object.keys(piece.storage).length <= size);
      found.push(...Object.entries(piece.storage));
      from = piece.nextKey;
    }
    return found;
  }

  it("are a contract's slots at a block without transactions too", async () => {
    const [written, slots] = [await mineWrites([[7, 1]]), { [keccak256(word(7))]: word(1) }];
    assert.deepEqual(await allSlots(written, 0, 3), []);
    await ask("hardhat_mine", "0x1");
    const { hash } = await ask<{ hash: string }>("eth_getBlockByNumber", "latest", false);
    const found = await allSlots(hash, 0, 3);
    assert.deepEqual(Object.fromEntries(found.map(([key, { value }]) => [key, value])), slots);
    assert.equal(await ask("debug_storageRangeAt", hash, 1, contract, "0x", 1), null);
    await mineWrites([[7, 0]]);
  });

  it("are a contract's slots before each transaction of a block", async () => {
    const known = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(writes, fc.integer({ min: 1, max: 5 }), async (list, size) => {
        const block = await mineWrites(list);
        for (const [index, [slot, value]] of list.entries()) {
          const expected = [...known]
            .filter(([, kept]) => kept !== 0)
            .map(([key, kept]) => [keccak256(word(key)), { key: word(key), value: word(kept) }])
            .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1));
          assert.deepEqual(await allSlots(block, index, size), expected);
          known.set(slot, value);
        }
      }),
      {
        numRuns: 15,
        // The chain continues after a failure.
        endOnFailure: true,
        examples: [
          [
            [
              [1, 2],
              [1, 3],
              [1, 0],
            ],
            2,
          ],
        ],
      },
    );
  });

  it("are null for an unknown block or transaction, and empty for an account without storage", async () => {
    const block = await mineWrites([[1, 1]]);
    const read = (...params: readonly unknown[]) => ask("debug_storageRangeAt", ...params);
    assert.equal(await read(word(1), 0, contract, "0x", 5), null);
    assert.equal(await read(block, 1, contract, "0x", 5), null);
    const bare = node.accounts[0]?.address;
    assert.deepEqual(await read(block, 0, bare, "0x", 5), { storage: {}, nextKey: null });
    const failure = await failureOf(() => read(block, 0, contract, `0x${"00".repeat(33)}`, 5));
    assert.equal((failure as { code?: number }).code, -32602);
  });

  it("are all accounts, with the results of single reads of each", async () => {
    const found = new Map<string, AccountPiece["accounts"][string]>();
    for (let from: string | undefined = "0x"; from !== undefined; ) {
      const piece: AccountPiece = await ask("debug_accountRange", "latest", from, 3);
      for (const [address, account] of Object.entries(piece.accounts)) found.set(address, account);
      from = piece.next;
    }
    const keys = [...found.values()].map(({ key }) => key);
    assert.deepEqual(keys, [...keys].sort());
    for (const address of [contract, ...node.accounts.map((one) => one.address)]) {
      const account = found.get(address);
      assert.equal(account?.key, keccak256(address));
      assert.equal(
        BigInt(account?.balance ?? -1),
        BigInt(await ask("eth_getBalance", address, "latest")),
      );
      assert.equal(account?.nonce, Number(await ask("eth_getTransactionCount", address, "latest")));
    }
    assert.equal(found.get(contract)?.code, writer);
    for (const [slot, value] of Object.entries(found.get(contract)?.storage ?? {})) {
      assert.equal(
        BigInt(`0x${value}`),
        BigInt(await ask("eth_getStorageAt", contract, slot, "latest")),
      );
    }
    const bare: AccountPiece = await ask(
      "debug_accountRange",
      "latest",
      keccak256(contract),
      1,
      true,
      true,
    );
    assert.deepEqual(Object.keys(bare.accounts), [contract]);
    assert.deepEqual(
      [bare.accounts[contract]?.code, bare.accounts[contract]?.storage],
      [undefined, undefined],
    );
  });
});
