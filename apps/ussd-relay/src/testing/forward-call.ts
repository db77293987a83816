/** Provides the data of a user's transaction. */
import { encodeFunctionData, type Hex } from "viem";
import { forwarderAbi } from "../chain/contract.js";

const address: Hex = `0x${"fe".repeat(20)}`;
const signed = { from: address, to: address, value: 0n, gas: 200_000n, signature: "0x12" } as const;

/** Returns the call to the forwarder with a user's request. @param deadline Unix seconds. */
export const forwardCall = (deadline: number): Hex =>
  encodeFunctionData({
    abi: forwarderAbi,
    functionName: "execute",
    args: [{ ...signed, deadline, data: "0x34" }],
  });
