/** A chain of 2,300 blocks with logs just where a limit of a log query begins. */
import { fromHex } from "@tandem/primitives";
import { Interface, type InterfaceAbi, toBeHex } from "ethers";
import { compileOne } from "../compile.js";
import { senderOf } from "../signer.js";
import type { Hex } from "../wire.js";
import { type FundedNode, withFundedNode } from "./funded-node.js";

/** Ten thousand logs fit in one block. */
const gasLimit = 100_000_000n;
const logsPerCall = 1_000;
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

/** Which logs stand where: height, topic, how many. Blocks 1 to 2,000 hold 100,000 of `many`. */
const plan: readonly (readonly [height: number, topic: Hex, count: number])[] = [
  ...Array.from({ length: 10 }, (_, i) => [100 + 200 * i, many, 10_000] as const),
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
/** Topics of each log of the block before the last two, every list of up to four of three values. */
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
    const calls = Math.ceil(count / logsPerCall);
    return Array.from({ length: calls }, (_, i) => {
      const length = Math.min(logsPerCall, count - i * logsPerCall);
      const args = [length, topic, first + i * logsPerCall];
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
  /** Where the contract is that emitted every log. */
  contractOf(): Hex;
}

/** Call at the top of a file: the chain is there before its first test. */
export function withLimitChain(): LimitChain {
  let contract: Hex = "0x";
  const chain = withFundedNode(gasLimit, async () => {
    contract = await build(chain);
  });
  return { chain, contractOf: () => contract };
}
