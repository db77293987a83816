/** Draws changes of a development chain, and reads of its states that execute. */
import { concat, toHex } from "@tandem/primitives";
import { assemble, type Part } from "../assemble.js";
import type { Seeded } from "../seeded.js";

export interface Asked {
  readonly method: string;
  readonly params: readonly unknown[];
}

const addresses = [1, 2, 3, 4].map((n) => `0x${`c${n}`.repeat(20)}`);
/** Impersonated accounts. */
export const senders = [1, 2].map((n) => `0x${`5${n}`.repeat(20)}`);
const everyone = [...addresses, ...senders];

const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, "0")}`;
const quantity = (value: number) => `0x${value.toString(16)}`;
const wordOf = (address: string) => address.slice(2).padStart(64, "0");

const answer: readonly Part[] = ["MSTORE", 32, 0, "RETURN"];

/** Codes whose results depend on slots, balances, the block, other contracts and the input. */
const codes = [
  // Counts in slot 0, and returns the count.
  assemble(0, "SLOAD", 1, "ADD", "DUP1", 0, "SSTORE", 0, ...answer),
  // Returns a slot and a balance, both by the input, in one word with height and time.
  concat(
    assemble(4, "CALLDATALOAD", "SLOAD", 36, "CALLDATALOAD", "BALANCE", "ADD"),
    assemble("NUMBER", "ADD", "TIMESTAMP", "ADD", 0, ...answer),
  ),
  // Reverts with slot 0 as the reason.
  assemble(0, "SLOAD", 0, "MSTORE", 32, 0, "REVERT"),
  // Calls the address of the second word of the input with the first one, and returns its answer.
  concat(
    assemble(4, "CALLDATALOAD", 4, "MSTORE", 32, 0, 36, 0, 0, 36, "CALLDATALOAD", "GAS", "CALL"),
    assemble("POP", 32, 0, "RETURN"),
  ),
  // Hashes a thousand words of memory with slot 0, and stores the hash in slot 1.
  assemble(0, "SLOAD", 0, "MSTORE", 32_000, 0, "KECCAK256", "DUP1", 1, "SSTORE", 0, ...answer),
  // Fails.
  assemble("INVALID"),
  // Is none.
  new Uint8Array(0),
];

const codeOf = (chance: Seeded) => toHex(chance.pick(codes));
/** Returns a function's selector, which may be a new one: calls that are known to be short get no thread. */
const selectorOf = (chance: Seeded) =>
  chance.chance(0.8) ? toHex(chance.bytes(4)) : toHex(new Uint8Array(4));

const inputOf = (chance: Seeded) =>
  `${selectorOf(chance)}${word(chance.int(3)).slice(2)}${wordOf(chance.pick(everyone))}`.slice(
    0,
    chance.pick([2, 10, 74, 138]),
  );

/** Draws a code for each contract. */
export const firstCodesOf = (chance: Seeded): readonly Asked[] =>
  addresses.map((address) => ({ method: "hardhat_setCode", params: [address, codeOf(chance)] }));

/** Draws an edit of the state after the head. */
function editOf(chance: Seeded): Asked {
  const address = chance.pick(addresses);
  const value = chance.int(4);
  return chance.pick<() => Asked>([
    () => ({ method: "hardhat_setCode", params: [address, codeOf(chance)] }),
    () => ({
      method: "hardhat_setStorageAt",
      params: [address, quantity(chance.int(3)), word(value)],
    }),
    () => ({
      method: "hardhat_setBalance",
      params: [chance.pick(addresses), quantity(value * 1e9)],
    }),
  ])();
}

const sendOf = (chance: Seeded): Asked => ({
  method: "eth_sendTransaction",
  params: [
    {
      from: chance.pick(senders),
      to: chance.pick(addresses),
      data: inputOf(chance),
      value: quantity(chance.int(3)),
      gas: quantity(500_000),
    },
  ],
});

/** Draws requests that move the head, or change the state after it. @param height of the head. */
export function changeOf(chance: Seeded, height: number, lowest: number): readonly Asked[] {
  const depth = Math.min(1 + chance.int(3), height - lowest);
  const mine = { method: "evm_mine", params: [] };
  return chance.pick<() => readonly Asked[]>([
    () => [editOf(chance)],
    () => [editOf(chance), editOf(chance), mine],
    () => [sendOf(chance), sendOf(chance), mine],
    () => [sendOf(chance), mine],
    () => [{ method: "evm_snapshot", params: [] }],
    () => [{ method: "hardhat_mine", params: [quantity(1 + chance.int(5))] }],
    () => (depth > 0 ? [{ method: "anvil_reorg", params: [depth, []] }] : [mine]),
    () => (depth > 0 ? [{ method: "anvil_rollback", params: [depth] }] : [mine]),
  ])();
}

const overridesOf = (chance: Seeded) => ({
  [chance.pick(addresses)]: chance.chance(0.5)
    ? { code: codeOf(chance), balance: quantity(chance.int(1e6)) }
    : { stateDiff: { [word(chance.int(3))]: word(chance.int(9)) } },
});

/** Draws a call, an estimate or an access list. @param at the block. */
export function readOf(chance: Seeded, at: unknown): Asked {
  const request = {
    from: chance.pick(senders),
    ...(chance.chance(0.9) ? { to: chance.pick(addresses) } : {}),
    data: chance.chance(0.9) ? inputOf(chance) : codeOf(chance),
    ...(chance.chance(0.3) ? { value: quantity(chance.int(1e6)) } : {}),
    ...(chance.chance(0.3) ? { gas: quantity(20_000 + chance.int(60_000)) } : {}),
  };
  const method = chance.pick(["eth_call", "eth_estimateGas", "eth_createAccessList"]);
  return { method, params: [request, at, ...(chance.chance(0.2) ? [overridesOf(chance)] : [])] };
}
