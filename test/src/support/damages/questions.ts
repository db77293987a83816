/** Lists all requests about a chain, and decides which answers are valid if a part of it is lost. */
import { isDeepStrictEqual } from "node:util";
import { post, type RpcAnswer } from "../rpc.js";
import type { Hex, WireBlock } from "../wire.js";

export interface Question {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Height of the newest canonical block that the answer depends on; undefined if there is none. */
  readonly height: number | undefined;
  /** Set for a list over a range of heights, of which a shorter chain has a part. */
  readonly isRange?: boolean;
}

interface Scene {
  readonly chain: readonly WireBlock[];
  /** Hashes of blocks that a reorg removed. */
  readonly sides: readonly Hex[];
  readonly addresses: readonly Hex[];
  readonly token: Hex;
}

const hex = (number: number): Hex => `0x${number.toString(16)}`;

/** State is requested at one of this many heights, and at the newest. */
const heightsPerState = 4;
const slots: readonly Hex[] = ["0x0", "0x1", "0x2", "0x3"];

function ofBlock({ number, hash, transactions, uncles }: WireBlock): Question[] {
  const height = Number(number);
  const at = (method: string, ...params: unknown[]): Question => ({ method, params, height });
  return [
    at("eth_getBlockByNumber", number, true),
    at("eth_getBlockByHash", hash, false),
    at("eth_getBlockReceipts", number),
    at("debug_getRawBlock", number),
    at("debug_getRawReceipts", number),
    at("trace_block", number),
    at("eth_getLogs", { fromBlock: number, toBlock: number }),
    ...uncles.map((_, i) => at("eth_getUncleByBlockNumberAndIndex", number, hex(i))),
    ...(transactions as readonly Hex[]).flatMap((one) => [
      at("eth_getTransactionByHash", one),
      at("eth_getTransactionReceipt", one),
      at("trace_transaction", one),
    ]),
  ];
}

function ofState({ addresses, token }: Scene, height: number): Question[] {
  const block = hex(height);
  return addresses.flatMap((address) => [
    { method: "eth_getBalance", params: [address, block], height },
    { method: "eth_getTransactionCount", params: [address, block], height },
    { method: "eth_getCode", params: [address, block], height },
    ...slots.map((slot) => ({
      method: "eth_getStorageAt",
      params: [address, slot, block],
      height,
    })),
    { method: "eth_getProof", params: [address, slots, block], height },
    {
      method: "eth_call",
      params: [{ to: token, data: `0x70a08231${address.slice(2).padStart(64, "0")}` }, block],
      height,
    },
  ]);
}

function ofRanges({ addresses, token }: Scene, head: number): Question[] {
  const range = { fromBlock: "0x0", toBlock: hex(head) };
  const topic = (address: Hex) => `0x${address.slice(2).padStart(64, "0")}`;
  const ask = (method: string, params: unknown): Question => ({
    method,
    params: [params],
    height: head,
    isRange: true,
  });
  return [
    ask("eth_getLogs", range),
    ask("eth_getLogs", { ...range, address: token }),
    ...addresses.map((one) => ask("eth_getLogs", { ...range, topics: [null, topic(one)] })),
    ...addresses.map((one) => ask("eth_getLogs", { ...range, topics: [null, null, topic(one)] })),
    ask("trace_filter", range),
    ...addresses.map((one) => ask("trace_filter", { ...range, fromAddress: [one] })),
    ...addresses.map((one) => ask("trace_filter", { ...range, toAddress: [one] })),
  ];
}

/** Returns the questions about a chain. */
export function questionsFor(scene: Scene): readonly Question[] {
  const head = scene.chain.length - 1;
  const heights = scene.chain.map((_, height) => height);
  return [
    ...scene.chain.flatMap(ofBlock),
    ...scene.sides.flatMap((hash) => [
      { method: "eth_getBlockByHash", params: [hash, true], height: undefined },
      { method: "native_getRawBlockHeaderByHash", params: [hash], height: undefined },
    ]),
    ...heights
      .filter((height) => height % heightsPerState === 0 || height === head)
      .flatMap((height) => ofState(scene, height)),
    ...ofRanges(scene, head),
  ];
}

const batchLength = 250;

/** Returns the answer to a question: JSON of the result, or an error, which begins with `error`. */
export async function answersOf(
  url: string,
  questions: readonly Question[],
): Promise<readonly string[]> {
  const answers: string[] = [];
  for (let from = 0; from < questions.length; from += batchLength) {
    const part = questions.slice(from, from + batchLength);
    const requests = part.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    const found = (await (await post(url, requests)).json()) as RpcAnswer[];
    for (const { result, error } of found) {
      answers.push(error === undefined ? JSON.stringify(result ?? null) : `error ${error.message}`);
    }
  }
  return answers;
}

/** The part of the chain that a node kept after a reported loss. */
export interface Kept {
  /** Up to this height the canonical chain is unchanged. */
  readonly height: number;
}

/** Returns whether an answer is empty: an error, no such block, an empty list. */
const isNothing = (answer: string) =>
  answer.startsWith("error ") || answer === "null" || answer === "[]";

/**
 * Returns whether an answer is wrong.
 * @param kept undefined if the node reported no loss: then every answer must be unchanged.
 */
export function isWrong(
  { height, isRange }: Question,
  answer: string,
  truth: string,
  kept: Kept | undefined,
): boolean {
  if (answer === truth || answer.startsWith("error ")) return false;
  if (kept === undefined) return true;
  if (height !== undefined && height <= kept.height) return true;
  if (isNothing(answer)) return false;
  // A block above the kept height may be another block of the same chain, with its own answers.
  if (!isRange) return height === undefined;
  const known = JSON.parse(truth) as readonly { readonly blockNumber: unknown }[];
  const given = JSON.parse(answer) as readonly { readonly blockNumber: unknown }[];
  return given
    .filter(({ blockNumber }) => Number(blockNumber) <= kept.height)
    .some((item) => !known.some((one) => isDeepStrictEqual(one, item)));
}
