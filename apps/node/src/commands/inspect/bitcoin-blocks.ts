/** Reads a range of a Bitcoin node's main chain. */
import { UsageError } from "@tandem/cli";
import { bitcoinBlocksKept, type ObservedBlock, type ReadBlock } from "@tandem/consensus";
import { isEqual, unusableData } from "@tandem/primitives";
import { readBitcoinBlock, readBitcoinHeight } from "../../bitcoin-node/read-block.js";
import { type BitcoinRpc, BitcoinRpcError, bitcoinRpc } from "../../bitcoin-node/rpc.js";
import { createProgress } from "../../console/progress.js";
import { bitcoinBlocksAtOnce } from "./limits.js";

export interface BitcoinRange {
  readonly from?: number;
  /** The node's newest block by default. */
  readonly to?: number;
  /** The number of blocks up to the last one, if `from` is not given. */
  readonly last: number;
}

const failed = (message: string, cause?: unknown) =>
  unusableData(`--bitcoin-rpc: ${message}`, cause);

/**
 * @throws {UsageError} for an invalid address, and for too long a range.
 * @throws {Fault} `unusable-data` if the node does not answer, or if its chain changed meanwhile.
 */
export async function readBitcoinNode(url: string, range: BitcoinRange): Promise<ObservedBlock[]> {
  const node = connect(url);
  try {
    const newest = await readBitcoinHeight(node);
    const to = Math.min(range.to ?? newest, newest);
    const from = range.from ?? Math.max(0, to - range.last + 1);
    if (to - from >= bitcoinBlocksKept) {
      throw new UsageError(`--from: up to block ${to}, more than ${bitcoinBlocksKept} blocks`);
    }
    return await readRange(node, from, to);
  } catch (cause) {
    if (cause instanceof BitcoinRpcError) throw failed(cause.message, cause);
    throw cause;
  }
}

function connect(url: string): BitcoinRpc {
  try {
    return bitcoinRpc(url);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new UsageError(`--bitcoin-rpc: ${cause.message}`, { cause });
  }
}

async function readRange(node: BitcoinRpc, from: number, to: number): Promise<ReadBlock[]> {
  const blocks: ReadBlock[] = [];
  const progress = createProgress("Bitcoin blocks", Math.max(0, to - from + 1));
  try {
    for (let height = from; height <= to; height += bitcoinBlocksAtOnce) {
      const count = Math.min(bitcoinBlocksAtOnce, to - height + 1);
      const part = Array.from({ length: count }, (_, i) => readBitcoinBlock(node, height + i));
      for (const block of await Promise.all(part)) {
        const before = blocks.at(-1);
        if (before !== undefined && !isEqual(before.hash, block.previousHash)) {
          throw failed("Bitcoin's chain changed meanwhile: try again");
        }
        blocks.push(block);
      }
      progress.at(blocks.length);
    }
    return blocks;
  } finally {
    progress.end();
  }
}
