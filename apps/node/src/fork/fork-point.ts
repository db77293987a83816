/** Finds the block of another chain to fork. */
import {
  chainIdMax,
  Fault,
  gasLimitMax,
  timestampMax,
  toHex,
  toQuantity,
} from "@tandem/primitives";
import { RpcError } from "@tandem/rpc";
import { bytesIn, countIn, quantityIn, unexpected } from "./answers.js";
import { forkLimits } from "./limits.js";
import type { RemoteNode } from "./remote-node.js";

/** The stored data of the block, so that a node restarts without reading the other chain. */
export interface ForkPoint {
  readonly chainId: number;
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: number;
  readonly gasLimit: string;
  /** In wei; undefined for a block without one, or stored by an older version. */
  readonly baseFeePerGas?: string | undefined;
  /** The coinbase; undefined if the node does not tell it, or stored by an older version. */
  readonly miner?: string | undefined;
  /** The address of the node for people; undefined if stored by an older version. */
  readonly address?: string | undefined;
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

/** Returns the id of the chain of a node, for which transactions can be signed. @throws {Fault} `execution-failed`. */
export function chainIdIn(answer: unknown, node: Pick<RemoteNode, "address">): number {
  const asked = { node, method: "eth_chainId" };
  const chainId = countIn(answer, asked, chainIdMax);
  if (chainId > 0) return chainId;
  throw unexpected(asked, "a positive number", answer);
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
    const method = "eth_getBlockByNumber";
    const [chainId, block] = await Promise.all([
      node.call("eth_chainId", []),
      node.call(method, [ref, false]) as Promise<Readonly<Record<string, unknown>> | null>,
    ]);
    if (block === null || block === undefined) {
      if (number === undefined) throw new ForkRefused("url", `${node.address} has no latest block`);
      throw new ForkRefused("block", `${node.address} has no block ${number}`);
    }
    const asked = { node, method };
    const found = countIn(block.number, asked, forkLimits.heightMax);
    if (number !== undefined && found !== number) {
      throw unexpected(asked, `block ${number}`, block.number);
    }
    return {
      chainId: chainIdIn(chainId, node),
      number: found,
      hash: toHex(bytesIn(block.hash, asked, 32)),
      parentHash: toHex(bytesIn(block.parentHash, asked, 32)),
      timestamp: countIn(block.timestamp, asked, timestampMax),
      gasLimit: `${quantityIn(block.gasLimit, asked, gasLimitMax)}`,
      baseFeePerGas:
        block.baseFeePerGas == null ? undefined : `${quantityIn(block.baseFeePerGas, asked)}`,
      miner: block.miner == null ? undefined : toHex(bytesIn(block.miner, asked, 20)),
      address: node.address,
    };
  } catch (cause) {
    if (cause instanceof Fault || cause instanceof RpcError) {
      throw new ForkRefused("url", cause.message, cause);
    }
    throw cause;
  }
}
