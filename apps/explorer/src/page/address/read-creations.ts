/** Finds the contracts that an account created, by the traces of its transactions. */
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

type Reads = Pick<Calls, "ots_searchTransactionsBefore" | "trace_transaction">;

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

type Place = { readonly traceAddress: readonly number[] };

/** Returns whether one trace is inside another, or the same. */
const isInside = ({ traceAddress }: Place, outer: Place) =>
  outer.traceAddress.every((index, depth) => traceAddress[depth] === index);

async function creationsIn(
  client: Reads,
  address: Uint8Array,
  { receipts }: TransactionPage,
): Promise<readonly Creation[]> {
  const able = receipts.filter(({ status, gasUsed }) => status === 1 && gasUsed >= creationGasMin);
  const found = await Promise.all(
    able.map(async ({ transactionHash, blockNumber }) => {
      const traces = (await client.trace_transaction({ hash: transactionHash })) ?? [];
      const undone = traces.filter(({ error }) => error !== undefined);
      return traces.flatMap((trace) => {
        const { action, result } = trace;
        if (!("init" in action) || !isEqual(action.from, address)) return [];
        if (undone.some((outer) => isInside(trace, outer))) return [];
        if (result === undefined || !("address" in result)) return [];
        const contract = result.address;
        return [{ contract, transaction: transactionHash, blockNumber: blockNumber ?? 0 }];
      });
    }),
  );
  return found.flat();
}
