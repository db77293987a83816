/** Reads headers whose proofs are shown: a block of the node, or text that a user enters. */
import { checkProofSteps, headersOfBlockJson, isBlockJson } from "@tandem/consensus";
import {
  bytesOfHex,
  type ChainSpec,
  decodeBlockHeaders,
  decodeHeader,
  emptyBytes,
  type ForkHeights,
  type Header,
  hashHeader,
  isEqual,
  isJsonObject,
  type JsonObject,
  mainSpec,
  type Rules,
  rlpListContent,
  rlpParts,
  rootstockMainnetSpec,
  rootstockTestnetSpec,
  rulesAt,
  testSpec,
} from "@tandem/primitives";
import type { Calls, MergeMined } from "@tandem/rpc/client";

/** A header with its stated values. */
export interface ProofSource {
  readonly header: Header;
  /** Undefined if the source does not state it. */
  readonly hash: Uint8Array | undefined;
  readonly hashForMergedMining: Uint8Array | undefined;
  readonly rules: Rules;
  /** The chain whose rules are applied. */
  readonly chain: string;
}

export type BlockAnswer = MergeMined<NonNullable<Awaited<ReturnType<Calls["eth_getBlockByHash"]>>>>;

/** Reads the heights at which the forks of the node's chain begin. */
export async function readForks(reads: Pick<Calls, "tandem_getForks">): Promise<ForkHeights> {
  const forks = await reads.tandem_getForks();
  return Object.fromEntries(forks.map(({ name, blockNumber }) => [name, blockNumber]));
}

/** Returns the header of a block of the node, with the rules of its chain. */
export function sourceOfAnswer(block: BlockAnswer, forks: ForkHeights): ProofSource {
  const rules = rulesAt(forks, block.number ?? 0);
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
    ...(rules.ummRoot ? { ummRoot: emptyBytes } : {}),
    bitcoinMergedMiningHeader: block.bitcoinMergedMiningHeader,
    bitcoinMergedMiningMerkleProof: block.bitcoinMergedMiningMerkleProof,
    bitcoinMergedMiningCoinbaseTransaction: block.bitcoinMergedMiningCoinbaseTransaction,
  };
  return {
    header: common,
    hash: block.hash,
    hashForMergedMining: block.hashForMergedMining,
    rules,
    chain: ownChain,
  };
}

/** The name of the node's chain in sentences. */
const ownChain = "the node's chain";

/** The chains whose headers can be read, public ones first, with the names that files use. */
const chains: readonly (readonly [string, Pick<ChainSpec, "forks">])[] = [
  ["mainnet", rootstockMainnetSpec],
  ["testnet", rootstockTestnetSpec],
  ["test", testSpec],
  ["main", mainSpec],
];

const unreadable =
  "This is none of: a header or block in RLP as 0x-hex, a block as JSON-RPC returns it, or a file { headers: [{ number, hash, rlp }] }.";

/**
 * Reads a header or block in RLP, a block in JSON, or a file of headers.
 * @param forks of the node's chain, whose headers can be read too.
 * @throws {Error} with a sentence for people.
 */
export function sourcesOfText(text: string, forks?: ForkHeights): readonly ProofSource[] {
  const known = forks === undefined ? chains : [...chains, [ownChain, { forks }] as const];
  const trimmed = text.trim();
  if (trimmed.startsWith("0x")) return [sourceOfRlp(known, trimmed)];
  const file = parsed(trimmed);
  if (isJsonObject(file) && Array.isArray(file.headers) && file.headers.length > 0)
    return file.headers.map(entryReader(known, file));
  const block = isJsonObject(file) && isJsonObject(file.result) ? file.result : file;
  if (isJsonObject(block) && isBlockJson(block)) return [sourceOfBlock(known, block)];
  throw new Error(unreadable);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(unreadable);
  }
}

type Chains = typeof chains;

const entryReader =
  (known: Chains, { network = "mainnet" }: JsonObject) =>
  (entry: unknown) => {
    const { rlp, hash } = Object(entry) as JsonObject;
    const stated = typeof hash === "string" ? bytesOfHex(hash) : undefined;
    return sourceOfRlp(known, `${rlp}`, stated, `${network}`);
  };

function sourceOfRlp(known: Chains, rlp: string, hash?: Uint8Array, network?: string): ProofSource {
  const bytes = bytesOfHex(rlp);
  if (bytes === undefined) throw new Error(unreadable);
  return bestOf(known, [headerOfRlp(bytes)], { hash, hashForMergedMining: undefined }, network);
}

/** Decodes a header, or the header of a block, which is the list in front of the block's other parts. */
function headerOfRlp(bytes: Uint8Array): Header {
  const [first] = rlpParts(rlpListContent(bytes));
  return first?.isList ? decodeBlockHeaders(bytes).header : decodeHeader(bytes);
}

function sourceOfBlock(known: Chains, block: JsonObject): ProofSource {
  const bytes = (name: string) => {
    const value = block[name];
    return typeof value === "string" ? bytesOfHex(value) : undefined;
  };
  const network = typeof block.network === "string" ? block.network : undefined;
  const stated = { hash: bytes("hash"), hashForMergedMining: bytes("hashForMergedMining") };
  return bestOf(known, headersOfBlockJson(block), stated, network);
}

type Stated = Pick<ProofSource, "hash" | "hashForMergedMining">;

/** Returns the form of header and the chain with the most valid steps. */
function bestOf(
  known: Chains,
  headers: readonly Header[],
  stated: Stated,
  network: string | undefined,
): ProofSource {
  const named = known.filter(([name]) => name === network);
  const sources = headers.flatMap((header) =>
    (named.length > 0 ? named : known).map(([chain, spec]) => {
      return { header, ...stated, rules: rulesAt(spec.forks, header.number), chain };
    }),
  );
  const misses = sources.map(missesOf);
  return sources[misses.indexOf(Math.min(...misses))] as ProofSource;
}

/** Counts the invalid steps. A header with another hash is not the requested one. */
function missesOf({ header, rules, hash }: ProofSource): number {
  const steps = Object.values(checkProofSteps(header, rules));
  const isOther = hash !== undefined && !isEqual(hash, hashHeader(header));
  return steps.filter(({ state }) => state !== "holds").length + (isOther ? steps.length : 0);
}
