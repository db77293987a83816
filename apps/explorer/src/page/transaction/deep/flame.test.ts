import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Call, flameOf } from "./flame.js";

const callOf = (gasUsed: number, calls: readonly Call[] = []): Call => ({
  type: "CALL",
  from: new Uint8Array(20),
  gas: 0n,
  gasUsed: BigInt(gasUsed),
  input: new Uint8Array(0),
  calls,
});

const gas = fc.nat(1000);
const { call } = fc.letrec<{ call: Call }>((tie) => ({
  call: fc.oneof(
    { depthSize: "small" },
    gas.map((used) => callOf(used)),
    fc
      .tuple(gas, fc.array(tie("call"), { maxLength: 3 }))
      .map(([used, calls]) => callOf(used, calls)),
  ),
}));

describe("the flame graph of a transaction", () => {
  it("has calls depth first, as wide as their gas", () => {
    const { bars, depths } = flameOf(callOf(100, [callOf(30, [callOf(10)]), callOf(50)]));
    assert.deepEqual(
      bars.map(({ depth, start, width }) => [depth, start, width]),
      [
        [0, 0, 1],
        [1, 0, 0.3],
        [2, 0, 0.1],
        [1, 0.3, 0.5],
      ],
    );
    assert.equal(depths, 3);
  });

  it("keeps inner calls inside, for any gas", () => {
    fc.assert(
      fc.property(call, (top) => {
        for (const { start, width } of flameOf(top).bars) {
          assert.ok(start >= 0 && width >= 0 && start + width <= 1 + 1e-9);
        }
      }),
    );
  });

  it("counts the omitted calls", () => {
    const { bars, omitted } = flameOf(callOf(9, [callOf(1), callOf(1), callOf(1)]), 2);
    assert.equal(bars.length, 2);
    assert.equal(omitted, 2);
  });
});
