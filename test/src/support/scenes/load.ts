/** Runs a client that sends continuously, remembers the answers, and compares the node with them. */
import assert from "node:assert/strict";
import { type Account, developmentAccounts, sign } from "../development.js";
import { JsonSocket } from "../json-socket.js";
import type { NodeProcess } from "../node-process.js";
import { callAll } from "../rpc-batch.js";
import type { Hex, WireBlock, WireReceipt } from "../wire.js";

const senders = developmentAccounts.slice(0, 5);

/** The answers and notifications that a client received, which the node must keep. */
export interface Told {
  /** The announced or returned hash of each height. */
  readonly blocks: Map<number, Hex>;
  readonly receipts: Map<Hex, WireReceipt>;
}

export const nothingTold = (): Told => ({ blocks: new Map(), receipts: new Map() });

/** Signing is slow, and a transaction that was lost with the pool is sent again unchanged. */
const signed = new Map<string, { raw: Hex; hash: Hex }>();
function signedOnce(account: Account, nonce: number): { raw: Hex; hash: Hex } {
  const name = `${account.address} ${nonce}`;
  const known = signed.get(name) ?? sign(account, { nonce, to: account.address, value: 1n });
  signed.set(name, known);
  return known;
}

/** Sends, waits for the receipt, and continues with the next nonce until the node has ended. */
async function keepSending(socket: JsonSocket, account: Account, told: Told): Promise<void> {
  let nonce = Number(await socket.call<Hex>("eth_getTransactionCount", [account.address]));
  for (;;) {
    const { raw, hash } = signedOnce(account, nonce++);
    assert.equal(await socket.call("eth_sendRawTransaction", [raw]), hash);
    let receipt: WireReceipt | null = null;
    while (receipt === null) {
      receipt = await socket.call<WireReceipt | null>("eth_getTransactionReceipt", [hash]);
    }
    told.receipts.set(hash, receipt);
    told.blocks.set(Number(receipt.blockNumber), receipt.blockHash);
  }
}

/**
 * Runs the load until `until` resolves, and then ends the node by `signal`, in the middle of its
 * work.
 */
export async function loadUntil(
  node: NodeProcess,
  told: Told,
  until: () => Promise<unknown>,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const socket = await JsonSocket.open(node.wsUrl);
  let isOver = false;
  const failures: unknown[] = [];
  try {
    const { inbox } = await socket.subscribe<WireBlock>("newHeads");
    for (const account of senders) {
      keepSending(socket, account, told).catch((error) => {
        if (!isOver) failures.push(error);
      });
    }
    await until();
    isOver = true;
    assert.equal(node.child.exitCode, null, node.output());
    const code = await node.stop(signal);
    for (const { number, hash } of inbox.received) told.blocks.set(Number(number), hash);
    assert.deepEqual(failures, []);
    return code;
  } finally {
    isOver = true;
    socket.socket.terminate();
    await node.stop("SIGKILL");
  }
}

/** Asserts that all answers are still valid. */
export async function assertKept(url: string, told: Told): Promise<void> {
  const blocks = [...told.blocks];
  const found = await callAll<WireBlock | null>(
    url,
    blocks.map(([n]) => ({ method: "eth_getBlockByNumber", params: [`0x${n.toString(16)}`] })),
  );
  assert.deepEqual(
    found.map((block) => block?.hash),
    blocks.map(([, hash]) => hash),
  );
  const receipts = [...told.receipts];
  const kept = await callAll<WireReceipt | null>(
    url,
    receipts.map(([hash]) => ({ method: "eth_getTransactionReceipt", params: [hash] })),
  );
  assert.deepEqual(
    kept,
    receipts.map(([, receipt]) => receipt),
  );
}
