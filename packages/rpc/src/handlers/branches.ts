/** Implements the methods that contract/branches.ts declares. */
import { consensusForks, evmForks } from "@tandem/primitives";
import type * as contract from "../contract/branches.js";
import { importResultOf } from "../contract/shape/work.js";
import type { Handler } from "./handler.js";

export const getBlocksByHeight: Handler<typeof contract.getBlocksByHeight> = async (
  node,
  { from, count },
) => {
  const blocks = await node.blocksAtHeights(from, from + count - 1);
  return blocks.map(({ hash, header, isCanonical }) => ({
    number: header.number,
    hash,
    parentHash: header.parentHash,
    miner: header.coinbase,
    timestamp: header.timestamp,
    difficulty: header.difficulty,
    canonical: isCanonical,
  }));
};

export const getForks: Handler<typeof contract.getForks> = ({ forks }) =>
  [...consensusForks, ...evmForks].flatMap((name) => {
    const blockNumber = forks[name];
    return blockNumber === undefined ? [] : { name, blockNumber };
  });

export const getSubmissions: Handler<typeof contract.getSubmissions> = (node) => {
  const { counts, latest } = node.submissions();
  return {
    counts: {
      IMPORTED_BEST: counts.head,
      IMPORTED_NOT_BEST: counts.side,
      EXIST: counts.known,
      INVALID_BLOCK: counts.invalid,
      NO_PARENT: counts["no-parent"],
      REFUSED: counts.refused,
    },
    latest: latest.map(({ timestamp, status, block, reason }) => ({
      timestamp,
      result: status === "refused" ? "REFUSED" : importResultOf[status],
      blockNumber: block?.number,
      blockHash: block?.hash,
      reason,
    })),
  };
};
