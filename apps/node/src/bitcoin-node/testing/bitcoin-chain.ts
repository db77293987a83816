/** Creates chains of raw Bitcoin blocks for tests, and answers the calls that read them. */
import {
  createCoinbase,
  encodeBitcoinBlock,
  encodeBitcoinHeader,
  hashBitcoinHeader,
  toDisplay,
} from "@tandem/bitcoin";
import { tagScript } from "@tandem/consensus";

/**
 * Returns blocks linked by hash on top of others. Each tags the 32 bytes that `tagAt` returns for
 * its height.
 */
export function extendBitcoin(
  blocks: readonly Uint8Array[],
  count: number,
  tagAt: (height: number) => Uint8Array | undefined,
): Uint8Array[] {
  const chain = [...blocks];
  for (let height = blocks.length; height < blocks.length + count; height++) {
    const last = chain.at(-1);
    const tag = tagAt(height);
    const coinbase = createCoinbase({
      height: height + 100,
      extraNonce: new Uint8Array(4),
      outputs: tag === undefined ? [] : [{ value: 0n, script: tagScript(tag) }],
    });
    const header = encodeBitcoinHeader({
      version: 1,
      previousHash: last ? hashBitcoinHeader(last.subarray(0, 80)) : new Uint8Array(32),
      merkleRoot: tag ?? new Uint8Array(32),
      time: 1_700_000_000 + height,
      bits: 0x207fffff,
      nonce: 0,
    });
    chain.push(encodeBitcoinBlock({ header, transactions: [coinbase, coinbase] }));
  }
  return chain;
}

/** Returns the hash of a block in hex, as Bitcoin nodes show it. */
export const bitcoinHashOf = (block: Uint8Array): string =>
  Buffer.from(toDisplay(hashBitcoinHeader(block.subarray(0, 80)))).toString("hex");

/** Answers like a Bitcoin node that has these blocks; null for unknown ones. */
export function answerBitcoin(
  blocks: readonly Uint8Array[],
  method: string,
  [first, second]: readonly unknown[],
): unknown {
  if (method === "getblockcount") return blocks.length - 1;
  if (method === "getblockhash")
    return bitcoinHashOf(blocks[first as number] ?? new Uint8Array(80));
  if (method !== "getblock" || second !== false) return null;
  const block = blocks.find((one) => bitcoinHashOf(one) === first);
  return Buffer.from(block ?? []).toString("hex");
}
