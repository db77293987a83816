/**
 * When the memory of an engine grows during an execution, its result equals that of the unpatched
 * library.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadStockLibrary } from "../stock/stock-library.js";
import { type Case, createCaseExecutor, sender } from "../testing/engine-pair.js";
import { push } from "../testing/random-program.js";

const stock = await loadStockLibrary();
const engine = createCaseExecutor(undefined);
const library = createCaseExecutor(stock.library);

const hex = (text: string) => [...Buffer.from(text.replace(/\s/g, ""), "hex")];

const worldOf = (codes: readonly (readonly number[])[], gas: bigint): Case => ({
  fork: "osaka",
  code: new Map(codes.map((code, i) => [0xa00n + BigInt(i), Uint8Array.from(code)])),
  balances: new Map([
    [0xa00n, 1_000n],
    [sender, 1_000n],
  ]),
  slots: [],
  to: 0xa00n,
  value: 3n,
  gas,
  data: Uint8Array.from({ length: 100 }, (_, i) => i),
  warm: [],
  isTraced: false,
  isListed: false,
});

async function assertSame(one: Case): Promise<void> {
  const ours = await engine.run(one);
  assert.equal(ours, await library.run(one));
  assert.equal(JSON.parse(ours).failure, undefined);
}

/** Repeats a body; the counter is on top of the stack before and after it. */
const repeat = (times: number, body: readonly number[]) => [
  ...push(BigInt(times)),
  0x5b,
  ...body,
  ...hex("6001 90 03 80"),
  ...push(BigInt(push(BigInt(times)).length)),
  ...hex("57 00"),
];

test("thousands of slots, transient slots and accounts", async () => {
  // DUP1 DUP2 SSTORE; TSTORE; BALANCE of the counter times a large odd number.
  const body = hex("80 81 55 80 54 50 80 81 5d 80 5c 50 80 68 0123456789abcdef01 02 31 50");
  await assertSame(worldOf([repeat(1_500, body)], 60_000_000n));
});

test("what thousands of changes of a frame were before is there again when it reverts", async () => {
  const writes = repeat(1_200, hex("80 81 55 80 33 33 5d"));
  const inner = [...writes.slice(0, -1), ...hex("60 00 60 00 fd")];
  // CALL a01 with all gas, then SLOAD of slot 5, and SSTORE of the result beside it.
  const outer = hex("6000 6000 6000 6000 6001 610a01 5a f1 6005 54 01 6007 55 00");
  await assertSame(worldOf([outer, inner], 60_000_000n));
});

test("frames nested a thousand deep, each with memory, and one more is refused", async () => {
  // MSTORE of depth; calls itself with 64 bytes; adds the result to a slot.
  const code = hex(
    "5a 6040 52 6020 6040 6040 6000 6000 30 5a f1 6001 54 01 6001 55 59 6000 52 6020 6000 f3",
  );
  await assertSame(worldOf([code], 9_000_000_000n));
});

test("memory that outgrows its piece, below and above a frame with memory of its own", async () => {
  const inner = hex("620f0000 51 36 6000 6000 37 6120 00 6000 f3".replace("6120 00", "612000"));
  const outer = [
    ...hex("60ff 620fffff 53"),
    ...hex("61 2000 62 200000 61 1000 6000 6000 610a01 5a f1"),
    ...hex(
      "3d 62 300000 6000 3e 59 6000 52 62 200000 51 6020 52 6040 6000 f3".replace(
        "3d 62 300000 6000 3e",
        "3d 6000 62300000 3e",
      ),
    ),
  ];
  await assertSame(worldOf([outer, inner], 400_000_000n));
});

test("init code and codes of the largest size, many times", async () => {
  // Memory of zeros is init code of STOP; CREATE of 40,000 bytes; then EXTCODESIZE.
  const body = hex("619c40 6000 6000 f0 3b 50");
  await assertSame(worldOf([repeat(40, body)], 60_000_000n));
  // Init code that returns 24,000 bytes of zeros: PUSH2 5dc0 PUSH1 0 RETURN.
  const returning = hex(
    "65615dc06000f3 6000 52 6006 601a 6000 f0 80 3b 6000 55 6000 6000 6000 6000 6000 85 5a f1 00",
  );
  await assertSame(worldOf([returning], 60_000_000n));
});

test("thousands of events, and data as long as gas allows", async () => {
  await assertSame({
    ...worldOf([repeat(3_000, hex("80 80 610400 6000 a2"))], 60_000_000n),
    isTraced: false,
    isListed: false,
  });
});

test("loops that pause many times go on where they were", async () => {
  const body = hex("80 80 02 6020 52 6020 6000 20 6000 52");
  await assertSame(
    worldOf([[...repeat(20_000, body).slice(0, -1), ...hex("6020 6000 f3")]], 60_000_000n),
  );
});
