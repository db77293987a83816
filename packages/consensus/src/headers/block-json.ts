/** Converts JSON-RPC blocks to headers. */
import {
  decodeHeader,
  emptyBytes,
  encodeHeader,
  type Header,
  type HeaderExtension,
  type JsonObject,
  unusableData,
} from "@tandem/primitives";
import { bytesField, countField, integerField } from "./json-fields.js";

/** Returns whether an object has the fields that only a merge-mined block has. */
export const isBlockJson = (value: JsonObject): boolean =>
  ["parentHash", "bitcoinMergedMiningHeader", "bitcoinMergedMiningCoinbaseTransaction"].every(
    (name) => name in value,
  );

/** Returns a merged-mining field; null in a block without proof. */
const proofField = (block: JsonObject, name: string): Uint8Array =>
  block[name] === null ? emptyBytes : bytesField(block, name);

function uncleCountOf({ uncles }: JsonObject): number {
  if (Array.isArray(uncles)) return uncles.length;
  throw unusableData("uncles: expected a list");
}

/** The maximum edge, of two bytes. */
const edgeMax = 0xffff;

/** Encodes edges as two bytes each, little-endian. */
function encodeEdges(edges: readonly unknown[]): Uint8Array {
  const out = new Uint8Array(2 * edges.length);
  const view = new DataView(out.buffer);
  for (const [i, edge] of edges.entries()) {
    const value = countField({ edge }, "edge");
    if (value > edgeMax)
      throw unusableData(`rskPteEdges: expected at most ${edgeMax}, found ${value}`);
    view.setUint16(2 * i, value, true);
  }
  return out;
}

/**
 * Returns the extensions that the header may have: JSON omits the version, and only a list of edges
 * shows that there is one. Only one of them results in the block's hash.
 */
function possibleExtensions(block: JsonObject): readonly (HeaderExtension | undefined)[] {
  if (!Array.isArray(block.rskPteEdges)) return [undefined];
  const edges = encodeEdges(block.rskPteEdges);
  const events = [emptyBytes];
  if (typeof block.baseEvent === "string") events.push(bytesField(block, "baseEvent"));
  return [
    { version: 1, edges },
    ...events.map((baseEvent) => ({ version: 2, edges, baseEvent }) as const),
  ];
}

/**
 * Returns the headers that the block may have: with and without `ummRoot`, with each possible
 * extension.
 * @throws {Fault} `unusable-data` when a field is missing or malformed.
 */
export function headersOfBlockJson(block: JsonObject): readonly Header[] {
  const common: Header = {
    parentHash: bytesField(block, "parentHash"),
    unclesHash: bytesField(block, "sha3Uncles"),
    coinbase: bytesField(block, "miner"),
    stateRoot: bytesField(block, "stateRoot"),
    transactionsRoot: bytesField(block, "transactionsRoot"),
    receiptsRoot: bytesField(block, "receiptsRoot"),
    logsBloom: bytesField(block, "logsBloom"),
    difficulty: integerField(block, "difficulty"),
    number: countField(block, "number"),
    gasLimit: integerField(block, "gasLimit"),
    gasUsed: integerField(block, "gasUsed"),
    timestamp: countField(block, "timestamp"),
    extraData: bytesField(block, "extraData"),
    paidFees: integerField(block, "paidFees"),
    minimumGasPrice: integerField(block, "minimumGasPrice"),
    uncleCount: uncleCountOf(block),
    bitcoinMergedMiningHeader: proofField(block, "bitcoinMergedMiningHeader"),
    bitcoinMergedMiningMerkleProof: proofField(block, "bitcoinMergedMiningMerkleProof"),
    bitcoinMergedMiningCoinbaseTransaction: proofField(
      block,
      "bitcoinMergedMiningCoinbaseTransaction",
    ),
  };
  const extended = possibleExtensions(block).map((extension) => ({
    ...common,
    ummRoot: emptyBytes,
    ...(extension ? { extension } : {}),
  }));
  return [...extended, common];
}

/** Returns the header if its fields have the right lengths. @throws {TypeError} otherwise. */
export const checkLengths = (header: Header): Header => decodeHeader(encodeHeader(header));
