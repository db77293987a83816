/** Queries the forwarder that executes users' signed requests (ERC-2771). */
import { bytesToHex, decodeFunctionResult, encodeFunctionData, type Hex, hexToBytes } from "viem";
import { connectNode, NoContract } from "./chain.js";
import { forwarderAbi, microLoanAbi } from "./contract.js";

export interface Forwarder {
  readonly address: Hex;
  /** @throws {NoContract} when the contract does not trust the forwarder. */
  assertTrusted(): Promise<void>;
  /** Returns the next nonce of a user's requests, after those that are pending. @throws {NoContract} */
  nonceOf(user: Hex): Promise<bigint>;
}

export interface ForwarderOptions {
  /** URL of the node. */
  readonly nodeUrl: string;
  readonly contract: Hex;
  readonly forwarder: Hex;
}

export function connectForwarder({ nodeUrl, contract, forwarder }: ForwarderOptions): Forwarder {
  const client = connectNode(nodeUrl);
  /** Returns the single word of a view function's answer, or undefined for any other answer. */
  const ask = async (to: Hex, input: Hex, tag: "latest" | "pending"): Promise<Hex | undefined> => {
    const call = { to: hexToBytes(to), data: hexToBytes(input) };
    const output = await client.eth_call({ call, block: { tag } });
    return output?.length === 32 ? bytesToHex(output) : undefined;
  };
  return {
    address: forwarder,
    async assertTrusted() {
      const question = { abi: microLoanAbi, functionName: "isTrustedForwarder" } as const;
      const input = encodeFunctionData({ ...question, args: [forwarder] });
      const data = await ask(contract, input, "latest");
      if (data !== undefined && decodeFunctionResult({ ...question, data })) return;
      throw new NoContract(`${contract} does not trust the forwarder ${forwarder}`);
    },
    async nonceOf(user) {
      const question = { abi: forwarderAbi, functionName: "nonces" } as const;
      const input = encodeFunctionData({ ...question, args: [user] });
      // A settled request whose block a reorg has replaced is in the pool again, before the new one. A node may have no
      // pending block, or take too long for one: transactions of others can take seconds in it.
      const data = await ask(forwarder, input, "pending").catch(() =>
        ask(forwarder, input, "latest"),
      );
      if (data === undefined) throw new NoContract(`there is no forwarder at ${forwarder}`);
      return decodeFunctionResult({ ...question, data });
    },
  };
}
