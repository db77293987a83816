/** Builds a chain of 2,300 blocks with logs at the limits of log queries. */
import { fromHex } from "@tandem/primitives";
import { Interface, type InterfaceAbi, toBeHex } from "ethers";
import { compileOne } from "../compile.js";
import { senderOf } from "../signer.js";
import type { Hex } from "../wire.js";
import { type FundedNode, withFundedNode } from "./funded-node.js";

/** With this limit ten thousand logs fit into one block. */
const gasLimit = 100_000_000n;
const logsPerCall = 1_000;
/** The blocks of `many` have ten transactions each, so that there are more traces than an answer may have. */
const manyPerBlock = 1_100;
const manyPerCall = manyPerBlock / 10;
export const manyCount = 10 * manyPerBlock;
export const head = 2_300;

export const hex = (n: number): Hex => `0x${n.toString(16)}`;
export const topicOf = (n: number): Hex => toBeHex(n, 32) as Hex;
export const [many, atLimit, above, late, other] = [1, 2, 3, 4, 5].map(topicOf) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
];

/**
 * The positions of the logs: height, topic, count. Blocks 1 to 2,000 contain more of `many` than the answer for a longer
 * range may have.
 */
const plan: readonly (readonly [height: number, topic: Hex, count: number])[] = [
  ...Array.from({ length: 10 }, (_, i) => [100 + 200 * i, many, manyPerBlock] as const),
  [200, atLimit, 5_000],
  [2_001, atLimit, 5_000],
  [201, above, 5_000],
  [1_000, above, 5_000],
  [2_002, above, 1],
  [202, late, 6_000],
  [2_100, late, 4_000],
  [2_200, late, 1],
];
const heights = [...new Set(plan.map(([height]) => height))].sort((a, b) => a - b);
/** The topics of each log of the third-last block: all lists of up to four of three values. */
export const varied: readonly (readonly Hex[])[] = [0, 1, 2, 3, 4].flatMap((length) =>
  Array.from({ length: 3 ** length }, (_, n) =>
    Array.from({ length }, (_, at) => topicOf(11 + (Math.floor(n / 3 ** at) % 3))),
  ),
);

const emitter = new Interface(compileOne("Emitter.sol", "Emitter").abi as InterfaceAbi);

function emissionsAt(chain: FundedNode, contract: Hex, height: number): Hex[] {
  const to = fromHex(contract);
  return plan.flatMap(([at, topic, count]) => {
    if (at !== height) return [];
    const before = plan.filter(([one, same]) => one < at && same === topic);
    const first = before.reduce((sum, [, , length]) => sum + length, 0);
    const perCall = topic === many ? manyPerCall : logsPerCall;
    const calls = Math.ceil(count / perCall);
    return Array.from({ length: calls }, (_, i) => {
      const length = Math.min(perCall, count - i * perCall);
      const args = [length, topic, first + i * perCall];
      const data = fromHex(emitter.encodeFunctionData("emitMany", args));
      return chain.sign(0, { to, data, gasLimit: 2_000_000n });
    });
  });
}

async function build(chain: FundedNode): Promise<Hex> {
  const contract = await chain.deployEmitter();
  let made = 1;
  for (const height of heights) {
    await chain.mineEmpty(height - made - 1);
    await chain.mineWith(emissionsAt(chain, contract, height));
    made = height;
  }
  await chain.mineEmpty(head - made - 2);
  const data = emitter.encodeFunctionData("emitAll", [
    varied.map((topics) => ({ topics, data: "0x" })),
  ]);
  const to = fromHex(contract);
  await chain.mineWith([chain.sign(0, { to, data: fromHex(data), gasLimit: 5_000_000n })]);
  const transfers = [0, 1, 2].map((n) => chain.sign(n, { to: senderOf(50).address, value: 1n }));
  await chain.mineWith(transfers);
  return contract;
}

export interface LimitChain {
  readonly chain: FundedNode;
  /** Returns the address of the contract that emitted all logs. */
  contractOf(): Hex;
}

/** Builds the chain before the first test of a file, at whose top it must be called. */
export function withLimitChain(): LimitChain {
  let contract: Hex = "0x";
  const chain = withFundedNode(gasLimit, async () => {
    contract = await build(chain);
  });
  return { chain, contractOf: () => contract };
}
