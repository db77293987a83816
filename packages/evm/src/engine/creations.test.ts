/**
 * Creations come to the same in the unpatched library. Init code is translated as far as it runs: codes of many parts
 * jump forwards and backwards over them, fall from one into the next, jump to places that are none, and run out of gas.
 * The hash of a created code is computed when it is asked for or run, here in every order of creations, calls,
 * questions and reverts.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadStockLibrary } from "../stock/stock-library.js";
import { type Case, createCaseExecutor, sender } from "../testing/engine-pair.js";
import { type Draw, drawFrom } from "../testing/random-program.js";

const stock = await loadStockLibrary();
const engine = createCaseExecutor(undefined);
const library = createCaseExecutor(stock.library);

const hex = (text: string) => [...Buffer.from(text.replace(/\s/g, ""), "hex")];
const jumpdest = 0x5b;
const segmentsMax = 12;

/** Instructions that leave the stack as it was, of up to a thousand bytes, among them bytes like JUMPDEST that are data. */
function padding(draw: Draw): number[] {
  const code: number[] = [];
  for (let left = draw(draw(3) === 0 ? 60 : 2); left > 0; left--) {
    const size = 1 + draw(32);
    code.push(0x5f + size, ...Array.from({ length: size }, () => jumpdest - draw(2)), 0x50);
  }
  return code;
}

/** A PUSH2 of the start of some segment, or of any other place. */
const target = (draw: Draw): number[] | "segment" =>
  draw(6) === 0 ? [0x61, draw(40), draw(256)] : "segment";

/** Ends of a segment: it falls into the next one, jumps, jumps depending on the gas that is left, or ends. */
function ending(draw: Draw): readonly (number | number[] | "segment")[] {
  switch (draw(6)) {
    case 0:
      return [];
    case 1:
      return [target(draw), 0x56];
    case 2:
      return hex("5a 6000 52 6020 6000 f3");
    default:
      return [...hex("5a 60"), 1 << draw(5), 0x16, target(draw), 0x57];
  }
}

function randomInitCode(draw: Draw): Uint8Array {
  const parts = Array.from({ length: 2 + draw(segmentsMax) }, () => [
    jumpdest,
    ...padding(draw),
    ...ending(draw),
  ]);
  const lengthOf = (part: (typeof parts)[number]) =>
    part.reduce<number>((sum, one) => sum + (typeof one === "number" ? 1 : 3), 0);
  const starts = [0];
  for (const part of parts) starts.push((starts.at(-1) as number) + lengthOf(part));
  const wordOf = (place: number) => [0x61, place >> 8, place & 0xff];
  const code = parts.flatMap((part) =>
    part.flatMap((one) =>
      one === "segment" ? wordOf(starts[draw(starts.length)] as number) : one,
    ),
  );
  // What is after the end is data, mostly with a byte like JUMPDEST, and perhaps a PUSH that is cut off.
  return Uint8Array.from([...code, ...(draw(2) === 0 ? hex("fe 5b 00 7f 5b") : [])]);
}

/** Copies the code of 0xa01 to memory, creates with it, and stores the new account and what was returned. */
const creator = hex(
  "610a01 3b 80 6000 6000 610a01 3c 6000 6000 f0 80 6000 55 3f 6001 55 3d 6002 55 00",
);

function caseOf(seed: number): Case {
  const draw = drawFrom(seed);
  const initCode = randomInitCode(draw);
  const isOutermost = draw(2) === 0;
  return {
    fork: draw(4) === 0 ? "london" : "osaka",
    code: new Map([
      [0xa00n, Uint8Array.from(creator)],
      [0xa01n, initCode],
    ]),
    balances: new Map([[sender, 1_000n]]),
    slots: [],
    to: isOutermost ? undefined : 0xa00n,
    value: 0n,
    gas: BigInt(draw(2) === 0 ? draw(4_000) : 100_000 + draw(60_000)),
    data: isOutermost ? initCode : new Uint8Array(0),
    warm: [],
    isTraced: true,
    isListed: false,
  };
}

test("random init codes of many parts", async () => {
  const failures = new Set<string>();
  for (let seed = 1; seed <= 120; seed++) {
    const one = caseOf(seed);
    const outcome = await engine.run(one);
    assert.equal(outcome, await library.run(one), `case ${seed}`);
    const { children = [], failure } = JSON.parse(outcome).frames;
    failures.add((children[0]?.failure ?? failure)?.message ?? "none");
  }
  assert.equal(engine.fallbacks, 0);
  const shown = [...failures].sort();
  assert.deepEqual(shown, [
    "invalid jump destination",
    "invalid opcode: INVALID",
    "none",
    "out of gas",
  ]);
});

test("a creation in each frame of a long chain, with init codes of the largest size", async () => {
  // Init code that copies itself, creates with it while gas lasts, and jumps to its last byte.
  const head = hex("38 6000 6000 39 38 6000 6000 f0 50 61bfff 56");
  const code = Uint8Array.from([...head, ...new Uint8Array(0xbfff - head.length), jumpdest]);
  const one = { ...caseOf(1), fork: "osaka" as const, to: undefined, gas: 3_000_000n, data: code };
  assert.equal(await engine.run(one), await library.run(one));
});

/** With data, logs the hash of the code at the address in it, and reverts with it; otherwise runs what is at 0x11. */
const answering = "36 15 6011 57 6000 35 3f 6000 52 6020 6000 fd 5b";

/** Counts its calls in slot 1; and init code that deploys it. */
const counter = "60015460010160015500";
const deploying = `69 ${counter} 6000 52 600a 6016 f3`;

/** Each snippet leaves the stack as it was; the address of the contract created last is at 0x40. */
const snippets = [
  // CREATE with the code of 0xa01, CREATE2 with a salt that is new, and CREATE of the code of 0xa02, which fails.
  "610a01 3b 6000 6080 610a01 3c 610a01 3b 6080 6000 f0 6040 52",
  "610a01 3b 6000 6080 610a01 3c 5a 610a01 3b 6080 6000 f5 6040 52",
  "610a02 3b 6000 6080 610a02 3c 610a02 3b 6080 6000 f0 6040 52",
  // EXTCODEHASH, EXTCODESIZE and the bytes, each in a log.
  "6040 51 3f 6000 52 6020 6000 a0",
  "6040 51 3b 6000 52 6020 6000 a0",
  "600a 6000 6000 6040 51 3c 600a 6000 a0",
  // CALL, DELEGATECALL, and STATICCALL, which fails, of the contract; CALL of another one with the same code, which is
  // known from the first case on; CALL of itself with the address.
  "6000 6000 6000 6000 6000 610a03 5a f1 50",
  "6000 6000 6000 6000 6000 6040 51 5a f1 50",
  "6000 6000 6000 6000 6040 51 5a f4 50",
  "6000 6000 6000 6000 6040 51 61fff0 fa 50",
  "6020 6000 6020 6040 6000 30 61fff0 f1 50 6020 6000 a0",
] as const;

test("hashes of created codes, asked for and used in any order", async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const draw = drawFrom(seed);
    const body = Array.from({ length: 14 }, () => snippets[draw(snippets.length)]);
    const code = [answering, snippets[draw(2)], ...body, "00"].join("");
    const one = {
      fork: "osaka",
      code: new Map([
        [0xa00n, Uint8Array.from(hex(code))],
        [0xa01n, Uint8Array.from(hex(deploying))],
        [0xa02n, Uint8Array.from(hex("6000 6000 fd"))],
        [0xa03n, Uint8Array.from(hex(counter))],
      ]),
      balances: new Map([[sender, 1_000n]]),
      slots: [],
      to: 0xa00n,
      value: 0n,
      gas: 3_000_000n,
      data: new Uint8Array(0),
      warm: [],
      isTraced: true,
      isListed: false,
    } as const;
    const outcome = await engine.run(one);
    assert.equal(outcome, await library.run(one), `case ${seed}`);
    assert.equal(JSON.parse(outcome).failure, undefined);
  }
  assert.equal(engine.fallbacks, 0);
});
