import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import type { WebSocketClient } from "@tandem/rpc/client";
import { allControls } from "./all-controls.js";

type Call = readonly [method: string, params: unknown];

/** Creates a client that records its calls and answers each with the given value of its method. */
function recording(answers: Readonly<Record<string, unknown>> = {}) {
  const calls: Call[] = [];
  const client = new Proxy({} as WebSocketClient, {
    get: (_, method: string) => async (params: unknown) => {
      calls.push([method, params]);
      return answers[method];
    },
  });
  return { client, calls };
}

const controlOf = (id: string) => {
  const control = allControls.find((one) => one.id === id);
  assert.ok(control);
  return control;
};

describe("the controls", () => {
  it("mine for each transaction or not, and change nothing for any other text", async () => {
    const automine = controlOf("automine");
    for (const [text, enabled] of [
      [" Yes ", true],
      ["true", true],
      ["on", true],
      ["NO", false],
      ["false", false],
      ["off", false],
    ] as const) {
      const { client, calls } = recording();
      await automine.run(client, { Automine: text });
      assert.deepEqual(calls, [["evm_setAutomine", { enabled }]]);
    }
    for (const text of ["yse", "", "0", "yes no"]) {
      const { client, calls } = recording();
      await assert.rejects(automine.run(client, { Automine: text }), {
        message: "Automine: expected yes or no",
      });
      assert.deepEqual(calls, []);
    }
  });

  it("send as an account without an end to the impersonation that others began", async () => {
    const hash = new Uint8Array(32).fill(7);
    const { client, calls } = recording({ eth_chainId: 31n, eth_sendUnsignedTransaction: hash });
    const address = (digits: string) => `0x${digits.repeat(20)}`;
    const texts = { From: address("ab"), To: address("cd"), "Value in coins": "0", Data: "0x" };
    const { link } = await controlOf("impersonate").run(client, texts);
    assert.equal(link?.name, toHex(hash));
    assert.deepEqual(
      calls.map(([method]) => method),
      ["eth_chainId", "eth_sendUnsignedTransaction"],
    );
  });
});
