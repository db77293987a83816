/** Tests that an execution looks at what cancels it between pieces of work whose size a limit names. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  concat,
  emptyCodeHash,
  evmCommon,
  fromBigInt,
  fromHex,
  padStart,
} from "@tandem/primitives";
import { createLibraryEvm } from "../create-library-evm.js";
import {
  blake2RoundsInSlice,
  gasBetweenLooks,
  gasInSlice,
  pairsInSlice,
  pointsInSlice,
  powerWorkInSlice,
} from "../limits.js";
import { testEnv } from "../testing/block-env.js";
import { MemoryState } from "../testing/memory-state.js";
import { runCall } from "./run-call.js";

const sender = fromHex(`0x${"5e".repeat(20)}`);
const contract = fromHex(`0x${"0a".repeat(20)}`);
const common = evmCommon(31, "prague");
const env = { ...testEnv, gasLimit: 10n ** 12n };

/** Counts the looks, and cancels at one of them. */
class CountedCancellation {
  looks = 0;
  readonly #last: number;

  constructor(last = Number.POSITIVE_INFINITY) {
    this.#last = last;
  }

  get isAborted(): boolean {
    this.looks++;
    return this.looks >= this.#last;
  }
}

interface Kind {
  readonly name: string;
  readonly to: Uint8Array;
  readonly data?: Uint8Array;
  readonly gas: bigint;
  readonly usesEngine?: boolean;
  /** The pieces of work, each as long as the limit allows. */
  readonly pieces: number;
}

const precompile = (number: number) => padStart(Uint8Array.of(number), 20);
const word = (value: number | bigint) => padStart(fromBigInt(value), 32);
const blake2f = (rounds: number) => {
  const input = new Uint8Array(213);
  new DataView(input.buffer).setUint32(0, rounds);
  return input;
};

const powerBytes = 200_000;
/** A modulus of eight bytes is two limbs of 32 bits, and each bit of the exponent takes a square. */
const powerWork = powerBytes * 8 * 2 ** 2;
const power = concat(
  ...[word(8), word(powerBytes), word(8), new Uint8Array(8).fill(7)],
  ...[new Uint8Array(powerBytes).fill(0xff), new Uint8Array(8).fill(0xfd)],
);

const infinity = (bytes: number) => new Uint8Array(bytes);
const pieces = 5;
const loopGas = 2_000_000n;
const ample = 10n ** 10n;

const kinds: readonly Kind[] = [
  {
    name: "instructions of the engine",
    to: contract,
    gas: loopGas,
    pieces: Number(loopGas / gasInSlice),
  },
  {
    name: "instructions of the library",
    to: contract,
    gas: loopGas,
    pieces: Number(loopGas / gasBetweenLooks),
    usesEngine: false,
  },
  {
    name: "rounds of blake2f",
    to: precompile(0x09),
    data: blake2f(pieces * blake2RoundsInSlice),
    gas: ample,
    pieces,
  },
  {
    name: "products of ModExp",
    to: precompile(0x05),
    data: power,
    gas: ample,
    pieces: Math.floor(powerWork / powerWorkInSlice),
  },
  {
    name: "pairs of bn254",
    to: precompile(0x08),
    data: infinity(192 * pieces * pairsInSlice),
    gas: ample,
    pieces,
  },
  {
    name: "points of G1",
    to: precompile(0x0c),
    data: infinity(160 * pieces * pointsInSlice),
    gas: ample,
    pieces,
  },
  {
    name: "points of G2",
    to: precompile(0x0e),
    data: infinity(288 * pieces * pointsInSlice),
    gas: ample,
    pieces,
  },
  {
    name: "pairs of BLS12-381",
    to: precompile(0x0f),
    data: infinity(384 * pieces * pairsInSlice),
    gas: ample,
    pieces,
  },
];

async function run({ to, data, gas, usesEngine }: Kind, cancellation: CountedCancellation) {
  const state = new MemoryState();
  state.putAccount(sender, { nonce: 0n, balance: 10n ** 30n, codeHash: emptyCodeHash });
  // JUMPDEST, and a jump back to it.
  state.putCode(contract, fromHex("0x5b5f56"));
  const library = await createLibraryEvm({ common, clock: { now: () => 0 }, state, usesEngine });
  library.pace.cancelBy(cancellation);
  const request = { to, ...(data && { data }) };
  const owed = { intrinsic: 21_000n, floor: 21_000n };
  return runCall(library, { request, from: sender, env, gasPrice: 9n, gas, owed });
}

describe("an execution that can be cancelled", () => {
  for (const kind of kinds) {
    it(`ends at the first check after that, between ${kind.name}`, async () => {
      const whole = new CountedCancellation();
      await run(kind, whole);
      assert.ok(whole.looks >= kind.pieces - 1, `${whole.looks} looks, ${kind.pieces} pieces`);
      const cut = new CountedCancellation(Math.floor(whole.looks / 2));
      await assert.rejects(run(kind, cut), { name: "AbortError" });
      assert.equal(cut.looks, Math.floor(whole.looks / 2));
    });
  }
});
