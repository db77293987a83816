/** Defines the header that `newHeads` sends: exactly the fields of specification section 2. */
import type { BlockHash, Header } from "@tandem/primitives";
import { z } from "zod";
import { address, bloom, count, data, hash32, quantity } from "../codec/wire.js";

export const newHead = z
  .object({
    difficulty: quantity,
    extraData: data,
    gasLimit: quantity,
    gasUsed: quantity,
    logsBloom: bloom,
    miner: address,
    number: count,
    parentHash: hash32,
    receiptsRoot: hash32,
    sha3Uncles: hash32,
    stateRoot: hash32,
    timestamp: count,
    transactionsRoot: hash32,
    hash: hash32,
  })
  .meta({ id: "NewHead" });

export function showHead(header: Header, hash: BlockHash): z.output<typeof newHead> {
  return {
    difficulty: header.difficulty,
    extraData: header.extraData,
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    logsBloom: header.logsBloom,
    miner: header.coinbase,
    number: header.number,
    parentHash: header.parentHash,
    receiptsRoot: header.receiptsRoot,
    sha3Uncles: header.unclesHash,
    stateRoot: header.stateRoot,
    timestamp: header.timestamp,
    transactionsRoot: header.transactionsRoot,
    hash,
  };
}
