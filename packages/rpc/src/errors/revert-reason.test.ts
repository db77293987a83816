import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, fromHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import fc from "fast-check";
import { RpcError } from "../contract/errors.js";
import { toRpcError } from "../server/request/to-rpc-error.js";
import { collectingLogger, type Logged } from "../testing/serve.js";
import { revertReason } from "./revert-reason.js";

const word = (value: number) => value.toString(16).padStart(64, "0");
const hexOf = (text: string) => Buffer.from(text).toString("hex");
const errorOf = (text: string) => {
  const hex = hexOf(text);
  return fromHex(`0x08c379a0${word(32)}${word(hex.length / 2)}${hex.padEnd(64, "0")}`);
};

describe("the reason of a revert", () => {
  it("is the text of Error(string)", () => {
    assert.equal(revertReason(errorOf("not enough: ünïcode")), "not enough: ünïcode");
    assert.equal(revertReason(errorOf("")), "");
  });

  it("is the meaning of Panic(uint256) in geth's words", () => {
    const reasonOf = (code: number) => revertReason(fromHex(`0x4e487b71${word(code)}`));
    assert.equal(reasonOf(0x1), "assert(false)");
    assert.equal(reasonOf(0x11), "arithmetic underflow or overflow");
    assert.equal(reasonOf(0x31), "out-of-bounds array access; popping on an empty array");
    assert.equal(reasonOf(0x99), "unknown panic code: 0x99");
  });

  it("is absent for any other bytes, and no bytes cause an exception", () => {
    assert.equal(revertReason(new Uint8Array(0)), undefined);
    assert.equal(revertReason(fromHex(`0x08c379a0${word(32)}${word(1000)}`)), undefined);
    assert.equal(revertReason(fromHex(`0x08c379a0${"ff".repeat(64)}`)), undefined);
    assert.equal(revertReason(fromHex(`0x12345678${word(1)}`)), undefined);
    const selectors = fc.constantFrom("08c379a0", "4e487b71", "");
    fc.assert(
      fc.property(selectors, fc.uint8Array({ maxLength: 200 }), (selector, tail) => {
        revertReason(Buffer.concat([Buffer.from(selector, "hex"), tail]));
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});

describe("a fault on the wire", () => {
  const wire = (fault: ConstructorParameters<typeof Fault>[0]) => {
    const { code, message, data } = toRpcError(new Fault(fault), "eth_call", silentLogger);
    return { code, message, data };
  };

  it("keeps the message of a refused transaction and a failed execution", () => {
    for (const code of ["transaction-refused", "execution-failed"] as const) {
      const message = "insufficient funds for transfer";
      assert.deepEqual(wire({ code, message }), { code: -32000, message, data: undefined });
    }
  });

  it("contains the output of a revert, and its reason if there is one", () => {
    const bare = wire({ code: "reverted", data: new Uint8Array(0) });
    assert.deepEqual(bare, { code: 3, message: "execution reverted", data: "0x" });
    const explained = wire({ code: "reverted", data: errorOf("no") });
    assert.equal(explained.message, "execution reverted: no");
    assert.match(String(explained.data), /^0x08c379a0/);
  });

  it("names the limit, its value and a range that would fit", () => {
    const suggestion = { fromBlock: 1, toBlock: 2000 };
    const error = wire({
      code: "limit-exceeded",
      limit: "log-range-blocks",
      max: 2000,
      suggestion,
    });
    assert.equal(error.code, -32005);
    assert.deepEqual(error.data, {
      limit: "log-range-blocks",
      max: 2000,
      suggestion: { fromBlock: "0x1", toBlock: "0x7d0" },
    });
    assert.equal(wire({ code: "bad-request", message: "no" }).code, -32602);
  });

  it("reveals nothing of a defect, which is logged", () => {
    for (const defect of [
      new Error("secret"),
      new Fault({ code: "unusable-data", message: "secret" }),
      "secret",
    ]) {
      const logged: Logged[] = [];
      const error = toRpcError(defect, "eth_call", collectingLogger(logged));
      assert.ok(error instanceof RpcError);
      assert.equal(error.code, -32603);
      assert.ok(!JSON.stringify([error.message, error.data]).includes("secret"));
      assert.equal(logged[0]?.level, "error");
      assert.equal(logged[0]?.fields.error, defect);
    }
  });
});
