/**
 * Defines the header that `newHeads` sends: exactly the fields of specification section 2, or also
 * those that the clients of Ethereum's nodes require.
 */
import { type BlockHash, fromBigInt, type Header, padStart } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { address, bloom, bytes8, count, data, hash32, quantity } from "../codec/wire.js";

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

/** A header as Ethereum's nodes send it. */
export const ethereumHead = newHead.extend({
  baseFeePerGas: quantity,
  mixHash: hash32,
  nonce: bytes8,
});

const zeroHash = new Uint8Array(32);
const zeroNonce = new Uint8Array(8);

/**
 * Returns the fields of Ethereum's seal, which this chain's headers do not have.
 * @param prevRandao the value that opcode 0x44 returns if a developer set one.
 */
export const sealFields = (prevRandao: bigint | undefined) => ({
  mixHash: prevRandao === undefined ? zeroHash : padStart(fromBigInt(prevRandao), 32),
  nonce: zeroNonce,
});

/** @param prevRandao the value that opcode 0x44 returns in the block if a developer set one. */
export const showEthereumHead = (
  header: Header,
  hash: BlockHash,
  prevRandao: bigint | undefined,
): z.output<typeof ethereumHead> => ({
  ...showHead(header, hash),
  baseFeePerGas: header.minimumGasPrice,
  ...sealFields(prevRandao),
});

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
