import assert from "node:assert/strict";
import { test } from "node:test";
import { createEOACode7702Tx } from "@ethereumjs/tx";
import {
  type Address,
  type EOACode7702AuthorizationListItem,
  eoaCode7702RecoverAuthority,
  SECP256K1_ORDER_DIV_2,
} from "@ethereumjs/util";
import { evmCommon } from "@tandem/primitives";
import fc from "fast-check";
import type { LibraryEvm } from "../library/library-evm.js";
import { recoverAuthorities } from "./authorize.js";

const common = evmCommon(31, "osaka");

/** A hex integer of 32 bytes, which may be no part of a signature. */
const word = fc
  .bigInt({ min: 0n, max: 2n ** 256n - 1n })
  .map((value) => `0x${value.toString(16)}` as const);
const small = fc.constantFrom("0x0", "0x1", "0x2", "0x1f");
const authorization = fc.record({
  chainId: small,
  address: fc.constant(`0x${"11".repeat(20)}` as const),
  nonce: small,
  yParity: fc.constantFrom("0x0", "0x1"),
  r: word,
  s: fc.oneof(word, fc.constant("0x1" as const)),
});
const lists = fc.array(authorization, { minLength: 1, maxLength: 4 });

const transactionWith = (authorizationList: EOACode7702AuthorizationListItem[]) =>
  createEOACode7702Tx(
    { to: `0x${"22".repeat(20)}`, gasLimit: 100_000n, authorizationList },
    { common },
  );

/** An instance of which only the pace is used. */
function paced() {
  let looks = 0;
  const pace = {
    yieldIfDue() {
      looks++;
      return undefined;
    },
  };
  return { library: { pace } as unknown as LibraryEvm, looks: () => looks };
}

const recoveredOf = ({ cache }: { readonly cache: object }) =>
  (cache as { readonly authorities?: readonly (Address | undefined)[] }).authorities;

test("the signers of authorizations are those of the library, and looks at the pace are between them", async () => {
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const fields = transactionWith(list);
      const expected = fields.authorizationList.map((item) => {
        try {
          return `${eoaCode7702RecoverAuthority(item)}`;
        } catch {
          return undefined;
        }
      });
      const { library, looks } = paced();
      await recoverAuthorities(library, fields);
      const found = recoveredOf(fields)?.map((signer) => signer && `${signer}`);
      const isLow = list.map(({ s }) => BigInt(s) <= SECP256K1_ORDER_DIV_2);
      // The library looks for signatures with a high s before it recovers their signers.
      assert.deepEqual(
        found?.filter((_, i) => isLow[i]),
        expected.filter((_, i) => isLow[i]),
      );
      assert.equal(looks(), list.length);
    }),
    { numRuns: 20 },
  );
});
