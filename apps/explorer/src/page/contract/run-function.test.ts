import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { RpcError } from "@tandem/rpc/client";
import { encodeErrorResult, parseAbi } from "viem";
import { keepAbi } from "../abi/kept-abis.js";
import { runFunction } from "./run-function.js";

const address = `0x${"ab".repeat(20)}`;
const abi = parseAbi(["function get() view returns (uint256)", "error TooEarly(uint256 until)"]);
const [get] = abi;

describe("a function that fails", () => {
  after(() => keepAbi(address, undefined));

  it("reports the error of the contract by the ABI that the user gave", async () => {
    keepAbi(address, { name: "Clock.json", items: abi });
    const data = encodeErrorResult({ abi, errorName: "TooEarly", args: [7n] });
    const client = {
      eth_chainId: async () => 31n,
      eth_call: async () => {
        throw new RpcError("reverted", "execution reverted", data);
      },
    } as never;
    const result = await runFunction(client, get, address, { texts: [], value: "0", sender: "" });
    assert.deepEqual(result, { text: "Reverted: TooEarly(until: 7)", isFailure: true });
  });
});
