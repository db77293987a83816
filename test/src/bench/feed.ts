/**
 * Keeps a node's pool filled while it mines at an interval, and counts the transactions of its
 * blocks.
 */
import { setTimeout as pause } from "node:timers/promises";
import { call } from "../support/rpc.js";
import { HttpConnection } from "./generator/http-connection.js";
import { batchRequest } from "./generator/request.js";
import type { RunningSubject } from "./subject/subject.js";

/** Number of concurrent requests with transactions. */
const connections = 4;
const betweenLooksMs = 10;
/** Maximum milliseconds for the counted blocks, in addition to the counted time. */
const lateMsMax = 120_000;

export const transactionBatch = (raws: readonly string[]): Buffer =>
  batchRequest(raws.map((raw) => ({ method: "eth_sendRawTransaction", params: [raw] })));

/** Sends all batches, some requests at once. @param mayGoOn resolves to false to stop. */
export async function sendBatches(
  port: number,
  batches: readonly Buffer[],
  mayGoOn: () => Promise<boolean> = async () => true,
): Promise<number> {
  let sent = 0;
  const drive = async () => {
    let connection = await HttpConnection.open(port);
    try {
      while (sent < batches.length && (await mayGoOn())) {
        const next = batches[sent++];
        if (next === undefined) return;
        connection = await connection.open();
        await connection.ask(next);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, drive));
  return Math.min(sent, batches.length);
}

export interface Counted {
  readonly transactions: number;
  readonly elapsedMs: number;
  readonly batchesSent: number;
}

export interface Feed {
  readonly node: RunningSubject;
  readonly batches: readonly Buffer[];
  readonly batchLength: number;
  /** The maximum number of transactions that are sent and not in a block. */
  readonly waitingMax: number;
  /**
   * Blocks are counted from the end of the first one with transactions, for this time and until one
   * more has some.
   */
  readonly durationMs: number;
  /** Called when counting begins and ends. */
  readonly onEdge: () => void;
}

/** @throws {Error} if the transactions are used up before a second block has been counted. */
export async function feed(given: Feed): Promise<Counted> {
  const { node, batches, batchLength, waitingMax } = given;
  const count = { mined: 0, isOver: false, sent: 0 };
  const counting = countBlocks(given, count).finally(() => {
    count.isOver = true;
  });
  const mayGoOn = async () => {
    while (!count.isOver && count.sent * batchLength - count.mined >= waitingMax) {
      await pause(betweenLooksMs);
    }
    count.sent++;
    return !count.isOver;
  };
  const sending = sendBatches(node.port, batches, mayGoOn).finally(() => {
    count.isOver = true;
  });
  const [counted, batchesSent] = await Promise.all([counting, sending]);
  return { ...counted, batchesSent };
}

interface Count {
  mined: number;
  isOver: boolean;
}

async function countBlocks({ node, durationMs, onEdge }: Feed, count: Count) {
  let height = Number(await call<string>(node.url, "eth_blockNumber"));
  let began: { readonly at: number; readonly mined: number } | undefined;
  let last = { at: 0, mined: 0 };
  const deadline = performance.now() + durationMs + lateMsMax;
  const isCounted = () =>
    began !== undefined && last.at >= began.at + durationMs && last.mined > began.mined;
  while (!count.isOver && !isCounted()) {
    await pause(betweenLooksMs);
    if (performance.now() > deadline) throw new Error("no blocks with transactions in time");
    const head = Number(await call<string>(node.url, "eth_blockNumber"));
    if (head === height) continue;
    const at = performance.now();
    for (; height < head; height++) count.mined += await transactionsAt(node, height + 1);
    last = { at, mined: count.mined };
    if (began !== undefined || count.mined === 0) continue;
    began = last;
    onEdge();
  }
  onEdge();
  if (began === undefined || last.at === began.at) {
    throw new Error("the transactions were used up before two blocks were counted");
  }
  return { transactions: last.mined - began.mined, elapsedMs: last.at - began.at };
}

const transactionsAt = async ({ url }: RunningSubject, height: number) =>
  Number(
    await call<string>(url, "eth_getBlockTransactionCountByNumber", [`0x${height.toString(16)}`]),
  );
