/**
 * Compares the engine with the unpatched library for words at boundaries, and at the boundary of
 * each gas cost.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { keccak256, toHex } from "@tandem/primitives";
import { loadStockLibrary } from "../stock/stock-library.js";
import { type Case, createCaseExecutor } from "../testing/engine-pair.js";
import { fewOrMany } from "../testing/extent.js";
import { drawFrom, push, randomWord } from "../testing/random-program.js";

const wordsEach = fewOrMany(20, 60);
const moduliTried = fewOrMany(80, 250);

const stock = await loadStockLibrary();
const engine = createCaseExecutor(undefined);
const library = createCaseExecutor(stock.library);

async function assertSame(one: Case, name: string): Promise<void> {
  assert.equal(await engine.run(one), await library.run(one), name);
}

const alone = (code: readonly number[], gas: bigint): Case => ({
  fork: "osaka",
  code: new Map([[0xa00n, Uint8Array.from(code)]]),
  balances: new Map([[0xa00n, 5n]]),
  slots: [[0xa00n, 1n, 7n]],
  to: 0xa00n,
  value: 0n,
  gas,
  data: Uint8Array.of(1, 2, 3),
  warm: [],
  isTraced: true,
  isListed: true,
});

/** Stores the top of the stack and returns it. */
const returnTop = [0x60, 0, 0x52, 0x60, 0x20, 0x60, 0, 0xf3];

test("each word instruction comes to the same for words at the borders", async () => {
  const draw = drawFrom(7);
  const arithmetic = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0a, 0x0b, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15];
  const bits = [0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e];
  for (const opcode of [...arithmetic, ...bits]) {
    for (let i = 0; i < wordsEach; i++) {
      const operands = [0, 1, 2].flatMap(() => push(randomWord(draw)));
      await assertSame(alone([...operands, opcode, ...returnTop], 100_000n), `${opcode}, ${i}`);
    }
  }
});

const outputOf = async (one: Case): Promise<string> => JSON.parse(await engine.run(one)).output;

test("MUL by a number of at most 32 bits, and by the next one, is the product modulo 2^256", async () => {
  const limit = 1n << 256n;
  const draw = drawFrom(13);
  const numbers = [0n, 1n, 7n, 1n << 31n, (1n << 32n) - 1n, 1n << 32n, (1n << 64n) - 1n];
  const words = [limit - 1n, limit >> 1n, (1n << 192n) - 1n, (1n << 64n) - 1n, 1n << 128n];
  for (let i = 0; i < wordsEach; i++) words.push(randomWord(draw));
  for (const number of numbers) {
    for (const word of words) {
      const product = `0x${((number * word) % limit).toString(16).padStart(64, "0")}`;
      for (const operands of [push(number).concat(push(word)), push(word).concat(push(number))]) {
        const code = [...operands, 0x02, ...returnTop];
        assert.equal(await outputOf(alone(code, 100_000n)), product, `${number} * ${word}`);
      }
    }
  }
});

test("EXP is the power modulo 2^256, for small, long and squared numbers", async () => {
  const limit = 1n << 256n;
  const powerOf = (base: bigint, exponent: bigint): bigint => {
    let result = 1n;
    let square = base;
    for (let rest = exponent; rest > 0n; rest >>= 1n) {
      if (rest & 1n) result = (result * square) % limit;
      square = (square * square) % limit;
    }
    return result;
  };
  const draw = drawFrom(17);
  const borders = [0n, 1n, 2n, 3n, 1n << 32n, (1n << 32n) - 1n, 1n << 64n, limit - 1n, limit >> 1n];
  const bases = [...borders, 10n, 256n, randomWord(draw), randomWord(draw)];
  const exponents = [...borders, 18n, 31n, 77n, 78n, 255n, 256n, randomWord(draw)];
  for (const base of bases) {
    for (const exponent of exponents) {
      const expected = `0x${powerOf(base, exponent).toString(16).padStart(64, "0")}`;
      const code = [...push(exponent), ...push(base), 0x0a, ...returnTop];
      assert.equal(await outputOf(alone(code, 100_000n)), expected, `${base} ** ${exponent}`);
    }
  }
});

test("SHA-256 of data of each length to 200 bytes is that of node:crypto", async () => {
  // CALLDATACOPY of everything; STATICCALL of address 2 with it; RETURN of the result.
  const call = [0x60, 0x20, 0x60, 0x00, 0x36, 0x60, 0x00, 0x60, 0x02, 0x5a, 0xfa, 0x50];
  const code = [0x36, 0x60, 0x00, 0x60, 0x00, 0x37, ...call, 0x60, 0x20, 0x60, 0x00, 0xf3];
  for (let length = 0; length <= 200; length++) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 0xff);
    const expected = `0x${createHash("sha256").update(data).digest("hex")}`;
    assert.equal(await outputOf({ ...alone(code, 100_000n), data }), expected, `${length} bytes`);
  }
});

test("KECCAK256 of data of each length to 300 bytes is that of another implementation", async () => {
  // CALLDATACOPY of everything, and KECCAK256 of it.
  const code = [0x36, 0x60, 0, 0x60, 0, 0x37, 0x36, 0x60, 0, 0x20, ...returnTop];
  for (let length = 0; length <= 300; length++) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 0xff);
    const expected = toHex(keccak256(data));
    assert.equal(await outputOf({ ...alone(code, 100_000n), data }), expected, `${length} bytes`);
  }
});

test("CREATE2 makes the accounts of the examples of EIP-1014, also without init code", async () => {
  const examples = [
    [0n, 0n, 0, "e33c0c7f7df4809055c3eba6c09cfe4baf1bd9e0"],
    [0n, 0n, 1, "4d1a2e2bb4f88f0250f26ffff098b0b30b26bf38"],
    [0xdeadbeefn << 128n, 0n, 1, "b928f69bb1d91cd65274e3c79d8986362984fda3"],
    [0xdeadbeefn << 128n, 0xfeedn << 144n, 1, "d04116cdd17bebe565eb2422f2497e06cc1c9833"],
  ] as const;
  for (const [from, salt, size, made] of examples) {
    // The init code is the byte 0 of unwritten memory.
    const creating = [...push(salt), 0x60, size, 0x60, 0x00, 0x60, 0x00, 0xf5];
    const code = Uint8Array.from([...creating, ...returnTop]);
    const one = { ...alone([], 200_000n), code: new Map([[from, code]]), to: from };
    assert.equal(await outputOf(one), `0x${made.padStart(64, "0")}`);
  }
});

test("MULMOD comes to the same when a modulus is used again", async () => {
  const draw = drawFrom(11);
  const moduli = [1n << 224n, (1n << 224n) + 1n, (1n << 256n) - 1n, 1n << 255n, (1n << 224n) - 1n];
  for (let i = 0; i < moduliTried; i++) {
    const modulus = moduli[i] ?? randomWord(draw);
    // Each product is added to the one before, which is the first operand of the next.
    const times = Array.from({ length: 6 }, () => [
      ...push(modulus),
      ...push(randomWord(draw)),
      ...push(randomWord(draw)),
      0x09,
      0x01,
    ]);
    const code = [0x60, 0, ...times.flat(), ...returnTop];
    await assertSame(alone(code, 100_000n), `${modulus}`);
  }
});

test("gas one below a price fails, and at the price does not, as in the library", async () => {
  const programs: readonly (readonly number[])[] = [
    [0x60, 1, 0x54, 0x60, 1, 0x54, 0x00],
    [0x60, 0, 0x60, 1, 0x55, 0x60, 7, 0x60, 1, 0x55, 0x00],
    [0x60, 9, 0x60, 5, 0x55, 0x60, 0, 0x60, 5, 0x55, 0x00],
    [0x60, 5, 0x60, 3, 0x0a, 0x50, 0x61, 0x10, 0, 0x51, 0x00],
    [0x60, 9, 0x60, 9, 0x20, 0x60, 40, 0x60, 9, 0x60, 9, 0x37, 0x00],
    [0x60, 1, 0x60, 2, 0x60, 40, 0x60, 0, 0xa2, 0x00],
    [0x61, 0x0b, 0, 0x31, 0x61, 0x0b, 0, 0x3b, 0x61, 0x0b, 0, 0x3f, 0x00],
    [...[0, 0, 0, 0, 1].flatMap((n) => [0x60, n]), 0x61, 0x0b, 1, 0x60, 9, 0xf1, 0x00],
    [...[0, 0, 0, 0].flatMap((n) => [0x60, n]), 0x61, 0x0b, 1, 0x60, 9, 0xfa, 0x00],
    [0x60, 0, 0x60, 0, 0x60, 0, 0xf0, 0x60, 1, 0x60, 32, 0x60, 0, 0x60, 0, 0xf5, 0x00],
    [0x61, 0x0b, 1, 0xff],
    [0x60, 40, 0x60, 1, 0x60, 2, 0x5e, 0x60, 1, 0x60, 1, 0x5d, 0x00],
  ];
  for (const code of programs) {
    const used = JSON.parse(await library.run(alone(code, 1_000_000n))).gas;
    for (let less = -1; less <= 60; less++) {
      await assertSame(alone(code, BigInt(used) - BigInt(less)), `${code}: ${less} below ${used}`);
    }
    for (let gas = 0; gas < Number(used); gas += 97) {
      await assertSame(alone(code, BigInt(gas)), `${code}: ${gas} of ${used}`);
    }
  }
});

test("an SSTORE that changes nothing fails with 2300 gas, and not with one more, as in the library", async () => {
  // SLOAD of a cold slot, which has the value 7, and SSTORE of 7 to it.
  const code = [0x60, 1, 0x54, 0x60, 7, 0x60, 1, 0x55, 0x00];
  for (const left of [2_299n, 2_300n, 2_301n]) {
    await assertSame(alone(code, 2_109n + left), `${left}`);
  }
});

test("a TSTORE in a static context fails for that reason, though gas would not suffice for what follows", async () => {
  // STATICCALL of the second contract: expanded memory, TSTORE, then instructions without end.
  const outer = [...[0, 0, 0, 0].flatMap((n) => [0x60, n]), 0x61, 0x0a, 0x01];
  const failing = [0x60, 1, 0x61, 0x20, 0, 0x52, 0x60, 1, 0x60, 1, 0x5d];
  const inner = [...failing, ...Array.from({ length: 300 }, () => [0x30, 0x50]).flat()];
  for (let gas = 900; gas < 2_600; gas += 11) {
    const one = alone([...outer, 0x61, gas >> 8, gas & 0xff, 0xfa, 0x00], 100_000n);
    const code = new Map([...one.code, [0xa01n, Uint8Array.from(inner)]]);
    await assertSame({ ...one, code }, `${gas}`);
  }
});

test("a TSTORE in a static context fails for its price, then for that reason, then for missing items", async () => {
  // STATICCALL of the second contract: as many items as given, then TSTORE.
  const outer = [...[0, 0, 0, 0].flatMap((n) => [0x60, n]), 0x61, 0x0a, 0x01];
  for (const items of [0, 1, 2]) {
    const inner = [...Array.from({ length: items }, () => [0x60, 1]).flat(), 0x5d, 0x00];
    for (const gas of [3 * items + 99, 3 * items + 100, 5_000]) {
      const one = alone([...outer, 0x61, gas >> 8, gas & 0xff, 0xfa, 0x00], 100_000n);
      const code = new Map([...one.code, [0xa01n, Uint8Array.from(inner)]]);
      await assertSame({ ...one, code }, `${items} items, ${gas}`);
    }
  }
});

test("what is accessed is listed, though gas does not suffice for what follows, as in the library", async () => {
  // An instruction with a dynamic gas cost, SLOAD of a cold slot, then further instructions.
  const rest = Array.from({ length: 30 }, () => [0x30, 0x50]).flat();
  for (const access of [[0x31], [0x3b], [0x3f], [0x54]]) {
    const code = [0x60, 6, ...access, 0x50, 0x60, 5, 0x54, ...rest];
    for (let gas = 90; gas < 300; gas += 7)
      await assertSame(alone(code, BigInt(gas)), `${code}: ${gas}`);
  }
});

test("MSTORE with an offset alone is out of gas, or of items, as in the library", async () => {
  for (const opcode of [0x52, 0x53]) {
    for (const offset of [0n, 31n, 5_000n, 1n << 33n, (1n << 256n) - 1n]) {
      for (const gas of [2n, 3n, 5n, 6n, 8n, 9n, 12n, 600n, 700n, 100_000n]) {
        await assertSame(alone([...push(offset), opcode, 0x00], gas), `${opcode} ${offset} ${gas}`);
      }
    }
  }
});

test("init code that reverts with data that begins with 0xef reverts as with any other", async () => {
  // MSTORE8 of 0xef, or 0xee, at 0; REVERT of one byte. Then a contract that creates with it, and
  // stores the remaining gas.
  for (const first of [0xef, 0xee]) {
    const init = [0x60, first, 0x60, 0x00, 0x53, 0x60, 0x01, 0x60, 0x00, 0xfd];
    const code = alone([0x00], 200_000n);
    const data = Uint8Array.from(init);
    await assertSame({ ...code, to: undefined, data }, `outermost ${first}`);
    const word = [0x60 + init.length - 1, ...init, 0x60, 0x00, 0x52];
    const range = [0x60, init.length, 0x60, 32 - init.length, 0x60, 0x00];
    const creating = [...word, ...range, 0xf0, 0x3d, 0x01, 0x60, 0x07, 0x55, 0x00];
    await assertSame(alone(creating, 200_000n), `nested ${first}`);
  }
});

test("code that begins with 0xef00 is code as any other: no fork has containers of EIP-3540", async () => {
  const container = Uint8Array.of(0xef, 0, 1, 2, 3);
  const hash = toHex(keccak256(container));
  const outputs: readonly (readonly [code: readonly number[], output: string])[] = [
    [[0x3b, ...returnTop], `0x${"00".repeat(31)}05`],
    [[0x3f, ...returnTop], hash],
    // EXTCODECOPY of five bytes to 0.
    [[0x5f, 0x5f, 0x60, 5, 0x92, 0x3c, 0x60, 0x20, 0x5f, 0xf3], toHex(container).padEnd(66, "0")],
  ];
  for (const [code, output] of outputs) {
    const caller = alone([0x61, 0x0b, 0x01, ...code], 100_000n);
    const one = { ...caller, code: new Map([...caller.code, [0xb01n, container]]) };
    assert.equal(await outputOf(one), output, `${code}`);
    await assertSame(one, `${code}`);
  }
});
