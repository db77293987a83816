import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { encodeAbiParameters, parseAbiParameters, toFunctionSelector, toHex } from "viem";
import { consoleLine } from "./decode.js";
import { format } from "./format.js";
import { consoleTypes } from "./signatures.js";

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.slice(2), "hex"));

/** Returns calldata of `log` with these types, as a compiler generates it. */
function call(types: string, values: readonly unknown[], selectorOf = types): Uint8Array {
  const body =
    types === "" ? "0x" : encodeAbiParameters(parseAbiParameters(types), values as never);
  return bytesOf(toFunctionSelector(`log(${selectorOf})`) + body.slice(2));
}

it("has every overload of console.sol by its selector", () => {
  // The first two are documented by Hardhat, the third is of a release that hashed the short name.
  assert.deepEqual(consoleTypes("41304fac"), ["string"]);
  assert.deepEqual(consoleTypes("f82c50f1"), ["uint256"]);
  assert.deepEqual(consoleTypes("f5b1bba9"), ["uint256"]);
  assert.deepEqual(consoleTypes("2d5b6cb9"), ["int256"]);
  assert.deepEqual(consoleTypes("51973ec9"), []);
  assert.equal(consoleTypes("00000000"), undefined);
});

it("returns the logged values, numbers in full", () => {
  const who = "0x00000000000000000000000000000000deadbeef";
  const most = 2n ** 256n - 1n;
  assert.equal(consoleLine(call("string", ["hello"])), "hello");
  assert.equal(consoleLine(call("", [])), "");
  assert.equal(consoleLine(call("uint256", [most])), `${most}`);
  assert.equal(consoleLine(call("int256", [-5n])), "-5");
  assert.equal(consoleLine(call("bytes4", ["0x01020304"])), "0x01020304");
  assert.equal(consoleLine(call("bytes", ["0x0a0b"])), "0x0a0b");
  assert.equal(
    consoleLine(call("string,address,bool,uint256", ["owner", who, true, 7n])),
    `owner ${who} true 7`,
  );
  assert.equal(consoleLine(call("string,uint256", ["old: %d", 7n], "string,uint")), "old: 7");
});

it("fills placeholders in a text as JavaScript's console does", () => {
  assert.equal(format(["%s has %d", "ann", 5n]), "ann has 5");
  assert.equal(format(["%d%%", 5n]), "5%");
  assert.equal(format(["100%", 5n]), "100% 5");
  assert.equal(format(["%s and %s", "one"]), "one and %s");
  assert.equal(format(["%d", "0x10"]), "0x10");
  assert.equal(format(["%d", "ten"]), "NaN");
  assert.equal(format([1n, "a"]), "1 a");
});

it("accepts any bytes that a contract sends", () => {
  const selectors = ["41304fac", "f82c50f1", "51973ec9", "0be77f56"];
  fc.assert(
    fc.property(
      fc.constantFrom(...selectors),
      fc.uint8Array({ maxLength: 200 }),
      (selector, body) => {
        const line = consoleLine(bytesOf(`0x${selector}${toHex(body).slice(2)}`));
        assert.ok(line === undefined || typeof line === "string");
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});
