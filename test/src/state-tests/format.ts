/** Parses the standard JSON form of Ethereum's GeneralStateTests into cases. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fromHex, type GenesisAccount, padStart } from "@tandem/primitives";

type Hex = string;

interface AccountJson {
  readonly balance: Hex;
  readonly code: Hex;
  readonly nonce: Hex;
  readonly storage: Readonly<Record<Hex, Hex>>;
}

export interface EnvJson {
  readonly currentCoinbase: Hex;
  readonly currentDifficulty?: Hex;
  readonly currentGasLimit: Hex;
  readonly currentNumber: Hex;
  readonly currentTimestamp: Hex;
  readonly currentBaseFee?: Hex;
  readonly currentRandom?: Hex;
  readonly currentExcessBlobGas?: Hex;
}

/** The result of one transaction of a test in one fork. */
export interface PostJson {
  /** State root. */
  readonly hash: Hex;
  /** Keccak-256 of the RLP of the logs. */
  readonly logs: Hex;
  readonly txbytes: Hex;
  readonly indexes: { readonly data: number; readonly gas: number; readonly value: number };
  /** Set if the transaction is invalid in a block. */
  readonly expectException?: string;
}

export interface StateTestJson {
  readonly _info?: Readonly<Record<string, unknown>>;
  readonly env: EnvJson;
  readonly pre: Readonly<Record<Hex, AccountJson>>;
  readonly post: Readonly<Record<string, readonly PostJson[]>>;
  readonly transaction: Readonly<Record<string, unknown>>;
}

/** One transaction in one fork. */
export interface StateCase {
  /** Path below the given folder, test, fork and indexes. It is unique, and skips refer to it. */
  readonly name: string;
  /** Ethereum's name of the fork. */
  readonly fork: string;
  readonly env: EnvJson;
  readonly accounts: readonly GenesisAccount[];
  readonly post: PostJson;
}

const storageOf = (storage: AccountJson["storage"]) =>
  Object.entries(storage)
    .map(([slot, value]) => [padStart(fromHex(evenly(slot)), 32), fromHex(evenly(value))] as const)
    .filter(([, value]) => value.some((byte) => byte !== 0));

/** Quantities may have an odd number of digits. */
const evenly = (hex: Hex) => (hex.length % 2 === 0 ? hex : `0x0${hex.slice(2)}`);

function accountsOf(pre: StateTestJson["pre"]): GenesisAccount[] {
  return Object.entries(pre).map(([address, { balance, code, nonce, storage }]) => ({
    address: fromHex(address),
    balance: BigInt(balance),
    nonce: BigInt(nonce),
    code: fromHex(code),
    storage: storageOf(storage),
  }));
}

/** Returns the files below a folder, or the given file, in order. */
export function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const below = join(path, entry.name);
      if (entry.isDirectory()) return filesBelow(below);
      return entry.name.endsWith(".json") ? [below] : [];
    })
    .sort();
}

const isStateTest = (value: unknown): value is StateTestJson =>
  typeof value === "object" && value !== null && "post" in value && "transaction" in value;

/** @param label the prefix of the names of its cases. */
export function casesOf(file: string, label: string): StateCase[] {
  const tests = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  return Object.entries(tests).flatMap(([name, test]) =>
    isStateTest(test) ? casesOfTest(`${label}/${name}`, test) : [],
  );
}

export function casesOfTest(label: string, { env, pre, post: posts }: StateTestJson): StateCase[] {
  const accounts = accountsOf(pre);
  return Object.entries(posts).flatMap(([fork, list]) =>
    list.map((post) => {
      const { data, gas, value } = post.indexes;
      return { name: `${label}/${fork}/d${data}g${gas}v${value}`, fork, env, accounts, post };
    }),
  );
}
