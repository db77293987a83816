/** Tests which traces count as contracts that an account created. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readCreations } from "./read-creations.js";

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);
const factory = bytes(20, 1);

/** A trace of a creation by the factory, which returned an address. */
const creation = (contract: number, traceAddress: readonly number[]) => ({
  action: { creationMethod: "create", from: factory, init: bytes(0, 0) },
  result: { address: bytes(20, contract), code: bytes(0, 0), gasUsed: 0n },
  traceAddress,
});
const call = (traceAddress: readonly number[], error?: string) => ({
  action: { callType: "call", from: factory, to: factory },
  result: undefined,
  traceAddress,
  ...(error === undefined ? {} : { error }),
});

/** Returns the contracts that the factory created in one transaction. */
async function createdIn(
  receipt: { readonly status: number; readonly gasUsed: bigint },
  traces: readonly unknown[],
): Promise<readonly number[]> {
  const place = { transactionHash: bytes(32, 9), blockNumber: 3 };
  const client = {
    ots_searchTransactionsBefore: async () => ({
      txs: [place],
      receipts: [{ ...place, ...receipt }],
      ...{ firstPage: true, lastPage: true },
    }),
    trace_transaction: async () => traces,
  } as never;
  const { creations } = await readCreations(client, factory, 0);
  return creations.map(({ contract }) => contract[0] ?? 0);
}

const succeeded = { status: 1, gasUsed: 100_000n };

describe("the contracts that an account created", () => {
  it("are those of creations that were not undone by a call around them", async () => {
    const inner = [
      ...[call([]), call([0], "Reverted"), creation(4, [0, 0]), call([1]), creation(5, [1, 0])],
      ...[creation(6, [2]), { ...creation(7, [3]), result: undefined, error: "Reverted" }],
    ];
    assert.deepEqual(await createdIn(succeeded, inner), [5, 6]);
  });

  it("are none of a transaction that failed", async () => {
    const undone = [call([], "Reverted"), creation(4, [0])];
    assert.deepEqual(await createdIn({ ...succeeded, status: 0 }, undone), []);
  });

  it("include one of a transaction to which a fifth of its gas was refunded", async () => {
    const dear = { status: 1, gasUsed: 42_400n };
    assert.deepEqual(await createdIn(dear, [call([]), creation(4, [0])]), [4]);
  });
});
