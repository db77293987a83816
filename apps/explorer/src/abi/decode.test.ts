import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionData,
  parseAbi,
  toEventSelector,
} from "viem";
import { builtIn } from "./built-in.js";
import { decodeInput, decodeLog, decodeRevert, reasonText, textOf } from "./decode.js";

const alice = `0x${"a1".repeat(20)}` as const;
const bob = "0x00000000000000000000000000000000000000b0";

describe("values as text", () => {
  it("have quotes around text that only begins like hex", () => {
    assert.equal(textOf(["0x1, owner: 2", "0x12aB"]), '["0x1, owner: 2", 0x12aB]');
  });

  it("have escapes for characters that would change the order of others", () => {
    assert.equal(
      textOf({ memo: "a\u202eb\u2066", amount: 100n }),
      String.raw`{memo: "a\u202eb\u2066", amount: 100}`,
    );
    assert.equal(textOf("\u0007\u0085"), String.raw`"\u0007\u0085"`);
  });
});

describe("decoding by built-in signatures", () => {
  it("names the function and the arguments of a call", () => {
    const data = encodeFunctionData({
      abi: builtIn,
      functionName: "transferFrom",
      args: [bob, bob, 7n],
    });
    const decoded = decodeInput(data);
    assert.equal(decoded?.signature, "transferFrom(address,address,uint256)");
    assert.deepEqual(
      decoded?.args.map(({ name, value }) => [name, value.toLowerCase()]),
      [
        ["from", bob],
        ["to", bob],
        ["amountOrId", "7"],
      ],
    );
  });

  it("distinguishes events of one name by their indexed members", () => {
    const topics = encodeEventTopics({
      abi: builtIn,
      eventName: "LoanIssued",
      args: { borrower: alice },
    });
    const data = encodeAbiParameters([{ type: "uint256" }], [100n]);
    const loan = decodeLog(topics as [`0x${string}`], data);
    assert.equal(loan?.name, "LoanIssued");
    assert.equal(loan?.args[1]?.value, "100");
    const word = (hex: string) => `0x${hex.slice(2).padStart(64, "0")}` as const;
    const transfer = encodeEventTopics({ abi: builtIn, eventName: "Transfer" })[0] as `0x${string}`;
    const fungible = decodeLog([transfer, word(alice), word(bob)], data);
    assert.equal(fungible?.args[2]?.name, "value");
    const token = decodeLog([transfer, word(alice), word(bob), word("0x05")], "0x");
    assert.deepEqual(token?.args[2], { name: "tokenId", type: "uint256", value: "5" });
    const withData = decodeLog([transfer, word(alice), word(bob), word("0x05")], data);
    assert.equal(withData?.args[2]?.name, "tokenId");
  });

  it("returns the reason of a revert, with any text", () => {
    const hostile = '<img src=x onerror="alert(1)">';
    const error = encodeErrorResult({ abi: builtIn, errorName: "Error", args: [hostile] });
    assert.equal(reasonText(error), JSON.stringify(hostile));
    const panic = encodeErrorResult({ abi: builtIn, errorName: "Panic", args: [17n] });
    assert.equal(reasonText(panic), "panic 17: arithmetic overflow or underflow");
    const custom = encodeErrorResult({
      abi: builtIn,
      errorName: "InsufficientBalance",
      args: [1n, 2n],
    });
    assert.equal(reasonText(custom), "InsufficientBalance(balance: 1, needed: 2)");
    assert.equal(decodeRevert("0x12345678"), undefined);
  });

  it("shows the values of an error alone where its parameters have no names", () => {
    const abi = parseAbi(["error Early(uint256, uint256 until)"]);
    const data = encodeErrorResult({ abi, errorName: "Early", args: [1n, 2n] });
    assert.equal(reasonText(data, abi), "Early(1, until: 2)");
  });

  it("takes the arguments of an event by their position, whatever their names are", () => {
    const named = (name: string) => ({ name, type: "uint256" }) as const;
    const inputs = [named(""), named("length"), named("__proto__"), named("length")];
    const event = { type: "event", name: "E", inputs } as const;
    const data = encodeAbiParameters(inputs, [6n, 7n, 8n, 9n]);
    const decoded = decodeLog([toEventSelector(event)], data, [event]);
    const values = decoded?.args.map(({ name, value }) => `${name}=${value}`);
    assert.deepEqual(values, ["=6", "length=7", "__proto__=8", "length=9"]);
  });

  it("returns nothing for data that does not match its signature", () => {
    assert.equal(decodeInput("0xa9059cbb00"), undefined);
    assert.equal(decodeInput("0x"), undefined);
    assert.equal(decodeLog([], "0x"), undefined);
  });
});
