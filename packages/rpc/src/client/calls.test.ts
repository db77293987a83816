import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import { contract } from "../contract/index.js";
import type { Method } from "../contract/method.js";
import { addressOf, hashOf } from "../testing/fake-values.js";
import { type Calls, createCalls, encodeParams } from "./calls.js";

/** Returns the functions of a client that keeps what it would send. */
function recorder(): { readonly calls: Calls; readonly sent: (readonly unknown[])[] } {
  const sent: (readonly unknown[])[] = [];
  const calls = createCalls(async (_, params) => {
    sent.push(params);
    return "0x0";
  });
  return { calls, sent };
}

describe("parameters in their JSON form are sent as they are", () => {
  for (const method of contract as readonly Method[]) {
    it(`by ${method.name}`, () => {
      const { params } = method.example;
      const names = Object.keys(method.params);
      const given = Object.fromEntries(params.map((value, i) => [names[i], value ?? undefined]));
      assert.deepEqual(encodeParams(method, given), params);
    });
  }
});

describe("a parameter of the client", () => {
  it("keeps members whose names differ from those of decoded values", () => {
    const encoded = (name: string, given: Readonly<Record<string, unknown>>) =>
      encodeParams(
        (contract as readonly Method[]).find((one) => one.name === name) as Method,
        given,
      );
    const blockOverrides = { time: "0x5", feeRecipient: toHex(addressOf(1)), baseFeePerGas: "0x1" };
    for (const [name, value] of Object.entries(blockOverrides)) {
      const given = { call: {}, block: "latest", overrides: {}, blockOverrides: { [name]: value } };
      assert.deepEqual(encoded("eth_call", given)[3], { [name]: value });
    }
    const options = { tracer: "prestateTracer", tracerConfig: { diffMode: true }, blockOverrides };
    assert.deepEqual(
      encoded("debug_traceCall", { call: {}, block: "latest", options })[2],
      options,
    );
    const filter = { address: toHex(addressOf(1)), fromBlock: "0x1" };
    assert.deepEqual(encoded("eth_getLogs", { filter }), [filter]);
  });

  it("may be bytes or hex, and a block a tag or an object", async () => {
    const { calls, sent } = recorder();
    const address = addressOf(7);
    await calls.eth_getBalance({ address, block: { tag: "earliest" } });
    await calls.eth_getBalance({ address: toHex(address), block: "earliest" });
    assert.deepEqual(sent[0], [toHex(address), "earliest"]);
    assert.deepEqual(sent[1], sent[0]);
    await calls.eth_estimateGas({ call: { to: toHex(address), value: "0x5" } });
    await calls.eth_estimateGas({ call: { to: address, value: 5n } });
    assert.deepEqual(sent[2], sent[3]);
  });

  it("of another form is named, with the form that it has", async () => {
    const { calls } = recorder();
    const rejects = (call: Promise<unknown>, message: string) =>
      assert.rejects(call, (error) => {
        assert.ok(error instanceof TypeError);
        assert.equal(error.message, message);
        return true;
      });
    await rejects(
      calls.eth_getBalance({ address: "0x12" }),
      "eth_getBalance: address: expected 20 bytes of 0x-hex",
    );
    await rejects(
      calls.eth_getTransactionReceipt({ hash: 5 as never }),
      "eth_getTransactionReceipt: hash: expected 32 bytes of 0x-hex",
    );
    await rejects(
      calls.eth_estimateGas({ call: { to: "0x12" } }),
      "eth_estimateGas: call.to: expected 20 bytes of 0x-hex",
    );
  });

  it("has a name that the method knows", async () => {
    const { calls } = recorder();
    const known =
      /^TypeError: eth_getBalance: expected an object of parameters: \{ address, block \}$/;
    const misspelt = { adress: addressOf(1) } as never;
    for (const given of [misspelt, toHex(addressOf(1)) as never, [hashOf(1)] as never]) {
      await assert.rejects(calls.eth_getBalance(given), known);
    }
  });
});
