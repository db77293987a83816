/**
 * Builds a new database from the intact rows of a damaged one. Blocks pass through `importBlock`,
 * so that receipts, traces, states and every view are computed and verified.
 */

import {
  type Block,
  type BlockHash,
  type ChainSpec,
  compare,
  counted,
  decodeStoredBody,
  firstHeight,
  type Header,
  hashHeader,
  isEqual,
  type StateRoot,
  type StoredBlock,
  toHex,
  unusableData,
} from "@tandem/primitives";
import { type Cancellation, type Clock, runYielding } from "@tandem/runtime";
import { createExecutor } from "@tandem/state";
import { type Reader, type Store, table } from "@tandem/store";
import { createGenesisSteps } from "../genesis/genesis.js";
import { type ImportContext, importBlock } from "../import/import-block.js";
import { moveHead } from "../import/move-head.js";
import { loadHead, writeGenesis } from "../import/start.js";
import { type Blocks, readBlocks } from "../reads/blocks.js";
import { allRows } from "../rows/all-rows.js";
import { quietly } from "../rows/quietly.js";
import { stateSource } from "../rows/state-rows.js";
import { verifyBodyFact, verifySenders } from "../rows/verify-fact.js";
import { copyState } from "./copy-state.js";
import { keepRest } from "./keep-rest.js";

export interface RebuildOptions {
  /** Reads the damaged database. */
  readonly source: Reader;
  /** An empty database. */
  readonly target: Store;
  readonly spec: ChainSpec;
  readonly clock: Clock;
  /** Is called after each block that was found. */
  readonly onBlock?: (done: number, total: number) => void;
  /** Ends the computation of the genesis state once it is cancelled. */
  readonly cancellation?: Cancellation | undefined;
}

export interface Rebuilt {
  /** Height of the head of the new database. */
  readonly head: number;
  /** The number of blocks in the new database, including those of other branches. */
  readonly blocks: number;
  /** Height of the head that the damaged database names; undefined if it cannot be read. */
  readonly recordedHead: number | undefined;
  /** A clause for each thing that was lost. */
  readonly lost: readonly string[];
}

interface Found {
  readonly hash: BlockHash;
  readonly height: number;
}

/** The values that the functions below share from block to block. */
interface Rebuild {
  readonly source: Reader;
  readonly target: Store;
  readonly spec: ChainSpec;
  readonly blocks: Blocks;
  readonly context: ImportContext;
  head: StoredBlock;
}

/** A clock later than all blocks, so that none is refused for a time in the future. */
const everythingIsPast: Clock = { now: () => Number.MAX_SAFE_INTEGER };

/** Rebuilds a chain. @throws {Fault} `no-space`. @throws an AbortError once it is cancelled. */
export async function rebuildChain(options: RebuildOptions): Promise<Rebuilt> {
  const { source, target, spec, clock, onBlock } = options;
  const blocks = readBlocks(target, spec);
  const found = await listBlocks(source, spec);
  const head = await begin(options, blocks, found);
  const executor = createExecutor({ ...spec, source: stateSource(target), clock });
  const context = { spec, store: target, blocks, executor, clock: everythingIsPast };
  const rebuild: Rebuild = { source, target, spec, blocks, context, head };
  const lost: number[] = [];
  for (const [i, one] of found.entries()) {
    if (!(await takeBlock(rebuild, one))) lost.push(one.height);
    onBlock?.(i + 1, found.length);
  }
  const recorded = quietly(() => source.get(table.head, "only"));
  await returnTo(rebuild, recorded);
  const rest = await keepRest({ source, target, spec, blocks, head: rebuild.head });
  return {
    head: rebuild.head.header.number,
    blocks: found.length - lost.length,
    recordedHead: await recordedHeight(source, recorded),
    lost: [...describeLost(lost), ...rest],
  };
}

/**
 * Loads block 0 of the damaged database: its accounts or time may differ from this run's settings.
 * Its header and state are verified by their hashes.
 * @throws {Fault} `unusable-data` if they are incomplete.
 */
async function begin(
  { source, target, spec, cancellation }: RebuildOptions,
  blocks: Blocks,
  found: readonly Found[],
): Promise<StoredBlock> {
  const given = await runYielding(createGenesisSteps(spec), cancellation);
  const hash = recordedGenesis(source, spec, found) ?? given.block.hash;
  if (isEqual(hash, given.block.hash)) {
    return loadHead(target, spec, blocks, { cancellation });
  }
  const header = readHeader(source, hash);
  const batch = target.batch();
  if (header === undefined || !copyState(source, target, batch, header.stateRoot)) {
    const message =
      `block 0 of the chain, ${toHex(hash)}, is damaged, and the settings given make another: ` +
      "give the flags the node is started with (--chain, --accounts, --mnemonic, --derivation-path, --timestamp)";
    throw unusableData(message);
  }
  await batch.commit();
  const block = { ...given.block, header, hash, totalDifficulty: header.difficulty };
  await writeGenesis(target, { block, writes: { nodes: [], code: [], preimages: [] } }, spec);
  return block;
}

/** Returns the hash of block 0: as recorded, or as the first block above it names it. */
function recordedGenesis(
  source: Reader,
  spec: ChainSpec,
  found: readonly Found[],
): BlockHash | undefined {
  const first = firstHeight(spec);
  const above = found.find(({ height }) => height === first + 1);
  return (
    quietly(() => source.get(table.genesis, "only")) ??
    quietly(() => source.get(table.canonical, first)) ??
    (above && readHeader(source, above.hash)?.parentHash)
  );
}

/** Lists every block whose header is intact, the lowest first. */
async function listBlocks(source: Reader, spec: ChainSpec): Promise<Found[]> {
  const found: Found[] = [];
  for await (const [hash] of allRows(source, table.headers)) {
    const header = readHeader(source, hash);
    if (header === undefined || header.number <= firstHeight(spec)) continue;
    found.push({ hash: hash.slice(), height: header.number });
  }
  return found.sort((a, b) => a.height - b.height || compare(a.hash, b.hash));
}

function readHeader(source: Reader, hash: BlockHash): Header | undefined {
  const header = quietly(() => source.get(table.headers, hash));
  return header && isEqual(hashHeader(header), hash) ? header : undefined;
}

function readBlock({ source, spec }: Rebuild, { hash }: Found): Block | undefined {
  const header = readHeader(source, hash);
  if (header === undefined) return undefined;
  const stored = quietly(() => {
    const found = source.get(table.bodies, hash);
    if (found === undefined) return undefined;
    const body = decodeStoredBody(found, spec, header.number);
    const broken = verifyBodyFact(header, body) ?? verifySenders(header, body.transactions, spec);
    return broken === undefined ? { header, ...body } : undefined;
  });
  return (
    stored ??
    (verifyBodyFact(header, emptyBody) === undefined ? { header, ...emptyBody } : undefined)
  );
}

/** The body of a block without transactions and uncles, which its header alone determines. */
const emptyBody = { transactions: [], uncles: [] } as const;

/** Imports a block into the new database. Returns whether it is stored there. */
async function takeBlock(rebuild: Rebuild, found: Found): Promise<boolean> {
  const block = readBlock(rebuild, found);
  const parent = block && rebuild.blocks.block(block.header.parentHash);
  if (block === undefined || parent === undefined) return false;
  const requested = {
    minimumGasPrice: quietly(() => rebuild.source.get(table.requestedPrices, found.hash)),
    gasLimit: quietly(() => rebuild.source.get(table.requestedGasLimits, found.hash)),
  };
  const prevRandao = quietly(() => rebuild.source.get(table.prevRandaos, found.hash));
  const context = { ...rebuild.context, requested, prevRandao };
  for (const root of rootsBefore(rebuild, found, parent)) {
    if (!(await setRoot(rebuild, parent, root))) continue;
    const imported = await importBlock(context, rebuild.head, block);
    if (imported.status === "head") rebuild.head = imported.block;
    if (imported.status !== "invalid") return true;
  }
  return false;
}

/** Returns the states on which the block may have been executed, the likeliest first. */
function rootsBefore(
  { source }: Rebuild,
  { hash }: Found,
  { hash: parentHash, header }: StoredBlock,
): readonly StateRoot[] {
  const base = quietly(() => source.get(table.baseRoots, hash));
  const edited = quietly(() => source.get(table.editedRoots, parentHash));
  const roots = base === undefined ? [header.stateRoot, edited] : [base, edited, header.stateRoot];
  return roots.filter((root) => root?.length === 32) as StateRoot[];
}

/** Sets the state after a block. @returns false if the source does not have all of that state. */
async function setRoot(
  { source, target, blocks }: Rebuild,
  block: StoredBlock,
  root: StateRoot,
): Promise<boolean> {
  if (isEqual(blocks.edits.after(block), root)) return true;
  const batch = target.batch();
  const isAsMined = isEqual(root, block.header.stateRoot);
  if (!isAsMined && !copyState(source, target, batch, root)) return false;
  const settle = blocks.edits.restore(batch, block.hash, isAsMined ? undefined : root);
  await batch.commit();
  settle();
  return true;
}

/** Restores a head that was chosen on request although it is not the heaviest. */
async function returnTo(rebuild: Rebuild, recorded: BlockHash | undefined): Promise<void> {
  const { blocks, target, head } = rebuild;
  const chosen = recorded && quietly(() => blocks.block(recorded));
  if (chosen === undefined || isEqual(chosen.hash, head.hash)) return;
  const batch = target.batch();
  const { settle } = await moveHead(blocks, batch, head, chosen);
  await batch.commit();
  settle();
  rebuild.head = chosen;
}

async function recordedHeight(
  source: Reader,
  recorded: BlockHash | undefined,
): Promise<number | undefined> {
  const header = recorded && readHeader(source, recorded);
  if (header !== undefined) return header.number;
  let highest: number | undefined;
  for await (const [key] of allRows(source, table.canonical)) {
    if (key.length === 6) highest = table.canonical.key.decode(key);
  }
  return highest;
}

function describeLost(heights: readonly number[]): string[] {
  const [lowest, highest] = [heights[0], heights.at(-1)];
  if (lowest === undefined || highest === undefined) return [];
  const where = lowest === highest ? `at height ${lowest}` : `at heights ${lowest} to ${highest}`;
  return [`${counted(heights.length, "block")} ${where}, on any branch, that cannot be verified`];
}
