/** Tests which operations count as contracts that an account created. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readCreations } from "./read-creations.js";

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);
const factory = bytes(20, 1);

/** An operation of the factory with another address. */
const operation = (type: number, to: number, from = factory) => ({
  type,
  from,
  to: bytes(20, to),
  value: 0n,
});

/** Returns the contracts that the factory created in one transaction. */
async function createdIn(
  receipt: {
    readonly status: number;
    readonly gasUsed: bigint;
    readonly contractAddress?: Uint8Array;
  },
  operations: readonly unknown[],
  from = factory,
): Promise<readonly number[]> {
  const place = { transactionHash: bytes(32, 9), blockNumber: 3, from };
  const client = {
    ots_searchTransactionsBefore: async () => ({
      txs: [place],
      receipts: [{ ...place, ...receipt }],
      firstPage: true,
      lastPage: true,
    }),
    ots_getInternalOperations: async () => operations,
  } as never;
  const { creations } = await readCreations(client, factory, 0);
  return creations.map(({ contract }) => contract[0] ?? 0);
}

const succeeded = { status: 1, gasUsed: 100_000n };
/** Gas and refunds of a deployment leave no less. */
const dear = { status: 1, gasUsed: 42_400n };
const other = bytes(20, 2);

describe("the contracts that an account created", () => {
  it("are those of its creations in a transaction, by CREATE and by CREATE2", async () => {
    const inside = [operation(0, 4), operation(2, 5), operation(3, 6), operation(1, 7)];
    assert.deepEqual(await createdIn(succeeded, [...inside, operation(2, 8, other)]), [5, 6]);
  });

  it("include the one that a transaction creates, if it is of the account", async () => {
    const deploying = { ...succeeded, contractAddress: bytes(20, 4) };
    assert.deepEqual(await createdIn(deploying, [operation(2, 5)]), [4, 5]);
    assert.deepEqual(await createdIn(deploying, [operation(2, 5)], other), [5]);
  });

  it("are none of a transaction that failed", async () => {
    const failed = { ...succeeded, status: 0, contractAddress: bytes(20, 4) };
    assert.deepEqual(await createdIn(failed, [operation(2, 5)]), []);
  });

  it("include one of a transaction to which a fifth of its gas was refunded", async () => {
    assert.deepEqual(await createdIn(dear, [operation(2, 4)]), [4]);
  });
});
