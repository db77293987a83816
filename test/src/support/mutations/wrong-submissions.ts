/** Lists all kinds of invalid submissions, each with the error or result of the answer. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  findPoolBlock,
  type PoolBlock,
  type PoolOptions,
  submission,
  tagScript,
  type Way,
  type WireSubmitted,
  type WireWork,
  wordOf,
} from "../pool-miner.js";
import type { RpcAnswer } from "../rpc.js";

/** The values from which invalid submissions are made. */
export interface Ground {
  /** The newest work. */
  readonly work: WireWork;
  /** Work that the node has already dropped. */
  readonly expired: WireWork;
  /** An accepted block. */
  readonly accepted: PoolBlock;
}

export type Request = readonly [method: string, params: readonly unknown[]];

export interface WrongSubmission {
  readonly name: string;
  make(ground: Ground): Request;
  readonly code?: -33000 | -32602 | -32005;
  /** A pattern of the error message. */
  readonly message?: RegExp;
  /** The rule in the error's data. */
  readonly rule?: string;
  /** The result, if the answer is not an error. */
  readonly word?: string;
  /** Is true if the answer depends on whether the work is still cached. */
  readonly isAboutWork?: boolean;
}

const notFound = /^Cannot publish block, could not find hash 0x[0-9a-f]{64} in the cache$/;
const invalid = /^Invalid block supplied by miner: [0-9a-f]{64} [0-9a-f]{64} at height \d+$/;
const blockBytesMax = 4_000_000;
const large = "00".repeat(blockBytesMax + 1);

/** Submits a block with these options in this way. */
const found =
  (way: Way, options: PoolOptions) =>
  ({ work }: Ground): Request =>
    submission(way, findPoolBlock(work, options));

/** Changes one parameter of a valid submission. */
const changed =
  (way: Way, at: number, change: (value: string) => unknown) =>
  ({ work }: Ground): Request => {
    const [method, params] = submission(way, findPoolBlock(work, { payments: 3 }));
    return [method, params.map((value, i) => (i === at ? change(value) : value))];
  };

const otherHash = (list: string) =>
  list.replace(/[0-9a-f]{64}$/, () => randomBytes(32).toString("hex"));

const mining = { code: -33000 } as const;
const params = { code: -32602 } as const;
const proof = { ...mining, message: invalid, isAboutWork: true } as const;

export const wrongSubmissions: readonly WrongSubmission[] = [
  {
    name: "work out of the cache",
    ...mining,
    message: notFound,
    make: ({ expired }) => submission("partial", findPoolBlock(expired)),
  },
  {
    name: "work nobody gave",
    ...mining,
    message: notFound,
    make: found("partial", { scripts: () => [tagScript(randomBytes(32))] }),
  },
  {
    name: "another tag after the work's",
    ...mining,
    message: notFound,
    make: found("block", { scripts: (hash) => [tagScript(hash), tagScript(randomBytes(32))] }),
  },
  {
    name: "no tag",
    ...mining,
    message: /^Cannot read the block: tag missing/,
    make: found("transactions", { scripts: (hash) => [hash] }),
  },
  {
    name: "a tag cut short",
    ...mining,
    message: /^Cannot read the block: tag missing/,
    make: found("partial", { scripts: (hash) => [tagScript(hash.subarray(0, 20))] }),
  },
  {
    name: "too much after the tag",
    ...proof,
    rule: "merged-mining/tail-too-long",
    make: found("partial", { scripts: (hash) => [tagScript(hash), Buffer.alloc(140)] }),
  },
  {
    name: "work that was not done",
    ...proof,
    rule: "merged-mining/work-above-target",
    make: found("partial", { isIdle: true }),
  },
  {
    name: "a block whose work was not done",
    ...proof,
    rule: "merged-mining/work-above-target",
    make: found("block", { isIdle: true, payments: 5 }),
  },
  {
    name: "a sibling of another tree",
    ...proof,
    rule: "merged-mining/branch-root",
    make: changed("partial", 3, otherHash),
  },
  {
    name: "a sibling too few",
    ...proof,
    rule: "merged-mining/branch-root",
    make: changed("partial", 3, (list) => list.split(" ").slice(0, -1).join(" ")),
  },
  {
    name: "the id of another transaction",
    ...proof,
    rule: "merged-mining/branch-root",
    make: changed("transactions", 3, otherHash),
  },
  {
    name: "a block that ends early",
    ...proof,
    rule: "submission/block-unreadable",
    make: changed("block", 0, (block) => block.slice(0, -20)),
  },
  {
    name: "a coinbase cut short",
    ...mining,
    message:
      /^Cannot read the block: coinbase unreadable, expected a Bitcoin transaction .*, found \d+ bytes that are none, or cut short/,
    make: changed("partial", 2, (coinbase) => coinbase.slice(0, -20)),
  },
  {
    name: "a header cut short",
    ...mining,
    message: /^Cannot read the block: header length, expected 80, found 79$/,
    make: changed("transactions", 1, (header) => header.slice(2)),
  },
  {
    name: "bytes that are no block",
    ...mining,
    message:
      /^Cannot read the block: block unreadable, expected a Bitcoin block: .*, found 300 bytes that are none, or cut short, or too long$/,
    make: () => ["mnr_submitBitcoinBlock", [`0x${"ff".repeat(300)}`]],
  },
  {
    name: "no hashes",
    ...mining,
    message: /^The list of merkle hashes can't be empty$/,
    make: changed("partial", 3, () => ""),
  },
  {
    name: "a block that came before",
    word: "EXIST",
    make: ({ accepted }) => submission("partial", accepted),
    isAboutWork: true,
  },
  {
    name: "text that is no hex",
    ...params,
    message: /params\[0\] \(block\)/,
    make: () => ["mnr_submitBitcoinBlock", ["this is not hex"]],
  },
  {
    name: "half a byte",
    ...params,
    message: /params\[2\] \(coinbase\)/,
    make: changed("partial", 2, (coinbase) => coinbase.slice(1)),
  },
  {
    name: "a hash of 31 bytes",
    ...params,
    message: /params\[3\] \(txnHashes\)/,
    make: changed("transactions", 3, (list) => list.slice(2)),
  },
  {
    name: "a parameter of another type",
    ...params,
    message: /params\[4\] \(blockTxnCount\)/,
    make: changed("partial", 4, () => 4),
  },
];

/** A submission of eight million digits, which is sent rarely. */
export const oversized: WrongSubmission = {
  name: "more bytes than a block may have",
  code: -32005,
  message: /bitcoin-block-bytes is at most 4000000/,
  make: () => ["mnr_submitBitcoinBlock", [large]],
};

/** @param mayBeForgotten true if the work may have left the cache before the answer. */
export function assertAnswer(
  wrong: WrongSubmission,
  { result, error }: RpcAnswer,
  mayBeForgotten: boolean,
): void {
  const { name } = wrong;
  if (mayBeForgotten && wrong.isAboutWork && notFound.test(error?.message ?? "")) return;
  if (wrong.word !== undefined) {
    assert.ok(result, `${name}: ${error?.message}`);
    assert.equal(wordOf(result as WireSubmitted), wrong.word, name);
    return;
  }
  assert.equal(error?.code, wrong.code, `${name}: ${error?.message ?? JSON.stringify(result)}`);
  assert.match(error?.message ?? "", wrong.message ?? /./, name);
  if (wrong.rule !== undefined) assert.deepEqual(error?.data, { rule: wrong.rule }, name);
}
