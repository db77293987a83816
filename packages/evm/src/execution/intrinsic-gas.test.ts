import assert from "node:assert/strict";
import { test } from "node:test";
import { createTx, getCalldataFloorGas, TransactionType } from "@ethereumjs/tx";
import { evmCommon, evmForks, padStart, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { gasOwed } from "./intrinsic-gas.js";

const chainId = 31;
const addressOf = (byte: number) => new Uint8Array(20).fill(byte);
const word = (byte: number) => padStart(Uint8Array.of(byte), 32);

const request = fc.record({
  to: fc.option(fc.constant(addressOf(1)), { nil: undefined }),
  data: fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.constant(new Uint8Array(300))),
  accessList: fc.array(
    fc.record({
      address: fc.nat(255).map(addressOf),
      storageKeys: fc.array(fc.nat(9).map(word), { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
});

test("what a call owes before it begins is what @ethereumjs/tx asks of a transaction", () => {
  for (const fork of evmForks) {
    const common = evmCommon(chainId, fork);
    fc.assert(
      fc.property(request, ({ to, data, accessList }) => {
        const fields = {
          type: TransactionType.AccessListEIP2930,
          chainId,
          data,
          accessList: accessList.map(({ address, storageKeys }) => ({
            address: toHex(address),
            storageKeys: storageKeys.map(toHex),
          })),
          ...(to === undefined ? {} : { to: toHex(to) }),
        };
        const tx = createTx(fields, { common });
        const owed = gasOwed({ data, accessList, ...(to === undefined ? {} : { to }) }, common);
        assert.equal(owed.intrinsic, tx.getIntrinsicGas());
        const floor = common.isActivatedEIP(7623) ? getCalldataFloorGas(tx) : 0n;
        assert.equal(owed.floor, floor);
      }),
      { numRuns: 50, seed: 30 },
    );
  }
});
