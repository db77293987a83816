import assert from "node:assert/strict";
import { test } from "node:test";
import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import { createTx } from "@ethereumjs/tx";
import fc from "fast-check";
import { toHex } from "../bytes/hex.js";
import { privateKeyToAddress } from "../signing/signature.js";
import { evmCommon } from "../spec/evm-common.js";
import { recoverSenders } from "./sender-recovery.js";
import { decodeTransaction, decodeUnproved, withSender } from "./transaction.js";

const common = evmCommon(31, "osaka");
const to = new Uint8Array(20).fill(7);
const authorization = {
  chainId: "0x1f" as const,
  address: toHex(to),
  nonce: "0x0" as const,
  yParity: "0x0" as const,
  r: `0x${"11".repeat(32)}` as const,
  s: `0x${"11".repeat(32)}` as const,
};
const to32 = new Uint8Array(32).fill(7);
const kinds = [
  { type: 0, gasPrice: 9n },
  { type: 1, gasPrice: 9n, accessList: [] },
  { type: 2, maxFeePerGas: 9n },
  { type: 4, maxFeePerGas: 9n, authorizationList: [authorization] },
];

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes[0] !== 0xff && bytes.some((byte) => byte !== 0));

test("the thread finds the sender of every type of transaction, as the node itself does", async () => {
  const signed = fc
    .tuple(fc.constantFrom(...kinds), key, fc.bigInt({ min: 0n, max: 2n ** 64n - 2n }))
    .map(([kind, privateKey, nonce]) => {
      const fields = { ...kind, nonce, to, gasLimit: 100_000n };
      return { privateKey, raw: createTx(fields, { common }).sign(privateKey).serialize() };
    });
  await fc.assert(
    fc.asyncProperty(fc.array(signed, { minLength: 1, maxLength: 20 }), async (all) => {
      const unproved = all.map(({ raw }) => {
        const one = decodeUnproved(raw, common);
        assert.ok(one);
        return one;
      });
      const senders = await recoverSenders(unproved.map(({ raw }) => raw));
      for (const [i, one] of unproved.entries()) {
        const recovered = senders?.[i];
        assert.ok(recovered);
        const { privateKey, raw } = all[i] as (typeof all)[number];
        assert.equal(toHex(recovered.sender), toHex(privateKeyToAddress(privateKey)));
        const whole = decodeTransaction(raw, common);
        assert.equal(toHex(withSender(one, recovered).hash), toHex(whole.hash));
        assert.equal(toHex(whole.sender), toHex(recovered.sender));
        assert.equal(
          toHex(withSender(one, recovered).fields.getSenderAddress().bytes),
          toHex(whole.sender),
        );
      }
    }),
    { numRuns: 20, seed: 5 },
  );
});

test("a legacy transaction bound to no chain is recovered by the older rule", async () => {
  const privateKey = new Uint8Array(32).fill(0x46);
  const unbound = new Common({ chain: Mainnet, hardfork: Hardfork.Homestead });
  const fields = { type: 0, gasPrice: 9n, to, gasLimit: 21_000n };
  const raw = createTx(fields, { common: unbound }).sign(privateKey).serialize();
  const one = decodeUnproved(raw, common);
  assert.ok(one);
  assert.ok(one.fields.v === 27n || one.fields.v === 28n);
  const [recovered] = (await recoverSenders([one.raw])) ?? [];
  assert.ok(recovered);
  assert.equal(toHex(recovered.sender), toHex(privateKeyToAddress(privateKey)));
});

test("a signature of nobody has no sender, and what is no transaction no job", async () => {
  const signed = createTx({ ...kinds[0], to, gasLimit: 21_000n }, { common }).sign(to32);
  // No point of the curve has such a large x.
  const nobody = createTx({ ...signed, type: 0, r: 2n ** 256n - 1n }, { common }).serialize();
  const [first, second] = (await recoverSenders([nobody, signed.serialize()])) ?? [];
  assert.equal(first, undefined);
  assert.ok(second);
  for (const raw of [new Uint8Array(0), Uint8Array.of(3, 1), new Uint8Array(100)]) {
    assert.equal(decodeUnproved(raw, common), undefined);
  }
});
