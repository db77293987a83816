/** Creates states of a chain that make ordinary requests expensive. */
import { fromHex, toHex } from "@tandem/primitives";
import type { Part } from "../assemble.js";
import { developmentAccounts } from "../development.js";
import type { Hex } from "../wire.js";
import type { Prepare } from "./attack.js";
import { almostEndless } from "./program.js";
import type { Target } from "./target.js";

export const many = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
export const hex = (n: number): Hex => `0x${n.toString(16)}`;
export const word = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
export const address = (n: number): Hex => `0x${n.toString(16).padStart(40, "b")}`;

export const body = (method: string, params: readonly unknown[] = []): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/** A chain like the default one, with space for ten thousand transfers in a block. */
export const wideChain = {
  config: { chainId: 31, londonBlock: 0, shanghaiTime: 0, cancunTime: 0, pragueTime: 0 },
  gasLimit: "0x10000000",
  difficulty: "0x1",
  alloc: Object.fromEntries(
    developmentAccounts.map(({ address }) => [address, { balance: "0xffffffffffffffffffff" }]),
  ),
};

/** Sends raw transactions in batches. */
export async function sendAll(target: Target, raws: readonly Hex[]): Promise<void> {
  const batchLength = 500;
  for (let from = 0; from < raws.length; from += batchLength) {
    const batch = raws
      .slice(from, from + batchLength)
      .map((raw, id) => ({ jsonrpc: "2.0", id, method: "eth_sendRawTransaction", params: [raw] }));
    await target.post(JSON.stringify(batch));
  }
}

/** Returns plain transfers, signed in turn by the first accounts. */
export const transfers = (target: Target, count: number, accounts = 10): Hex[] =>
  many(count).map((n) => target.sign(n % accounts, { to: fromHex(address(n)), value: 1n }));

const minedEmpty =
  (count: number): Prepare =>
  (target) =>
    target.call("hardhat_mine", [hex(count)]);

/** A long chain of empty blocks, and a shorter one for every test run. */
export const emptyBlocks = minedEmpty(2_000);
export const fewerEmptyBlocks = minedEmpty(100);

/** Fills the pool with this number of executable transfers. Blocks are mined on demand from then on. */
export const poolOf =
  (count: number): Prepare =>
  async (target) => {
    await target.call("evm_setAutomine", [false]);
    await sendAll(target, transfers(target, count));
  };

/** Transfers of one scene on the wide chain. */
export interface Wide {
  readonly count: number;
  /** The transfers are in the pool. */
  readonly pool: Prepare;
  /** The transfers are in the newest block. */
  readonly block: Prepare;
}

function wideOf(count: number): Wide {
  const pool = poolOf(count);
  const block: Prepare = async (target) => {
    await pool(target);
    await target.call("evm_mine");
  };
  return { count, pool, block };
}

/** The maximum number of transfers in one block of the wide chain, and fewer for every test run. */
export const wide = wideOf(10_000);
export const lessWide = wideOf(600);

export const emitter: Hex = "0x00000000000000000000000000000000000c0de5";

/** Gas of almost a whole block. */
const fullGas = 29_000_000n;

/** Mines blocks full of logs without data, about 36,000 in each with all of their gas. */
export const logBlocks = (target: Target, blocks: number, gasLimit = fullGas): Promise<void> =>
  repeatedIn(target, blocks, [7, 0, 0, "LOG1"], gasLimit);

/** Mines blocks in each of which a contract repeats an operation until little gas is left. */
export async function repeatedIn(
  target: Target,
  blocks: number,
  operation: readonly Part[],
  gasLimit = fullGas,
): Promise<void> {
  await target.call("hardhat_setCode", [emitter, toHex(almostEndless(operation))]);
  for (let n = 0; n < blocks; n++) {
    const raw = target.sign(0, { to: fromHex(emitter), gasLimit });
    await target.call("eth_sendRawTransaction", [raw]);
    await target.blockOf(raw);
  }
}

/** Returns transactions whose predecessor is missing. */
export function waitingTransactions(target: Target, count: number): Hex[] {
  for (const account of developmentAccounts.keys()) target.sign(account, {});
  return transfers(target, count);
}

/** Returns a dump with this number of accounts, or one account with this number of slots. */
export const dumpOf = (accounts: number, slots: number): object => ({
  accounts: Object.fromEntries(
    many(accounts).map((n) => [
      address(n),
      {
        nonce: 1,
        balance: "0x1",
        code: "0x",
        storage: n > 0 ? {} : Object.fromEntries(many(slots).map((m) => [word(m), word(m + 1)])),
      },
    ]),
  ),
});
