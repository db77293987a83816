/** Reads headers whose proofs are shown: a block of the node, or text that somebody gives to the page. */
import { checkProofSteps, headersOfBlockJson, isBlockJson } from "@tandem/consensus";
import {
  bytesOfHex,
  type ChainSpec,
  decodeHeader,
  emptyBytes,
  type Header,
  hashHeader,
  isEqual,
  mainSpec,
  type Rules,
  rootstockMainnetSpec,
  rootstockTestnetSpec,
  rulesAt,
  testSpec,
} from "@tandem/primitives";
import type { Calls } from "@tandem/rpc/client";

/** A header, and what is said of it. */
export interface ProofSource {
  readonly header: Header;
  /** Undefined if the source does not state it. */
  readonly hash: Uint8Array | undefined;
  readonly hashForMergedMining: Uint8Array | undefined;
  readonly rules: Rules;
  /** The chain whose rules are applied. */
  readonly chain: string;
}

export type BlockAnswer = NonNullable<Awaited<ReturnType<Calls["eth_getBlockByHash"]>>>;

/** Returns the header of a block as the node gives it, with the rules of chains that begin with all of them. */
export function sourceOfAnswer(block: BlockAnswer): ProofSource {
  const common: Header = {
    parentHash: block.parentHash,
    unclesHash: block.sha3Uncles,
    coinbase: block.miner,
    stateRoot: block.stateRoot,
    transactionsRoot: block.transactionsRoot,
    receiptsRoot: block.receiptsRoot,
    logsBloom: block.logsBloom ?? emptyBytes,
    difficulty: block.difficulty,
    number: block.number ?? 0,
    gasLimit: block.gasLimit,
    gasUsed: block.gasUsed,
    timestamp: block.timestamp,
    extraData: block.extraData,
    paidFees: block.paidFees,
    minimumGasPrice: block.minimumGasPrice,
    uncleCount: block.uncles.length,
    ummRoot: emptyBytes,
    bitcoinMergedMiningHeader: block.bitcoinMergedMiningHeader,
    bitcoinMergedMiningMerkleProof: block.bitcoinMergedMiningMerkleProof,
    bitcoinMergedMiningCoinbaseTransaction: block.bitcoinMergedMiningCoinbaseTransaction,
  };
  return {
    header: common,
    hash: block.hash,
    hashForMergedMining: block.hashForMergedMining,
    rules: rulesAt(testSpec.forks, common.number),
    chain: "the node's chain",
  };
}

/** The chains whose headers can be read, public ones first, with the names that files use. */
const chains: readonly (readonly [string, ChainSpec])[] = [
  ["mainnet", rootstockMainnetSpec],
  ["testnet", rootstockTestnetSpec],
  ["test", testSpec],
  ["main", mainSpec],
];

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const unreadable =
  "This is none of: a header in RLP as 0x-hex, a block as JSON-RPC returns it, or a file { headers: [{ number, hash, rlp }] }.";

/**
 * Reads a header in RLP, a block in JSON, or a file of headers.
 * @throws {Error} with a sentence for people.
 */
export function sourcesOfText(text: string): readonly ProofSource[] {
  const trimmed = text.trim();
  if (trimmed.startsWith("0x")) return [sourceOfRlp(trimmed, undefined, undefined)];
  const file = parsed(trimmed);
  if (isObject(file) && Array.isArray(file.headers)) return file.headers.map(entryReader(file));
  const block = isObject(file) && isObject(file.result) ? file.result : file;
  if (isObject(block) && isBlockJson(block)) return [sourceOfBlock(block)];
  throw new Error(unreadable);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(unreadable);
  }
}

const entryReader =
  ({ network = "mainnet" }: JsonObject) =>
  (entry: unknown) => {
    const { rlp, hash } = Object(entry) as JsonObject;
    const stated = typeof hash === "string" ? bytesOfHex(hash) : undefined;
    return sourceOfRlp(`${rlp}`, stated, `${network}`);
  };

function sourceOfRlp(
  rlp: string,
  hash: Uint8Array | undefined,
  network: string | undefined,
): ProofSource {
  const bytes = bytesOfHex(rlp);
  if (bytes === undefined) throw new Error(unreadable);
  return bestOf([decodeHeader(bytes)], { hash, hashForMergedMining: undefined }, network);
}

function sourceOfBlock(block: JsonObject): ProofSource {
  const bytes = (name: string) => {
    const value = block[name];
    return typeof value === "string" ? bytesOfHex(value) : undefined;
  };
  const network = typeof block.network === "string" ? block.network : undefined;
  const stated = { hash: bytes("hash"), hashForMergedMining: bytes("hashForMergedMining") };
  return bestOf(headersOfBlockJson(block), stated, network);
}

type Stated = Pick<ProofSource, "hash" | "hashForMergedMining">;

/** Returns the form of header and the chain with which most holds. */
function bestOf(
  headers: readonly Header[],
  stated: Stated,
  network: string | undefined,
): ProofSource {
  const named = chains.filter(([name]) => name === network);
  const sources = headers.flatMap((header) =>
    (named.length > 0 ? named : chains).map(([chain, spec]) => {
      return { header, ...stated, rules: rulesAt(spec.forks, header.number), chain };
    }),
  );
  const misses = sources.map(missesOf);
  return sources[misses.indexOf(Math.min(...misses))] as ProofSource;
}

/** Counts the steps that do not hold; a header with another hash is not the one that is looked for. */
function missesOf({ header, rules, hash }: ProofSource): number {
  const steps = Object.values(checkProofSteps(header, rules));
  const isOther = hash !== undefined && !isEqual(hash, hashHeader(header));
  return steps.filter(({ state }) => state !== "holds").length + (isOther ? steps.length : 0);
}
