/** Provides two branches of one chain that share some of their transactions, each of which logs. */
import { fromHex } from "@tandem/primitives";
import { Interface, type InterfaceAbi, toBeHex } from "ethers";
import { compileOne } from "../compile.js";
import type { Hex } from "../wire.js";
import { sign } from "../world.js";

export const emitterCode = compileOne("Emitter.sol", "Emitter");
const emitter = new Interface(emitterCode.abi as InterfaceAbi);
const topicOf = (n: number): Hex => toBeHex(n, 32) as Hex;
/** Every transaction logs the first topic; the second identifies its group. */
export const [everyones, movers, returners, rivals, newcomers] = [1, 2, 3, 4, 5].map(topicOf) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
];

/** Returns a call that logs three times, from a sender with this nonce. */
function emission(to: Uint8Array, from: number, nonce: number, topic: Hex): Uint8Array {
  const wishes = [
    { topics: [everyones, topicOf(100 + nonce)], data: "0x01" },
    { topics: [topic], data: topicOf(nonce) },
    { topics: [], data: "0x" },
  ];
  const data = fromHex(emitter.encodeFunctionData("emitAll", [wishes]));
  return sign({ from, nonce, to, data, gasLimit: 200_000n });
}

/** The transactions of both branches, by group. */
export interface Cast {
  /** In both branches, in other blocks; the last one only in the old branch. */
  readonly moving: readonly Uint8Array[];
  /** Only in the old branch, and valid in the new one. */
  readonly returning: readonly Uint8Array[];
  /** Two with the same nonce: one in each branch. */
  readonly rivals: readonly [Uint8Array, Uint8Array];
  /** Only in the new branch. */
  readonly arriving: readonly Uint8Array[];
}

/** @param to the emitter's address. */
export function castAt(to: Uint8Array): Cast {
  const run = (from: number, count: number, topic: Hex) =>
    Array.from({ length: count }, (_, nonce) => emission(to, from, nonce, topic));
  return {
    moving: run(1, 5, movers),
    returning: run(2, 3, returners),
    rivals: [emission(to, 3, 0, rivals), emission(to, 3, 0, topicOf(6))],
    arriving: run(4, 2, newcomers),
  };
}

/** Returns entries of a list by index. */
export const pick = (raws: readonly Uint8Array[], ...at: readonly number[]) =>
  at.map((i) => raws[i] as Uint8Array);

/** The transactions of blocks 2 to 6. The last block pays fees, so that it wins a tie. */
export const oldBranch = ({ moving, returning, rivals: [old] }: Cast) => [
  [...pick(moving, 0), ...pick(returning, 0)],
  [...pick(moving, 1), ...pick(returning, 1)],
  [...pick(moving, 2), old],
  [...pick(moving, 3), ...pick(returning, 2)],
  pick(moving, 4),
];

/** The transactions of blocks 2 to 7. The one at the old head's height is empty. */
export const newBranch = ({ moving, arriving, rivals: [, taken] }: Cast) => [
  pick(arriving, 0),
  [taken],
  pick(moving, 0, 1, 2),
  pick(moving, 3),
  [],
  pick(arriving, 1),
];
