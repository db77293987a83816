/** Tests the messages and codes that Hardhat 2.29.1 and anvil 1.7.1 returned. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, type FaultData, fromHex, type TraceError, toHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import type { ErrorForm } from "../contract/answer-form.js";
import { toRpcError } from "../server/request/to-rpc-error.js";

const word = (value: string) => value.padStart(64, "0");
const text = `0x08c379a0${word("20")}${word("b")}${Buffer.from("reason text").toString("hex").padEnd(64, "0")}`;
const panic = `0x4e487b71${word("1")}`;
const custom = `0xd144d9e3`;
const customWithValue = `0x2202f1fa${word("5")}`;
const author = new Uint8Array(20).fill(0xf5);
const customWithAddress = `${custom}${word(toHex(author).slice(2))}`;
const hash = `0x${"ab".repeat(32)}`;
const stranger = "0x00000000000000000000000000000000000f00d5";

const shownIn = (form: ErrorForm, fault: FaultData) => {
  const { code, message, data } = toRpcError(new Fault(fault), "m", silentLogger, form);
  return data === undefined ? { code, message } : { code, message, data };
};

const reverted = (output: string): FaultData => ({ code: "reverted", data: fromHex(output) });
const halted = (error: TraceError): FaultData => ({
  code: "execution-failed",
  message: "geth's words",
  error,
});
const mined = (output: string): FaultData => ({
  code: "transaction-failed",
  hash: fromHex(hash),
  error: "Reverted",
  output: fromHex(output),
});

describe("errors in Hardhat's form", () => {
  const vm = "Error: VM Exception while processing transaction:";
  const words: readonly (readonly [output: string, message: string])[] = [
    [text, `${vm} reverted with reason string 'reason text'`],
    [panic, `${vm} reverted with panic code 0x1 (Assertion error)`],
    [custom, `${vm} reverted with an unrecognized custom error (return data: ${custom})`],
    ["0x", "Error: Transaction reverted without a reason string"],
  ];
  for (const [data, message] of words) {
    it(`report that a call, and a mined transaction, ${message.slice(7, 90)}`, () => {
      const expected = { code: -32603, message, data: { message, data } };
      assert.deepEqual(shownIn("hardhat", reverted(data)), expected);
      const withHash = { ...expected, data: { message, txHash: hash, data } };
      assert.deepEqual(shownIn("hardhat", mined(data)), withHash);
    });
  }

  it("report other causes of a halt", () => {
    const invalid = `${vm} invalid opcode`;
    assert.deepEqual(shownIn("hardhat", halted("Bad instruction")), {
      code: -32603,
      message: invalid,
      data: { message: invalid, data: "0x" },
    });
    const message = "Transaction ran out of gas";
    assert.deepEqual(shownIn("hardhat", halted("Out of gas")), {
      code: -32000,
      message,
      data: { message, txHash: null, data: "0x" },
    });
  });

  it("say of halts without words of their own that there is no reason, as of an empty revert", () => {
    const message = "Error: Transaction reverted without a reason string";
    const shown = { code: -32603, message, data: { message, data: "0x" } };
    for (const error of ["Bad jump destination", "Out of bounds", "Invalid code"] as const) {
      assert.deepEqual(shownIn("hardhat", halted(error)), shown, error);
    }
    assert.deepEqual(shownIn("hardhat", reverted("0x")), shown);
  });

  it("report why a transaction is refused", () => {
    const refusalIn = (refusal: Extract<FaultData, { code: "transaction-refused" }>["refusal"]) => {
      const fault = { code: "transaction-refused", message: "geth's words" } as const;
      const shown = shownIn("hardhat", refusal === undefined ? fault : { ...fault, refusal });
      assert.equal(shown.code, -32000);
      assert.deepEqual(shown.data, { message: shown.message, data: null });
      return shown.message;
    };
    assert.equal(
      refusalIn({ kind: "nonce-too-low", next: 18n, found: 0n }),
      "Nonce too low. Expected nonce to be 18 but got 0. Note that transactions can't be queued when automining.",
    );
    assert.equal(
      refusalIn({ kind: "tip-over-cap", tip: 6n, cap: 5n }),
      "maxPriorityFeePerGas (6) is bigger than maxFeePerGas (5)",
    );
    assert.equal(
      refusalIn({ kind: "nonce-too-high", next: 0n, found: 9n }),
      "Nonce too high. Expected nonce to be 0 but got 9. Note that transactions can't be queued when automining.",
    );
    assert.equal(
      refusalIn({ kind: "insufficient-funds", balance: 7n, cost: 9n }),
      "Sender doesn't have enough funds to send tx. The max upfront cost is: 9 and the sender's balance is: 7.",
    );
    assert.equal(
      refusalIn({ kind: "gas-too-low", minimum: 21_000n, found: 20_999n }),
      "Transaction requires at least 21000 gas but got 20999",
    );
    assert.equal(
      refusalIn({ kind: "gas-below-floor", minimum: 141_000n, found: 131_072n }),
      "Transaction requires gas floor of 141000 but got limit of 131072",
    );
    assert.equal(
      refusalIn({ kind: "underpriced", price: "gasPrice", minimum: 60n, found: 1n }),
      "Transaction gasPrice (1) is too low for the next block, which has a baseFeePerGas of 60",
    );
    assert.equal(
      refusalIn({ kind: "replacement-underpriced", price: "tip", minimum: 11n, nonce: 7n }),
      "Replacement transaction underpriced. A gasPrice/maxPriorityFeePerGas of at least 11 is necessary to replace the existing transaction with nonce 7.",
    );
    assert.equal(
      refusalIn({ kind: "replacement-underpriced", price: "cap", minimum: 33n, nonce: 7n }),
      "Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least 33 is necessary to replace the existing transaction with nonce 7.",
    );
    assert.equal(refusalIn(undefined), "geth's words");
    const message = "Unknown account 0x00000000000000000000000000000000000f00D5";
    assert.deepEqual(shownIn("hardhat", { code: "unknown-account", address: fromHex(stranger) }), {
      code: -32000,
      message,
      data: { message, data: null },
    });
  });
});

describe("errors of a transaction for another chain, or with too much init code", () => {
  const otherChain = (place: "request" | "eip-155" | "field") =>
    ({ kind: "other-chain", place, found: 5n, expected: 31_337n }) as const;
  const initCode = { kind: "init-code-too-long", size: 49_153n, limit: 49_152n } as const;
  const refusals = [...(["request", "eip-155", "field"] as const).map(otherChain), initCode];
  const shown = (form: ErrorForm) =>
    refusals.map((refusal) => {
      const fault = { code: "transaction-refused", message: "geth's words", refusal } as const;
      const { code, message } = shownIn(form, fault);
      return [code, message];
    });

  it("have Hardhat's words and the code of invalid parameters", () => {
    assert.deepEqual(shown("hardhat"), [
      [-32602, "Invalid chainId 5 provided, expected 31337 instead."],
      [-32602, "Trying to send an incompatible EIP-155 transaction, signed for another chain."],
      [
        -32602,
        "Trying to send a raw transaction with an invalid chainId. The expected chainId is 31337",
      ],
      [
        -32602,
        "Trying to send a deployment transaction whose init code length is 49153. The max length allowed by EIP-3860 is 49152.",
      ],
    ]);
    const call = { code: "execution-failed", message: "", refusal: initCode } as const;
    const { code, message } = shownIn("hardhat", call);
    assert.deepEqual({ code, message }, { code: -32000, message: "create initcode size limit" });
  });

  it("have anvil's codes and words, for which a request has another signer's chain", () => {
    const signer = "invalid chain id for signer";
    assert.deepEqual(shown("anvil"), [
      [-32602, "transaction-provided chain ID (5) does not match the signer's chain ID (31337)"],
      [-32003, signer],
      [-32003, signer],
      [-32003, "max initcode size exceeded"],
    ]);
    const call = { code: "execution-failed", message: "", refusal: initCode } as const;
    assert.equal(shownIn("anvil", call).code, -32003);
  });

  it("are geth's in the standard form", () => {
    for (const [code, message] of shown("standard")) {
      assert.deepEqual([code, message], [-32000, "geth's words"]);
    }
  });
});

describe("errors in anvil's form", () => {
  const words: readonly (readonly [output: string, message: string])[] = [
    [text, "execution reverted: reason text"],
    [panic, "execution reverted: panic: assertion failed (0x01)"],
    [custom, "execution reverted: custom error 0xd144d9e3"],
    [customWithValue, `execution reverted: custom error 0x2202f1fa: ${"\0".repeat(31)}\x05`],
    [
      customWithAddress,
      `execution reverted: custom error ${custom}: ${word(toHex(author).slice(2))}`,
    ],
    ["0x", "execution reverted"],
  ];
  for (const [data, message] of words) {
    it(`say: ${JSON.stringify(message)}`, () => {
      assert.deepEqual(shownIn("anvil", reverted(data)), { code: 3, message, data });
      assert.deepEqual(shownIn("anvil", mined(data)), { code: 3, message, data });
    });
  }

  it("have anvil's codes for refusals", () => {
    const fault = { code: "transaction-refused", message: "geth's words" } as const;
    const low = { kind: "nonce-too-low", next: 5n, found: 1n } as const;
    assert.deepEqual(shownIn("anvil", { ...fault, refusal: low }), {
      code: -32003,
      message: "nonce too low",
    });
    const high = { kind: "nonce-too-high", next: 5n, found: 9n } as const;
    assert.equal(shownIn("anvil", { ...fault, refusal: high }).message, "nonce too high");
    const replacing = {
      kind: "replacement-underpriced",
      price: "cap",
      minimum: 2n,
      nonce: 5n,
    } as const;
    assert.deepEqual(shownIn("anvil", { ...fault, refusal: replacing }), {
      code: -32003,
      message: "replacement transaction underpriced",
    });
    assert.deepEqual(shownIn("anvil", { code: "unknown-account", address: fromHex(stranger) }), {
      code: -32602,
      message: "No Signer available",
    });
    for (const [error, name] of [
      ["Bad instruction", "InvalidFEOpcode"],
      ["Out of bounds", "OutOfOffset"],
      ["Invalid code", "CreateContractStartingWithEF"],
    ] as const) {
      const shown = { code: -32603, message: `EVM error ${name}` };
      assert.deepEqual(shownIn("anvil", halted(error)), shown);
    }
  });

  it("say of a transfer that the outermost call cannot make that its sender lacks funds", () => {
    assert.deepEqual(shownIn("anvil", halted("Insufficient balance")), {
      code: -32003,
      message: "Insufficient funds for gas * price + value",
    });
  });

  it("say of a time before the newest block what anvil says, which accepts the same time", () => {
    const fault = { code: "bad-request", message: "standard words" } as const;
    assert.deepEqual(shownIn("anvil", { ...fault, timestamp: { found: 4, newest: 5 } }), {
      code: -32602,
      message: "Timestamp error: 4 is lower than previous block's timestamp",
    });
    const same = { ...fault, timestamp: { found: 5, newest: 5 } };
    assert.deepEqual(shownIn("anvil", same), shownIn("standard", same));
  });

  it("say of a call with too little gas what revm says, and of a transaction what geth says", () => {
    const tooLow = { kind: "gas-too-low", minimum: 21_000n, found: 100n } as const;
    const belowFloor = { kind: "gas-below-floor", minimum: 25_000n, found: 24_000n } as const;
    const message = "geth's words";
    for (const [refusal, halt] of [
      [tooLow, "CallGasCostMoreThanGasLimit"],
      [belowFloor, "GasFloorMoreThanGasLimit"],
    ] as const) {
      assert.deepEqual(shownIn("anvil", { code: "execution-failed", message, refusal }), {
        code: -32000,
        message: `intrinsic gas too high -- ${halt}`,
      });
      assert.deepEqual(shownIn("anvil", { code: "transaction-refused", message, refusal }), {
        code: -32000,
        message: "intrinsic gas too low",
      });
    }
  });
});

describe("errors in the standard form", () => {
  it("report a mined failure like that of a call", () => {
    assert.deepEqual(shownIn("standard", mined(text)), shownIn("standard", reverted(text)));
    const error = "Out of gas";
    const failed = { code: "transaction-failed", hash: fromHex(hash), error } as const;
    assert.deepEqual(shownIn("standard", { ...failed, output: new Uint8Array(0) }), {
      code: -32000,
      message: `transaction ${toHex(fromHex(hash))} failed: Out of gas`,
    });
  });
});
