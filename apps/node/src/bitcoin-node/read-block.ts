/** Reads blocks of a Bitcoin node for a fork monitor. */
import { type ReadBlock, readObservedBlock } from "@tandem/consensus";
import { fromHex } from "@tandem/primitives";
import { type BitcoinRpc, BitcoinRpcError, type CallOptions } from "./rpc.js";

const badAnswer = (message: string, cause?: unknown) =>
  new BitcoinRpcError("bad-answer", message, { cause });

/**
 * Returns the height of the node's newest block.
 * @throws {BitcoinRpcError} if there is no such answer.
 */
export async function readBitcoinHeight(node: BitcoinRpc, options?: CallOptions): Promise<number> {
  const height = await node.call("getblockcount", [], options);
  if (typeof height === "number" && Number.isSafeInteger(height)) return height;
  throw badAnswer("getblockcount: expected a number");
}

/**
 * Returns the block at a height of the node's main chain.
 * @throws {BitcoinRpcError} if there is no such answer.
 */
export async function readBitcoinBlock(
  node: BitcoinRpc,
  height: number,
  options?: CallOptions,
): Promise<ReadBlock> {
  const hash = await node.call("getblockhash", [height], options);
  // `false` requests the raw block. Older nodes do not accept the equivalent 0.
  const raw = await node.call("getblock", [hash, false], options);
  if (typeof raw !== "string") throw badAnswer(`getblock ${height}: expected hex`);
  try {
    return readObservedBlock(height, fromHex(`0x${raw}`));
  } catch (cause) {
    throw badAnswer(`getblock ${height}: expected the bytes of a block`, cause);
  }
}
