import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  decodeTransaction,
  evmCommon,
  gasPriceCap,
  type Header,
  type StateReader,
} from "@tandem/primitives";
import { creation, smallSpec, transfer } from "../testing/small-chain.js";
import { createPool } from "./pool.js";

const common = evmCommon(smallSpec.chainId, "osaka");
const gwei = 10n ** 9n;
const head = { minimumGasPrice: 1n, gasLimit: 30_000_000n } as Header;
const state = { nonceOf: () => 0n, balanceOf: () => 10n ** 21n } as unknown as StateReader;

/** Creates a pool to which raw transactions are passed. */
function openPool(limits: Parameters<typeof createPool>[0]) {
  const pool = createPool(limits);
  const admit = (raw: Uint8Array) => pool.admit(decodeTransaction(raw, common), head, state);
  const prices = () => pool.all().map(({ fields }) => gasPriceCap(fields));
  return { pool, admit, prices };
}

describe("the lowest price of a full pool", () => {
  it("is not remembered once the pool has changed", () => {
    const { pool, admit, prices } = openPool({ transactionsMax: 2, bytesMax: 10_000 });
    admit(transfer(1, 0, 5n * gwei));
    admit(transfer(2, 0, 9n * gwei));
    for (let n = 0; n < 2; n++) {
      assert.throws(() => admit(transfer(3, 0, 3n * gwei)), /txpool is full/);
    }
    pool.remove([decodeTransaction(transfer(1, 0, 5n * gwei), common)]);
    admit(transfer(4, 0, gwei));
    admit(transfer(3, 0, 2n * gwei));
    assert.deepEqual(prices(), [9n * gwei, 2n * gwei]);
  });

  it("does not leave out a transaction that was to be replaced", () => {
    const cheap = transfer(1, 0, gwei / 5n);
    const { admit, prices } = openPool({ transactionsMax: 10, bytesMax: 2 * cheap.length + 10 });
    admit(cheap);
    admit(transfer(2, 0, 9n * gwei));
    // A creation costs a gwei, and is too long.
    const replacement = creation(1, 0, new Uint8Array(40));
    assert.ok(replacement.length > cheap.length + 10);
    assert.throws(() => admit(replacement), /txpool is full/);
    admit(transfer(3, 0, gwei / 2n));
    assert.deepEqual(prices(), [9n * gwei, gwei / 2n]);
  });
});
