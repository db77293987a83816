import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import { type Input, RLP } from "@ethereumjs/rlp";
import {
  createAccessList2930Tx,
  createEOACode7702Tx,
  createFeeMarket1559Tx,
  createLegacyTx,
} from "@ethereumjs/tx";
import { concat, fromBigInt } from "../bytes/bytes.js";
import { fromHex, toHex } from "../bytes/hex.js";
import { Fault } from "../fault.js";
import { privateKeyToAddress } from "../signing/signature.js";
import { evmCommon } from "../spec/evm-common.js";
import { chainIdMax } from "../spec/limits.js";
import { partsOf, signingHash } from "./signing-hash.js";
import {
  decodeTransaction,
  decodeUnproved,
  effectiveGasPrice,
  restoreTransaction,
} from "./transaction.js";

const common = evmCommon(31, "osaka");
const key = new Uint8Array(32).fill(0x46);
const sender = privateKeyToAddress(key);
const to = fromHex(`0x${"35".repeat(20)}`);
const fees = { nonce: 9, gasLimit: 21_000, to, value: 10n ** 18n };
const priced = { ...fees, gasPrice: 20n * 10n ** 9n };

const refusal = (raw: Uint8Array): string => {
  try {
    decodeTransaction(raw, common);
  } catch (error) {
    if (error instanceof Fault && error.data.code === "transaction-refused") return error.message;
    throw error;
  }
  return "none";
};

/** The order of secp256k1's group. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

describe("transaction", () => {
  it("recovers the sender of EIP-155's own example", () => {
    const raw = fromHex(
      "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83",
    );
    const tx = decodeTransaction(raw, evmCommon(1, "osaka"));
    assert.equal(toHex(tx.sender), "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f");
    assert.equal(
      toHex(tx.hash),
      "0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788",
    );
  });

  it("with more items than one can have is refused before an object is made of each", () => {
    const [none, one] = [new Uint8Array(0), Uint8Array.of(1)];
    const encoded = (accessList: Input, authorizations?: Input) => {
      const lists = authorizations === undefined ? [accessList] : [accessList, authorizations];
      const fields = [Uint8Array.of(31), none, none, one, fromHex("0xffff"), to, none, none];
      const type = authorizations === undefined ? 2 : 4;
      return concat(Uint8Array.of(type), RLP.encode([...fields, ...lists, none, one, one]));
    };
    const many = (item: Input, count = 3000) => Array.from({ length: count }, () => item);
    assert.equal(refusal(encoded(many([to, []]))), "none");
    assert.equal(refusal(encoded([], many([none, to, none, none, one, one]))), "none");
    for (const raw of [encoded([[to, many(none)]]), encoded([], many([]))]) {
      assert.throws(
        () => decodeTransaction(raw, common),
        (error) =>
          error instanceof Fault && error.cause === undefined && /^rlp: /.test(error.message),
      );
    }
  });

  it("that is refused is decoded once by the library, which takes the most of its time", (t) => {
    const authorizations = Array.from({ length: 500 }, () => Uint8Array.of(0x81, 0x82));
    const none = new Uint8Array(0);
    const refused = (chainId: number) =>
      concat(
        Uint8Array.of(4),
        RLP.encode(
          [[chainId, none, none, 1, 0xffff, to, none, none, [], authorizations], none, 1, 1].flat(
            1,
          ),
        ),
      );
    const decode = t.mock.method(RLP, "decode");
    assert.match(refusal(refused(31)), /^rlp: /);
    assert.match(refusal(refused(32)), /have 32 want 31$/);
    assert.equal(decode.mock.callCount(), 2);
  });

  it("has one encoding of the chain id", () => {
    const authorization = ["0x1f", to, "0x", "0x", "0x01", "0x01"];
    const fields = ["0x", "0x02", "0xffff", to, "0x", "0x"];
    const signature = ["0x", "0x01", "0x01"];
    const unsigned = new Map<number, Input[]>([
      [1, [...fields, []]],
      [2, ["0x", ...fields, []]],
      [4, ["0x", ...fields, [], [authorization]]],
    ]);
    for (const [type, rest] of unsigned) {
      const encode = (chainId: string) =>
        concat(Uint8Array.of(type), RLP.encode([fromHex(chainId), ...rest, ...signature]));
      assert.equal(refusal(encode("0x1f")), "none", `type ${type}`);
      assert.equal(refusal(encode("0x001f")), "rlp: chainId cannot have leading zeroes");
    }
  });

  it("of any form is decoded on a chain with the highest id", () => {
    const none = new Uint8Array(0);
    const v = fromBigInt(BigInt(chainIdMax) * 2n + 36n);
    for (const recipient of [to, none]) {
      const called = [none, Uint8Array.of(2), fromHex("0xffff"), recipient, none, none];
      const raw = RLP.encode([...called, v, Uint8Array.of(1), Uint8Array.of(1)]);
      assert.ok(decodeTransaction(raw, evmCommon(chainIdMax, "osaka")));
    }
  });

  it("has an access list of byte strings and lists where EIP-2930 has them", () => {
    const storageKey = new Uint8Array(32);
    const none = new Uint8Array(0);
    const one = Uint8Array.of(1);
    const ones = (length: number): Input => Array.from({ length }, () => one);
    const lists: readonly (readonly [accessList: Input, isRefused: boolean])[] = [
      [[[to, [storageKey]]], false],
      [[[to, []]], false],
      [none, true],
      [[[ones(20), []]], true],
      [[[to, none]], true],
      [[[to, [ones(32)]]], true],
      [
        [
          [to, [storageKey]],
          [to, none],
        ],
        true,
      ],
    ];
    const authorizations: Input = [[Uint8Array.of(31), to, none, none, one, one]];
    const encode = (type: number, accessList: Input) => {
      const prices = type === 1 ? [Uint8Array.of(2)] : [none, Uint8Array.of(2)];
      const called = [fromHex("0xffff"), to, none, none, accessList];
      const rest = [...(type === 4 ? [authorizations] : []), none, one, one];
      const fields = [Uint8Array.of(31), none, ...prices, ...called, ...rest];
      return concat(Uint8Array.of(type), RLP.encode(fields));
    };
    for (const type of [1, 2, 4]) {
      for (const [i, [accessList, isRefused]] of lists.entries()) {
        const expected = isRefused ? "rlp: accessList is not in the form of EIP-2930" : "none";
        assert.equal(refusal(encode(type, accessList)), expected, `type ${type}, list ${i}`);
        assert.equal(decodeUnproved(encode(type, accessList), common) === undefined, isRefused);
      }
    }
  });

  it("recovers the sender of every accepted type", () => {
    const authorization = {
      chainId: "0x1f" as const,
      address: toHex(to),
      nonce: "0x0" as const,
      yParity: "0x0" as const,
      r: `0x${"11".repeat(32)}` as const,
      s: `0x${"11".repeat(32)}` as const,
    };
    const capped = { ...fees, maxFeePerGas: 10n, maxPriorityFeePerGas: 2n, gasLimit: 100_000 };
    for (const signed of [
      createLegacyTx(priced, { common }).sign(key),
      createAccessList2930Tx(priced, { common }).sign(key),
      createFeeMarket1559Tx(capped, { common }).sign(key),
      createEOACode7702Tx({ ...capped, authorizationList: [authorization] }, { common }).sign(key),
    ]) {
      const raw = signed.serialize();
      const tx = decodeTransaction(raw, common);
      assert.deepEqual(tx.sender, sender);
      assert.deepEqual(tx.hash, signed.hash());
      assert.deepEqual(
        signingHash(partsOf(raw), tx.fields.type === 0 ? 31n : undefined),
        signed.getHashedMessageToSign(),
      );
      assert.deepEqual(tx.fields.getSenderAddress().bytes, sender);
      assert.deepEqual(restoreTransaction(raw, tx.sender, common).hash, tx.hash);
    }
  });

  it("accepts a transaction from before EIP-155, which is valid on any chain", () => {
    const old = new Common({ chain: Mainnet, hardfork: Hardfork.Homestead });
    const raw = createLegacyTx(priced, { common: old }).sign(key).serialize();
    assert.deepEqual(decodeTransaction(raw, common).sender, sender);
    const message = createLegacyTx(priced, { common: old }).getHashedMessageToSign();
    assert.deepEqual(signingHash(partsOf(raw), undefined), message);
  });

  it("refuses that of another chain, naming the chain id", () => {
    const other = evmCommon(30, "osaka");
    const words = /invalid chain id for signer: have 30 want 31/;
    assert.match(refusal(createLegacyTx(priced, { common: other }).sign(key).serialize()), words);
    const capped = { ...fees, maxFeePerGas: 10n };
    assert.match(
      refusal(createFeeMarket1559Tx(capped, { common: other }).sign(key).serialize()),
      words,
    );
  });

  it("refuses a signature with a high s (EIP-2)", () => {
    const { v, r, s } = createLegacyTx(priced, { common }).sign(key);
    const flipped = createLegacyTx(
      { ...priced, v: v === 97n ? 98n : 97n, r: r as bigint, s: order - (s as bigint) },
      { common },
    );
    assert.match(refusal(flipped.serialize()), /invalid transaction v, r, s values/);
  });

  it("refuses unsigned transactions, blobs, unknown types, and bytes that are no transaction", () => {
    assert.match(refusal(createLegacyTx(priced, { common }).serialize()), /not signed/);
    assert.match(refusal(Uint8Array.of(3, 0xc0)), /blob transactions/);
    assert.match(refusal(Uint8Array.of(0x7f, 0xc0)), /transaction type not supported/);
    assert.match(refusal(new Uint8Array(0)), /too short/);
    assert.match(refusal(new Uint8Array(200_000).fill(0xf8)), /oversized data/);
    for (const bytes of [[0xc0], [0x01], [0xf8], [0xc1, 0xc0], [0x02, 0xc1, 0x80]]) {
      assert.notEqual(refusal(Uint8Array.from(bytes)), "none");
    }
  });

  it("refuses invalid transactions with geth's messages", () => {
    const unsigned = { nonce: 0, gasLimit: 21_000, to, maxFeePerGas: 1n, maxPriorityFeePerGas: 0n };
    const { v, r, s } = createFeeMarket1559Tx(unsigned, { common }).sign(key);
    const encode = (fields: readonly (bigint | Uint8Array | [])[]) =>
      concat(Uint8Array.of(2), RLP.encode([...fields, v ?? 0n, r ?? 0n, s ?? 0n] as never));
    const none = new Uint8Array(0);
    assert.equal(
      refusal(encode([31n, 0n, 2n, 1n, 21_000n, to, 0n, none, []])),
      "max priority fee per gas higher than max fee per gas",
    );
    assert.equal(
      refusal(encode([31n, 0n, 0n, 1n, 9_000_000n, none, 0n, new Uint8Array(49_153), []])),
      "max initcode size exceeded: code size 49153, limit 49152",
    );
    assert.equal(
      refusal(encode([31n, 2n ** 64n - 1n, 0n, 1n, 21_000n, to, 0n, none, []])),
      "nonce has max value",
    );
    for (const [name, bits, fields] of [
      ["nonce", 64, [31n, 2n ** 64n, 0n, 1n, 21_000n, to, 0n, none, []]],
      ["gasLimit", 64, [31n, 0n, 0n, 1n, 2n ** 64n, to, 0n, none, []]],
      ["value", 256, [31n, 0n, 0n, 1n, 21_000n, to, 2n ** 256n, none, []]],
    ] as [string, number, (bigint | Uint8Array | [])[]][]) {
      assert.equal(refusal(encode(fields)), `rlp: ${name} has more than ${bits} bits`);
    }
    assert.equal(
      refusal(encode([31n, 0n, 0n, 1n, 21_000n, to.subarray(1), 0n, none, []])),
      "rlp: not the fields of a transaction",
    );
    assert.equal(
      refusal(
        concat(
          Uint8Array.of(2),
          RLP.encode([31n, 0n, 0n, 1n, 21_000n, to, 0n, none, [], 2n, r ?? 0n, s ?? 0n]),
        ),
      ),
      "invalid sender: invalid transaction v, r, s values",
    );
    assert.equal(
      refusal(encode([31n, 0n, 0n, 2n ** 255n, 21_000n, to, 0n, none, []])),
      "insufficient funds for gas * price + value",
    );
  });

  it("pays the minimum gas price and the tip, never above its cap", () => {
    const tx = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) =>
      createFeeMarket1559Tx({ ...fees, maxFeePerGas, maxPriorityFeePerGas }, { common });
    assert.equal(effectiveGasPrice(tx(10n, 2n), 5n), 7n);
    assert.equal(effectiveGasPrice(tx(6n, 2n), 5n), 6n);
    assert.equal(effectiveGasPrice(createLegacyTx({ ...fees, gasPrice: 9n }, { common }), 5n), 9n);
  });
});

describe("parameters of the EVM", () => {
  it("are those of proof of work, and never copied", () => {
    assert.equal(common.copy(), common);
    assert.equal(common.consensusType(), "pow");
    for (const eip of [
      1559, 2929, 2930, 3529, 3651, 3855, 3860, 1153, 5656, 6780, 2537, 7623, 7702,
    ]) {
      assert.ok(common.isActivatedEIP(eip), `EIP-${eip}`);
    }
    for (const eip of [4399, 4844, 4788, 4895, 7516, 2935, 6110, 7002, 7251, 7685]) {
      assert.ok(!common.isActivatedEIP(eip), `EIP-${eip}`);
    }
    assert.throws(() => common.setHardfork(Hardfork.Berlin), /fixed/);
  });
});
