import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { concat, Fault, fromBigInt, fromHex, padStart } from "@tandem/primitives";
import { envOf, openScene, sign } from "../testing/scene.js";

const precompile = (number: number) => padStart(Uint8Array.of(number), 20);
const word = (value: number | bigint) => padStart(fromBigInt(value), 32);

const blake2f = new Uint8Array(213);
new DataView(blake2f.buffer).setUint32(0, 4_000_000);

const power = concat(
  word(8),
  word(400_000),
  word(8),
  new Uint8Array(8).fill(7),
  new Uint8Array(400_000).fill(0xff),
  new Uint8Array(8).fill(0xfd),
);

const generator = fromHex(
  "0x0000000000000000000000000000000017f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb0000000000000000000000000000000008b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
);
const multiples = concat(
  ...Array.from({ length: 300 }, (_, i) => concat(generator, word(2n ** 200n + BigInt(i)))),
);
const pairsAtInfinity = new Uint8Array(384 * 60);
const bnPairs = new Uint8Array(192 * 60);

const long: readonly (readonly [name: string, number: number, data: Uint8Array])[] = [
  ["ModExp", 0x05, power],
  ["pairings on bn254", 0x08, bnPairs],
  ["BLAKE2f", 0x09, blake2f],
  ["multiples of G1", 0x0c, multiples],
  ["pairings on BLS12-381", 0x0f, pairsAtInfinity],
];

const prague = { london: 0, shanghai: 0, cancun: 0, prague: 0 };

describe("the time limit of a call", () => {
  for (const [name, number, data] of long) {
    it(`ends it during a precompile: ${name}`, async () => {
      // Every read of the clock returns a second more.
      let [now, looks] = [0, 0];
      const scene = openScene([], {
        forks: prague,
        now: () => {
          looks++;
          now += 1000;
          return now;
        },
      });
      const request = { to: precompile(number), data };
      const asked = { gasCap: 10n ** 12n, timeoutMs: 5_500 };
      await assert.rejects(scene.call(request, asked), (error) => {
        assert.ok(error instanceof Fault && error.data.code === "limit-exceeded", String(error));
        assert.equal(error.data.limit, "call-timeout");
        return true;
      });
      // One read when the call begins, one when its message does, and five between slices.
      assert.ok(looks <= 8, `${looks} looks`);
      const { output, failure } = await scene.call(request, { ...asked, timeoutMs: 10 ** 9 });
      assert.equal(failure, undefined);
      assert.ok(output.length > 0);
    });
  }

  it("does not apply to blocks, whose execution yields to others", async () => {
    const scene = openScene([], { forks: prague });
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const to = precompile(0x09);
    const transaction = sign({ nonce: 0n, to, data: blake2f, gasLimit: 5_000_000n });
    const { outcome } = await scene.block([transaction], envOf(1));
    isOver = true;
    assert.equal(outcome.receipts[0]?.isSuccess, true);
    assert.ok(turns > 5, `${turns} turns`);
  });
});

describe("two calls whose slices alternate", () => {
  it("have the results of each call alone", async () => {
    const scene = openScene([], { forks: prague });
    const ask = async (number: number, data: Uint8Array) => {
      const asked = { gasCap: 10n ** 12n, timeoutMs: 10 ** 9 };
      const { output } = await scene.call({ to: precompile(number), data }, asked);
      return Buffer.from(output).toString("hex");
    };
    const other = blake2f.slice().fill(9, 4, 40);
    const even = power.with(power.length - 1, 0xfc);
    const questions: [number, Uint8Array][] = [
      ...long.map(([, number, data]) => [number, data] as [number, Uint8Array]),
      [0x09, other],
      [0x05, even],
      [0x0c, multiples.slice(0, 160 * 200)],
    ];
    const alone: string[] = [];
    for (const [number, data] of questions) alone.push(await ask(number, data));
    const together = await Promise.all(questions.map(([number, data]) => ask(number, data)));
    assert.deepEqual(together, alone);
  });
});
