/** Transactions mined and durable: from the first one sent to the block that holds the last. */
import { call, post } from "../support/rpc.js";

export interface MinedResult {
  readonly transactionsPerSecond: number;
  readonly transactions: number;
  readonly blocks: number;
}

/** Transactions of one batch request, and requests under way at once. */
const batchSize = 100;
const batchesAtOnce = 4;

/** @param raws signed; each sender's in the order of nonces. @param lastHash of the one mined last. */
export async function runMined(url: string, raws: readonly string[]): Promise<MinedResult> {
  const first = Number(await call<string>(url, "eth_blockNumber"));
  const began = performance.now();
  const batches: string[][] = [];
  for (let i = 0; i < raws.length; i += batchSize) batches.push(raws.slice(i, i + batchSize));
  const queue = batches.values();
  await Promise.all(Array.from({ length: batchesAtOnce }, () => sendAll(url, queue)));
  const { last, at } = await untilMined(url, first, raws.length);
  return {
    transactionsPerSecond: raws.length / ((at - began) / 1000),
    transactions: raws.length,
    blocks: last - first,
  };
}

async function sendAll(url: string, batches: Iterator<string[]>): Promise<void> {
  for (let next = batches.next(); !next.done; next = batches.next()) {
    const requests = next.value.map((raw, id) => ({
      jsonrpc: "2.0",
      id,
      method: "eth_sendRawTransaction",
      params: [raw],
    }));
    const answers = (await (await post(url, requests)).json()) as { error?: { message: string } }[];
    const failed = answers.find((answer) => answer.error !== undefined);
    if (failed !== undefined) throw new Error(failed.error?.message);
  }
}

/** Counts the transactions of each new block until all are there. */
async function untilMined(url: string, first: number, wanted: number) {
  let mined = 0;
  let last = first;
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; ) {
    const head = Number(await call<string>(url, "eth_blockNumber"));
    for (; last < head; last++) {
      const height = `0x${(last + 1).toString(16)}`;
      mined += Number(await call<string>(url, "eth_getBlockTransactionCountByNumber", [height]));
    }
    if (mined >= wanted) return { last, at: performance.now() };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${mined} of ${wanted} transactions were mined in two minutes`);
}
