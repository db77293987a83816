/** Provides inputs for which precompiled contracts compute the longest for a block's gas. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { concat, fromHex, padStart, signHash } from "@tandem/primitives";
import { senderOf } from "../signer.js";

const repeated = (bytes: Uint8Array, times: number): Uint8Array =>
  concat(...Array.from({ length: times }, () => bytes));

const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);

const word = (n: number): Uint8Array => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, n);
  return bytes;
};

/** Encodes field elements of BLS12-381: 48 bytes in 64 (EIP-2537). */
const blsElements = (...elements: readonly string[]) =>
  concat(...elements.map((element) => padStart(fromHex(`0x${element}`), 64)));

const blsG1 = blsElements(
  "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
  "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
);
const blsG2 = blsElements(
  "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
  "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
  "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
  "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
);
const bnG1 = concat(word(1), word(2));
const bnG2 = fromHex(
  "0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2" +
    "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed" +
    "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b" +
    "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
);
const largeScalar = filled(32, 0xef);

/**
 * Encodes the input of EIP-152: rounds, state, message, offsets and the final flag; one gas for
 * each round.
 */
export function blake2f(rounds: number): Uint8Array {
  const input = filled(213, 0x5a);
  new DataView(input.buffer).setUint32(0, rounds);
  input[212] = 1;
  return input;
}

/** Returns base and modulus of `length` bytes, odd, and an exponent of ones. */
export const modExp = (length: number, exponentLength: number): Uint8Array =>
  concat(
    word(length),
    word(exponentLength),
    word(length),
    filled(length, 0xfb),
    filled(exponentLength, 0xff),
    filled(length, 0xfd),
  );

export const g1Add: Uint8Array = concat(blsG1, blsG1);
export const g2Add: Uint8Array = concat(blsG2, blsG2);
export const g1Msm = (points: number): Uint8Array => repeated(concat(blsG1, largeScalar), points);
export const g2Msm = (points: number): Uint8Array => repeated(concat(blsG2, largeScalar), points);
export const blsPairing = (pairs: number): Uint8Array => repeated(concat(blsG1, blsG2), pairs);
export const mapToG1: Uint8Array = padStart(filled(47, 0x77), 64);
export const mapToG2: Uint8Array = concat(mapToG1, mapToG1);
export const bnAdd: Uint8Array = concat(bnG1, bnG1);
export const bnMul: Uint8Array = concat(bnG1, largeScalar);
export const bnPairing = (pairs: number): Uint8Array => repeated(concat(bnG1, bnG2), pairs);

export function ecrecover(): Uint8Array {
  const hash = filled(32, 0x11);
  const { r, s, recoveryId } = signHash(hash, senderOf(1).privateKey);
  return concat(hash, word(27 + recoveryId), r, s);
}

/** Encodes the input of EIP-7951: hash, r, s, x, y. */
export function p256Verify(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const message = filled(32, 0x22);
  const signature = sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const hash = createHash("sha256").update(message).digest();
  return concat(hash, signature, Buffer.from(x, "base64url"), Buffer.from(y, "base64url"));
}
