/**
 * Implements a pool's side of merged mining, from the descriptions of the reference and of Bitcoin
 * alone: coinbase, Merkle tree, nonce, and the three ways to submit a block. It shares no code with
 * the node.
 */
import { createHash } from "node:crypto";
import type { Hex } from "./wire.js";

/** The result of `mnr_getWork`. */
export interface WireWork {
  readonly blockHashForMergedMining: Hex;
  readonly target: Hex;
  readonly feesPaidToMiner: string;
  readonly notify: boolean;
  readonly parentBlockHash: Hex;
}

/** The result of a submission. */
export interface WireSubmitted {
  readonly blockImportedResult: Hex;
  readonly blockHash: Hex;
  readonly blockIncludedHeight: Hex;
}

export const wordOf = ({ blockImportedResult }: WireSubmitted): string =>
  Buffer.from(blockImportedResult.slice(2), "hex").toString("ascii");

export const ways = ["block", "transactions", "partial"] as const;
export type Way = (typeof ways)[number];

export interface PoolOptions {
  /** Unix seconds of the Bitcoin header; the current time by default. */
  readonly time?: number;
  /** The name in the coinbase script. */
  readonly name?: string;
  /** The number of transactions besides the coinbase. */
  readonly payments?: number;
  /** Whether blocks and coinbases are sent in the form of BIP-144. */
  readonly hasWitness?: boolean;
  /** Returns the coinbase's output scripts; by default one with the work's tag. */
  readonly scripts?: (hash: Buffer) => readonly Buffer[];
  /** Is true for a nonce that misses the target. */
  readonly isIdle?: boolean;
}

/** A Bitcoin block, with hashes in the order of computation. */
export interface PoolBlock {
  readonly header: Buffer;
  readonly coinbase: Buffer;
  readonly transactions: readonly Buffer[];
  readonly ids: readonly Buffer[];
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
const doubleSha256 = (bytes: Buffer) => sha256(sha256(bytes));
const reversed = (bytes: Buffer) => Buffer.from(bytes).reverse();
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Prefixes bytes with their length as Bitcoin encodes it, up to 65,535. */
function sized(bytes: Buffer): Buffer {
  const { length } = bytes;
  const prefix =
    length < 0xfd ? Buffer.from([length]) : Buffer.from([0xfd, length & 0xff, length >> 8]);
  return Buffer.concat([prefix, bytes]);
}

/** Returns OP_RETURN and a push of the tag. */
export const tagScript = (hash: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x6a, 0x29]), Buffer.from("RSKBLOCK:"), hash]);

interface Parts {
  readonly input: Buffer;
  readonly script: Buffer;
  readonly scripts: readonly Buffer[];
}

/** Returns a transaction with one input and outputs without value, without and with a witness. */
function transaction({ input, script, scripts }: Parts): { plain: Buffer; witness: Buffer } {
  const version = u32(2);
  const outputs = scripts.map((one) => Buffer.concat([Buffer.alloc(8), sized(one)]));
  const body = Buffer.concat([
    Buffer.from([1]),
    input,
    sized(script),
    u32(0xffffffff),
    Buffer.from([outputs.length]),
    ...outputs,
  ]);
  const witness = Buffer.concat([Buffer.from([1]), sized(Buffer.alloc(32, 0x77))]);
  return {
    plain: Buffer.concat([version, body, u32(0)]),
    witness: Buffer.concat([version, Buffer.from([0, 1]), body, witness, u32(0)]),
  };
}

function above(level: readonly Buffer[]): Buffer[] {
  const next: Buffer[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] as Buffer;
    next.push(doubleSha256(Buffer.concat([left, level[i + 1] ?? left])));
  }
  return next;
}

/** Returns the root of the tree, and the siblings of its first leaf from the bottom up. */
function merkle(ids: readonly Buffer[]): { root: Buffer; siblings: Buffer[] } {
  const siblings: Buffer[] = [];
  let level = [...ids];
  while (level.length > 1) {
    siblings.push(level[1] as Buffer);
    level = above(level);
  }
  return { root: level[0] as Buffer, siblings };
}

const unixSeconds = () => Math.floor(Date.now() / 1000);

let counter = 0;

/** Finds a block for the work. Each block is different, even with the same options. */
export function findPoolBlock(work: WireWork, options: PoolOptions = {}): PoolBlock {
  const { time = unixSeconds(), name = "pool", payments = 0, hasWitness = false } = options;
  const { isIdle = false, scripts = (hash: Buffer) => [tagScript(hash)] } = options;
  const hash = Buffer.from(work.blockHashForMergedMining.slice(2), "hex");
  const marked = Buffer.concat([Buffer.from([0x51]), Buffer.from(name), u32(counter++)]);
  const nothing = Buffer.concat([Buffer.alloc(32), u32(0xffffffff)]);
  const made = [
    transaction({ input: nothing, script: marked, scripts: scripts(hash) }),
    ...Array.from({ length: payments }, (_, i) =>
      transaction({
        input: Buffer.concat([sha256(marked), u32(i)]),
        script: Buffer.alloc(i * 40),
        scripts: [Buffer.alloc(25)],
      }),
    ),
  ];
  const ids = made.map(({ plain }) => doubleSha256(plain));
  const transactions = made.map((one) => (hasWitness ? one.witness : one.plain));
  const start = Buffer.concat([u32(0x20000000), sha256(marked), merkle(ids).root, u32(time)]);
  const bits = Buffer.from("ffff7f20", "hex");
  for (let nonce = 0; ; nonce++) {
    const header = Buffer.concat([start, bits, u32(nonce)]);
    const value = BigInt(`0x${reversed(doubleSha256(header)).toString("hex")}`);
    if (value <= BigInt(work.target) !== isIdle) {
      return { header, coinbase: transactions[0] as Buffer, transactions, ids };
    }
  }
}

const hex = (bytes: Buffer) => bytes.toString("hex");

/** Returns the method and parameters that submit the block: hex without 0x, as pools write it. */
export function submission(way: Way, block: PoolBlock): readonly [string, readonly string[]] {
  const { header, coinbase, transactions, ids } = block;
  const name = hex(reversed(doubleSha256(header)));
  switch (way) {
    case "block": {
      const whole = Buffer.concat([header, Buffer.from([transactions.length]), ...transactions]);
      return ["mnr_submitBitcoinBlock", [hex(whole)]];
    }
    case "transactions": {
      const list = ids.map((id) => hex(reversed(id))).join(" ");
      return ["mnr_submitBitcoinBlockTransactions", [name, hex(header), hex(coinbase), list]];
    }
    case "partial": {
      const hashes = [ids[0] as Buffer, ...merkle(ids).siblings].map(hex).join(" ");
      const count = ids.length.toString(16);
      const params = [name, hex(header), hex(coinbase), hashes, count];
      return ["mnr_submitBitcoinBlockPartialMerkle", params];
    }
  }
}
