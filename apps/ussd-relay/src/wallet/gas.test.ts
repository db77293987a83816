import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Estimate } from "../chain/estimate.js";
import { gasFor } from "./gas.js";

const prepared = (estimate: Estimate) => ({ nonce: 0, gasPrice: 100n, estimate });
const reverts = (reason: string) => prepared({ kind: "reverts", reason });

describe("the gas of a transaction", () => {
  it("is the estimate and a quarter, at up to four times the price", () => {
    for (const kind of ["transfer", "loan"] as const) {
      assert.deepEqual(gasFor(kind, prepared({ kind: "gas", gas: 40_000n })), {
        kind: "gas",
        gasLimit: 50_000n,
        maxFeePerGas: 400n,
        maxPriorityFeePerGas: 10n,
      });
    }
  });

  it("is not spent on what would revert, but for a second loan", () => {
    const active = reverts("Existing loan active");
    assert.equal(gasFor("loan", active).kind, "gas");
    assert.deepEqual(gasFor("transfer", active), {
      kind: "refused",
      reason: "Existing loan active",
    });
    assert.equal(gasFor("loan", reverts("InsufficientPool")).kind, "refused");
  });
});
