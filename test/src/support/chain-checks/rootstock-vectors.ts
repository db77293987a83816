/** Reads real headers and blocks of Rootstock's networks: see vectors/rootstock/PROVENANCE.md. */
import { readdirSync, readFileSync } from "node:fs";
import {
  emptyBytes,
  fromHex,
  type Header,
  type HeaderExtension,
  toHex,
  toQuantity,
} from "@tandem/primitives";

const folder = new URL("../../../vectors/rootstock/", import.meta.url);

export interface ListedHeader {
  readonly number: number;
  readonly hash: string;
  readonly rlp: string;
}

export type BlockJson = Readonly<Record<string, unknown>>;

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

export function readHeaderList(name: string): readonly ListedHeader[] {
  return (readJson(name) as { headers: ListedHeader[] }).headers;
}

/** Returns every block in `blocks/` that has merged-mining fields, by file name. */
export function readBlocks(): ReadonlyMap<string, BlockJson> {
  const names = readdirSync(new URL("blocks/", folder)).sort();
  const blocks = names.map((name) => [name, readJson(`blocks/${name}`) as BlockJson] as const);
  return new Map(blocks.filter(([, block]) => "bitcoinMergedMiningHeader" in block));
}

/** Returns the header of a block. The height at which `ummRoot` begins depends on the network. */
export function headerOfBlock(block: BlockJson, hasUmmRoot: boolean): Header {
  const bytes = (name: string) => fromHex(String(block[name]));
  const integer = (name: string) => BigInt(block[name] as string | number);
  const extension: HeaderExtension = { version: 1, edges: emptyBytes };
  return {
    parentHash: bytes("parentHash"),
    unclesHash: bytes("sha3Uncles"),
    coinbase: bytes("miner"),
    stateRoot: bytes("stateRoot"),
    transactionsRoot: bytes("transactionsRoot"),
    receiptsRoot: bytes("receiptsRoot"),
    logsBloom: bytes("logsBloom"),
    difficulty: integer("difficulty"),
    number: Number(integer("number")),
    gasLimit: integer("gasLimit"),
    gasUsed: integer("gasUsed"),
    timestamp: Number(integer("timestamp")),
    extraData: bytes("extraData"),
    paidFees: integer("paidFees"),
    minimumGasPrice: integer("minimumGasPrice"),
    uncleCount: (block.uncles as unknown[]).length,
    ...(hasUmmRoot ? { ummRoot: emptyBytes } : {}),
    ...(Array.isArray(block.rskPteEdges) ? { extension } : {}),
    bitcoinMergedMiningHeader: bytes("bitcoinMergedMiningHeader"),
    bitcoinMergedMiningMerkleProof: bytes("bitcoinMergedMiningMerkleProof"),
    bitcoinMergedMiningCoinbaseTransaction: bytes("bitcoinMergedMiningCoinbaseTransaction"),
  };
}

/** Returns the block with the fields of a changed header, in the form of the RPC. */
export function blockOfHeader(block: BlockJson, header: Header, hash: Uint8Array): BlockJson {
  const { hashForMergedMining: _, ...rest } = block;
  return {
    ...rest,
    hash: toHex(hash),
    parentHash: toHex(header.parentHash),
    sha3Uncles: toHex(header.unclesHash),
    miner: toHex(header.coinbase),
    stateRoot: toHex(header.stateRoot),
    transactionsRoot: toHex(header.transactionsRoot),
    receiptsRoot: toHex(header.receiptsRoot),
    logsBloom: toHex(header.logsBloom),
    difficulty: toQuantity(header.difficulty),
    number: toQuantity(header.number),
    gasLimit: toQuantity(header.gasLimit),
    gasUsed: toQuantity(header.gasUsed),
    timestamp: toQuantity(header.timestamp),
    extraData: toHex(header.extraData),
    paidFees: toQuantity(header.paidFees),
    minimumGasPrice: toQuantity(header.minimumGasPrice),
    uncles: Array<string>(header.uncleCount).fill(`0x${"00".repeat(32)}`),
    bitcoinMergedMiningHeader: toHex(header.bitcoinMergedMiningHeader),
    bitcoinMergedMiningMerkleProof: toHex(header.bitcoinMergedMiningMerkleProof),
    bitcoinMergedMiningCoinbaseTransaction: toHex(header.bitcoinMergedMiningCoinbaseTransaction),
  };
}
