/** Implements the methods that contract/branches.ts declares. */
import { consensusForks, evmForks } from "@tandem/primitives";
import type { HiddenFork } from "../backend/fork-alerts.js";
import type * as contract from "../contract/branches.js";
import { witnessesMax } from "../contract/shape/fork-alerts.js";
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

export const getBlocksByNumber: Handler<typeof contract.getBlocksByNumber> = async (
  node,
  { number },
) => {
  const blocks = await node.blocksAtHeights(number, number);
  const shown = await Promise.all(
    blocks.map(async ({ hash, isCanonical }) => ({
      block: await node.block({ hash }),
      inMainChain: isCanonical,
    })),
  );
  // A block can be removed while the others are read.
  return shown.flatMap(({ block, inMainChain }) =>
    block?.hash === undefined
      ? []
      : { hash: block.hash, totalDifficulty: block.totalDifficulty, inMainChain },
  );
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

export const getForkAlerts: Handler<typeof contract.getForkAlerts> = (node) => {
  const alerts = node.forkAlerts();
  if (alerts === undefined) return undefined;
  const { bitcoin, tags, headNumber, failure, forks } = alerts;
  return {
    bitcoinFrom: bitcoin?.from,
    bitcoinTo: bitcoin?.to,
    tags,
    headNumber,
    failure,
    forks: forks.map(showFork),
  };
};

const showFork = ({ id, range, lastHeight, witnesses, pace, ...fork }: HiddenFork) => ({
  firstBitcoinHeight: id,
  level: fork.level,
  levelName: fork.levelName,
  leftAfter: range.from,
  leftBefore: range.to,
  lengthMin: fork.lengthMin,
  lengthMax: fork.lengthMax,
  lastNumber: lastHeight,
  ahead: fork.ahead,
  share: fork.share,
  witnessCount: fork.witnessCount,
  witnesses: witnesses.slice(-witnessesMax).map(({ bitcoinHeight, bitcoinHash, time, tag }) => ({
    bitcoinHeight,
    bitcoinHash,
    timestamp: time,
    blockNumber: tag.height,
    prefix: tag.prefix,
  })),
  // An extrapolation may result in a time before 1970.
  beganAt: pace && Math.max(0, pace.beganAt),
  reaches4000At: pace && Math.max(0, pace.reaches4000At),
});
