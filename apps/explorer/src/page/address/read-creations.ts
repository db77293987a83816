/**
 * Finds the contracts that an account created, by what happened inside its transactions. Whole traces have the init
 * code of each creation, so those of one transaction may be more than the node returns.
 */
import { isEqual } from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";
import type { TransactionPage } from "../session/answers.js";

export interface Creation {
  readonly contract: Uint8Array;
  readonly transaction: Uint8Array;
  readonly blockNumber: number;
}

export interface CreationPage {
  /** Newest first. */
  readonly creations: readonly Creation[];
  /** The height below which the next page begins; undefined at the end. */
  readonly next: number | undefined;
}

type Reads = Pick<Calls, "ots_searchTransactionsBefore" | "ots_getInternalOperations">;

/**
 * The number of transactions that are searched at once, and the maximum number of searches for one
 * page.
 */
const searchSize = 50;
const searchesMax = 5;
/** The least gas of a transaction in which a contract is created: 53,000 less a refund of a fifth. */
const creationGasMin = 42_400n;

/** @param before a height; 0 means the newest block. */
export async function readCreations(
  client: Reads,
  address: Uint8Array,
  before: number,
): Promise<CreationPage> {
  const creations: Creation[] = [];
  let number = before;
  for (let searches = 0; searches < searchesMax && creations.length === 0; searches++) {
    const page = await client.ots_searchTransactionsBefore({ address, number, size: searchSize });
    creations.push(...(await creationsIn(client, address, page)));
    const last = page.txs.at(-1)?.blockNumber;
    if (page.lastPage || last === undefined || last === 0) return { creations, next: undefined };
    number = last;
  }
  return { creations, next: number };
}

/** The kinds of operations of `ots_getInternalOperations` that create: by CREATE, and by CREATE2. */
const creating: ReadonlySet<number> = new Set([2, 3]);

async function creationsIn(
  client: Reads,
  address: Uint8Array,
  { receipts }: TransactionPage,
): Promise<readonly Creation[]> {
  const able = receipts.filter(({ status, gasUsed }) => status === 1 && gasUsed >= creationGasMin);
  const found = await Promise.all(
    able.map(async ({ transactionHash: hash, blockNumber = 0, from, contractAddress }) => {
      const operations = (await client.ots_getInternalOperations({ hash })) ?? [];
      const inside = operations.flatMap(({ type, from: creator, to }) =>
        creating.has(type) && isEqual(creator, address) ? [to] : [],
      );
      const isCreator = contractAddress !== undefined && isEqual(from, address);
      const contracts = isCreator ? [contractAddress, ...inside] : inside;
      return contracts.map((contract) => ({ contract, transaction: hash, blockNumber }));
    }),
  );
  return found.flat();
}
