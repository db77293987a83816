/** Finds the block of another chain to fork. */
import { Fault, fromHex, toHex, toQuantity } from "@tandem/primitives";
import { RpcError } from "@tandem/rpc";
import type { RemoteNode } from "./remote-node.js";

/** The stored data of the block, so that a node restarts without reading the other chain. */
export interface ForkPoint {
  readonly chainId: number;
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: number;
  readonly gasLimit: string;
}

/** Reports that another chain cannot be forked; the message says why. */
export class ForkRefused extends Error {
  /** The invalid part: the node, or the height. */
  readonly part: "url" | "block";

  constructor(part: "url" | "block", message: string, cause?: unknown) {
    super(message, { cause });
    this.part = part;
  }
}

/**
 * @param number of the block; undefined for the newest.
 * @throws {ForkRefused}
 */
export async function findForkPoint(
  node: RemoteNode,
  number: number | undefined,
): Promise<ForkPoint> {
  const ref = number === undefined ? "latest" : toQuantity(number);
  try {
    const [chainId, block] = await Promise.all([
      node.call("eth_chainId", []) as Promise<string>,
      node.call("eth_getBlockByNumber", [ref, false]) as Promise<Record<string, string> | null>,
    ]);
    if (block === null || block === undefined) {
      throw new ForkRefused("block", `${node.address} has no block ${number}`);
    }
    return {
      chainId: Number(chainId),
      number: Number(block.number),
      hash: toHex(fromHex(`${block.hash}`)),
      parentHash: toHex(fromHex(`${block.parentHash}`)),
      timestamp: Number(block.timestamp),
      gasLimit: `${BigInt(`${block.gasLimit}`)}`,
    };
  } catch (cause) {
    if (cause instanceof Fault || cause instanceof RpcError) {
      throw new ForkRefused("url", cause.message, cause);
    }
    throw cause;
  }
}
