/** Asks the node which contracts of its compilations (`--build-info`) the accounts of a page have the code of. */
import { signal } from "@preact/signals";
import { type Address, bytesOfHex, toHex } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import type { AbiItem } from "../../abi/decode.js";
import { useQuery, useSession } from "./use-session.js";

/** Describes the code of an account as far as the node knows it. */
export interface Compiled {
  /** The name of the contract, or of the one whose code a proxy runs. */
  readonly name: string | undefined;
  /** The file with the source of that contract. */
  readonly file: string | undefined;
  /** The items of its ABI, and those of a proxy's own. */
  readonly items: readonly AbiItem[];
  /** The account whose code a proxy runs, in hex. */
  readonly implementation: string | undefined;
  /** The answers of the node, by which a change is noticed. */
  readonly answers: string;
}

type Client = Pick<Calls, "tandem_getCompiledContract">;

/** The maximum number of accounts that a part of a page asks for. */
const accountsMax = 32;

/** Facts of the accounts that were asked for, by address in hex. */
export const compiledContracts = signal<Readonly<Record<string, Compiled>>>({});

const answerFor = (client: Client, address: string) =>
  client.tandem_getCompiledContract({ address: bytesOfHex(address) as Address });

/**
 * Reads what the node knows of an account.
 * @param before what it knew before, which is returned if nothing has changed: items that are new objects would be
 * hashed again.
 */
export async function readCompiled(
  client: Client,
  address: string,
  before?: Compiled,
): Promise<Compiled | undefined> {
  const own = await answerFor(client, address);
  if (own === undefined) return undefined;
  const implementation = own.implementation && toHex(own.implementation);
  const behind = implementation && (await answerFor(client, implementation));
  const answers = JSON.stringify([own, behind]);
  if (answers === before?.answers) return before;
  const { abiItemsOf } = await import("../../abi/read-abi.js");
  const { name, file } = behind || own;
  const items = [...abiItemsOf(behind?.abi ?? []), ...abiItemsOf(own.abi ?? [])];
  return { name, file, items, implementation, answers };
}

/**
 * Asks for accounts whenever they change, and after each block, which may deploy a contract. What cannot be read stays
 * as it is.
 */
export function useCompiled(addresses: readonly (Uint8Array | undefined)[]): void {
  const { client, head } = useSession();
  const texts = addresses.flatMap((one) => (one === undefined ? [] : [toHex(one)]));
  const wanted = [...new Set(texts)].slice(0, accountsMax);
  useQuery(async () => {
    const entries: (readonly [string, Compiled | undefined])[] = [];
    const before = compiledContracts.peek();
    // One after the other: the node refuses requests beyond a limit, which other pages use too.
    for (const address of wanted) {
      const known = before[address];
      entries.push([address, await readCompiled(client, address, known).catch(() => known)]);
    }
    if (entries.every(([address, compiled]) => compiled === before[address])) return;
    const all = Object.entries({ ...compiledContracts.peek(), ...Object.fromEntries(entries) });
    compiledContracts.value = Object.fromEntries(
      all.flatMap(([address, compiled]) => (compiled === undefined ? [] : [[address, compiled]])),
    );
  }, [wanted.join(), head.value?.hash]);
}
