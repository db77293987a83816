import assert from "node:assert/strict";
import { it } from "node:test";
import { bytesOfHex } from "@tandem/primitives";
import { type Hex, keccak256, numberToHex, toRlp } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { type Authorization, signerOf } from "./signer-of.js";

const privateKey: Hex = `0x${"07".repeat(32)}`;
const signer = privateKeyToAccount(privateKey).address.toLowerCase();
const address: Hex = `0x${"c0".repeat(20)}`;
const integer = (value: bigint): Hex => (value === 0n ? "0x" : numberToHex(value));

async function authorizationOf(chainId: bigint, nonce: bigint): Promise<Authorization> {
  const list = toRlp([integer(chainId), address, integer(nonce)]);
  const signed = await sign({ hash: keccak256(`0x05${list.slice(2)}`), privateKey });
  const [r, s] = [bytesOfHex(signed.r), bytesOfHex(signed.s)];
  const fields = { chainId, nonce, address: bytesOfHex(address), r, s, yParity: signed.yParity };
  return fields as unknown as Authorization;
}

it("the signer of an authorization is found, also with a chain or a nonce beyond 2^53", async () => {
  for (const [chainId, nonce] of [
    [0n, 0n],
    [31n, 7n],
    [31n, 2n ** 53n + 1n],
    [2n ** 64n - 1n, 2n ** 64n - 1n],
  ] as const) {
    assert.equal(
      await signerOf(await authorizationOf(chainId, nonce)),
      signer,
      `${chainId} ${nonce}`,
    );
  }
});

it("a signature of nobody has no signer", async () => {
  const one = await authorizationOf(31n, 0n);
  assert.equal(
    await signerOf({ ...one, r: new Uint8Array(32).fill(0xff) as typeof one.r }),
    undefined,
  );
});
