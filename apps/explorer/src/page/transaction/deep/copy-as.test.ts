import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { commandsFor } from "./copy-as.js";

const from = new Uint8Array(20).fill(1);
const to = new Uint8Array(20).fill(2);
const url = "http://127.0.0.1:8545";
const transaction = { from, to, value: 5n, gas: 21_000n, input: Uint8Array.of(0xab) };

const textOf = (tool: string, blockNumber: number | undefined, target: Uint8Array | undefined) =>
  commandsFor({ ...transaction, to: target, blockNumber }, url).find((one) => one.tool === tool)
    ?.text ?? "";

describe("a transaction as a command", () => {
  it("repeats the call on the state before its block", () => {
    assert.equal(
      textOf("cast", 8, to),
      `cast call --rpc-url ${url} --block 7 --from 0x${"01".repeat(20)} --value 5 0x${"02".repeat(20)} 0xab`,
    );
    const body = JSON.parse(/-d '(.*)'$/.exec(textOf("curl", 8, to))?.[1] ?? "");
    assert.deepEqual(body.params, [
      {
        from: `0x${"01".repeat(20)}`,
        to: `0x${"02".repeat(20)}`,
        value: "0x5",
        gas: "0x5208",
        data: "0xab",
      },
      "0x7",
    ]);
    assert.match(textOf("viem", 8, to), /blockNumber: 7n,\n\}\);$/);
  });

  it("has no block while it is pending, and no receiver if it creates a contract", () => {
    assert.match(textOf("cast", undefined, undefined), /--value 5 --create 0xab$/);
    assert.match(textOf("curl", undefined, to), /"latest"\]/);
    assert.doesNotMatch(textOf("viem", undefined, undefined), /to:|blockNumber/);
  });
});
