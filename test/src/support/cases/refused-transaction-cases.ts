/** Tests transactions that every pool must refuse, with geth's messages, which clients recognize. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { concat, encodeRlp, getBytes, hexlify, keccak256, Transaction, toBeHex } from "ethers";
import {
  type Account,
  coin,
  developmentAccount,
  emptyAccount,
  plentyGasPrice,
  sign,
} from "../development.js";
import type { NodeContext } from "../node-suite.js";
import { assertError, assertInvalidParameters, refusedTransaction } from "../refused.js";
import { ask, call } from "../rpc.js";

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const gasLimit = 30_000_000n;
const to = `0x${"11".repeat(20)}`;

/** Signs a legacy transaction with `s` of the signature in the given half. */
function signLegacy(account: Account, nonce: number, half: "lower" | "upper"): string {
  const fields = { type: 0, chainId: 31, gasLimit: 21_000, gasPrice: plentyGasPrice, to, nonce };
  const tx = Transaction.from(fields);
  const { r, s, yParity } = account.key.sign(tx.unsignedHash);
  const isUpper = half === "upper";
  const v = 35n + 62n + BigInt(isUpper ? 1 - yParity : yParity);
  const list = [
    nonce,
    plentyGasPrice,
    21_000,
    to,
    0,
    "0x",
    v,
    r,
    isUpper ? curveOrder - BigInt(s) : s,
  ];
  return encodeRlp(list.map(rlpItem));
}

/** Encodes bytes unchanged, and integers and the words of a signature without leading zeros. */
function rlpItem(item: string | number | bigint): string {
  const isBytes = typeof item === "string" && item.length !== 66;
  if (isBytes) return item;
  return BigInt(item) === 0n ? "0x" : toBeHex(BigInt(item));
}

export function refusedTransactionCases({ url }: NodeContext): void {
  const submit = (raw: string) => ask(url(), "eth_sendRawTransaction", [raw]);
  const refuses = async (raw: string, words: RegExp) =>
    assertError(await submit(raw), refusedTransaction, words, raw.slice(0, 40));
  signatureCases(refuses);
  accountCases(url, submit, refuses);
  gasCases(refuses);
  formCases(url, refuses);
}

type Refuses = (raw: string, words: RegExp) => Promise<void>;

function signatureCases(refuses: Refuses): void {
  const account = developmentAccount(1);

  it("of another chain", async () => {
    for (const type of [0, 1, 2]) {
      for (const chainId of [1, 30, 32]) {
        await refuses(sign(account, { type, chainId, to, nonce: 0 }).raw, /chain id/i);
      }
    }
  });

  it("with a signature that is malleable, empty or nobody's", async () => {
    const words = /invalid sender|invalid transaction v, r, s/;
    assert.equal(signLegacy(account, 0, "lower"), sign(account, { to, nonce: 0 }).raw);
    await refuses(signLegacy(account, 0, "upper"), words);
    const unsigned = Transaction.from({
      type: 2,
      chainId: 31,
      to,
      nonce: 0,
      gasLimit: 21_000,
      maxFeePerGas: 1n,
    });
    const fields = [
      "0x1f",
      "0x",
      "0x",
      "0x3b9aca00",
      "0x5208",
      to,
      "0x",
      "0x",
      [],
      "0x",
      "0x",
      "0x",
    ];
    await refuses(concat(["0x02", encodeRlp(fields)]), words);
    const rTooLarge = [...fields.slice(0, 9), "0x", `0x${"ff".repeat(32)}`, "0x01"];
    await refuses(concat(["0x02", encodeRlp(rTooLarge)]), words);
    await refuses(unsigned.unsignedSerialized, /\S/);
  });
}

function accountCases(
  url: () => string,
  submit: (raw: string) => ReturnType<typeof ask>,
  refuses: Refuses,
): void {
  it("of a sender without the money", async () => {
    const words = /insufficient funds for gas \* price \+ value/;
    await refuses(sign(emptyAccount(5), { to, nonce: 0 }).raw, words);
    const rich = developmentAccount(2);
    await refuses(sign(rich, { to, nonce: 0, value: 10_000n * coin }).raw, words);
    const maxFeePerGas = 10_000n * coin;
    await refuses(sign(rich, { type: 2, to, nonce: 0, maxFeePerGas }).raw, words);
    const value = 2n ** 256n - 1n;
    await refuses(sign(rich, { to, nonce: 0, value }).raw, words);
  });

  it("that is known, replaced too cheaply, or whose nonce is used", async () => {
    const account = developmentAccount(3);
    const { raw, hash } = sign(account, { to, nonce: 0 });
    assert.equal((await submit(raw)).result, hash);
    await refuses(raw, /^already known/);
    const other = sign(account, { to, nonce: 0, value: 1n, gasPrice: plentyGasPrice });
    await refuses(other.raw, /^replacement transaction underpriced/);
    const used = developmentAccount(4);
    const snapshot = sign(used, { to, nonce: 0 });
    assert.equal((await submit(snapshot.raw)).result, snapshot.hash);
    await call(url(), "evm_mine");
    await refuses(sign(used, { to, nonce: 0, value: 2n }).raw, /^nonce too low/);
    await refuses(snapshot.raw, /^(nonce too low|already known)/);
  });
}

function gasCases(refuses: Refuses): void {
  const account = developmentAccount(5);

  it("with gas above the block's limit or below what any run costs", async () => {
    const above = { to, nonce: 0, gasLimit: gasLimit + 1n, gasPrice: 100_000_000n };
    await refuses(sign(account, above).raw, /exceeds block gas limit/);
    const words = /intrinsic gas too low/;
    await refuses(sign(account, { to, nonce: 0, gasLimit: 20_999 }).raw, words);
    await refuses(sign(account, { nonce: 0, gasLimit: 21_000, data: "0x00" }).raw, words);
    const data = `0x${"ff".repeat(100)}`;
    await refuses(sign(account, { to, nonce: 0, gasLimit: 21_000, data }).raw, words);
    const floor = sign(account, { to, nonce: 0, gasLimit: 23_000, data });
    await refuses(floor.raw, /floor data gas|intrinsic gas too low/);
  });

  it("priced below the chain's minimum, or with a tip above the fee", async () => {
    await refuses(
      sign(account, { to, nonce: 0, gasPrice: 1n }).raw,
      /underpriced|less than block base fee/,
    );
    const low = sign(account, { type: 2, to, nonce: 0, maxFeePerGas: 59_999_999n });
    await refuses(low.raw, /underpriced|less than block base fee/);
    const fees = { maxFeePerGas: plentyGasPrice, maxPriorityFeePerGas: plentyGasPrice + 1n };
    // ethers would refuse to build this transaction.
    const fields = [
      "0x1f",
      "0x",
      toBeHex(fees.maxPriorityFeePerGas),
      toBeHex(fees.maxFeePerGas),
      "0x5208",
      to,
      "0x",
      "0x",
      [],
    ];
    await refuses(signFields(account, fields), /max priority fee per gas higher than max fee/);
  });
}

/** Signs a type 2 transaction with arbitrary fields. */
function signFields(account: Account, fields: readonly unknown[]): string {
  const list = [...fields] as Parameters<typeof encodeRlp>[0][];
  const digest = keccak256(concat(["0x02", encodeRlp(list)]));
  const { r, s, yParity } = account.key.sign(digest);
  const signature = [yParity === 0 ? "0x" : "0x01", toBeHex(BigInt(r)), toBeHex(BigInt(s))];
  return concat(["0x02", encodeRlp([...list, ...signature])]);
}

function formCases(url: () => string, refuses: Refuses): void {
  it("of a type this chain has not", async () => {
    const blob = /transaction type not supported|blob/;
    const fields = [
      "0x1f",
      "0x",
      "0x01",
      "0x3b9aca00",
      "0x5208",
      to,
      "0x",
      "0x",
      [],
      "0x01",
      [],
      "0x",
      "0x01",
      "0x01",
    ];
    await refuses(concat(["0x03", encodeRlp(fields)]), blob);
    for (const type of ["0x05", "0x7f"]) {
      await refuses(concat([type, "0xc0"]), /transaction type not supported/);
    }
    await refuses("0x00c0", /\S/);
  });

  it("that is no transaction at all", async () => {
    const good = getBytes(sign(developmentAccount(6), { type: 2, to, nonce: 0 }).raw);
    for (const bytes of [
      "0x",
      "0x00",
      "0x02",
      "0xc0",
      "0xdeadbeef",
      `0x${"ff".repeat(1000)}`,
      hexlify(good.slice(0, -1)),
      hexlify(good.slice(0, 20)),
      concat([good, "0x00"]),
    ]) {
      await refuses(bytes, /\S/);
    }
    await assertInvalidParameters(url(), "eth_sendRawTransaction", [
      ["0xf"],
      ["f8"],
      [{}],
      [[]],
      [7],
    ]);
  });

  it("larger than a pool takes", async () => {
    const account = developmentAccount(6);
    const data = `0x${"00".repeat(131_072)}`;
    await refuses(
      sign(account, { to, nonce: 0, gasLimit: 10_000_000, data }).raw,
      /oversized data/,
    );
    const initCode = `0x${"00".repeat(49_153)}`;
    const creation = sign(account, { nonce: 0, gasLimit: 10_000_000, data: initCode });
    await refuses(creation.raw, /max initcode size exceeded/);
    const storageKeys = Array.from({ length: 4_096 }, () => `0x${"00".repeat(32)}`);
    const unsigned = {
      from: account.address,
      to,
      gas: "0x5208",
      accessList: [{ address: to, storageKeys }],
    };
    await assert.rejects(
      call(url(), "eth_fillTransaction", [unsigned]),
      /oversized data: transaction size 131092/,
    );
  });
}
