/** Replays transactions, blocks and calls with a tracer. */
import { envOf } from "@tandem/chain";
import {
  type BlockHash,
  type BlockRef,
  commonAt,
  decodeGivenTransaction,
  type SignedTransaction,
  type StateRoot,
  type StoredBlock,
  type TracerRequest,
  type TracerResult,
  type TxHash,
  type UnsealedHeader,
} from "@tandem/primitives";
import type { DebuggedTransaction, TracedCall } from "@tandem/rpc";
import type { Cancellation } from "@tandem/runtime";
import { blockAt, isPending } from "./locate.js";
import type { ReadChain } from "./read-chain.js";
import { prepareCall, type Simulation } from "./simulate.js";

/** The maximum milliseconds for replaying the transactions of a block. */
const replayTimeoutMs = 30_000;

/** Declares the tracer of a repeated execution, and what ends it. */
export interface Tracing {
  readonly tracer: TracerRequest;
  readonly cancellation?: Cancellation;
}

/** Holds what a mined or the pending block is executed from. */
interface ExecutedBlock {
  /** Is undefined for the pending block. */
  readonly hash?: BlockHash;
  readonly header: UnsealedHeader;
  readonly transactions: readonly SignedTransaction[];
  readonly parentRoot: StateRoot;
  readonly prevRandao: bigint | undefined;
}

interface Replay extends Tracing {
  readonly block: ExecutedBlock;
  /** The index of the first traced transaction, and of the one after the last. */
  readonly first: number;
  readonly end: number;
}

const replay = (
  { blocks, executor }: ReadChain,
  { block, first, end, ...tracing }: Replay,
): Promise<TracerResult[]> =>
  executor.replay({
    parentRoot: block.parentRoot,
    env: envOf(block.header, block.prevRandao),
    blockHash: block.hash,
    ancestorHash: blocks.ancestry(block.header.parentHash).hash,
    transactions: block.transactions.slice(0, end),
    first,
    ...tracing,
    timeoutMs: replayTimeoutMs,
  });

/** Returns undefined if the state before the block is unknown, which is true of genesis only. */
function executed({ blocks }: ReadChain, block: StoredBlock): ExecutedBlock | undefined {
  const { hash, header, transactions } = block;
  const parent = blocks.header(header.parentHash);
  if (parent === undefined) return undefined;
  const parentRoot = blocks.edits.before(hash, parent);
  return { hash, header, transactions, parentRoot, prevRandao: blocks.prevRandao(block) };
}

export async function debugTransaction(
  chain: ReadChain,
  hash: TxHash,
  tracing: Tracing,
): Promise<TracerResult | undefined> {
  await chain.blocks.prepareLocated(hash);
  const location = chain.locate(hash);
  const block = location && chain.blocks.block(location.blockHash);
  if (location === undefined || block === undefined) return undefined;
  const first = location.index;
  const replayed = executed(chain, block);
  const results =
    replayed && (await replay(chain, { block: replayed, first, end: first + 1, ...tracing }));
  return results?.[0];
}

/** Returns undefined if there is no such block. The pending block is that of this moment. */
export async function debugBlock(
  chain: ReadChain,
  ref: BlockRef,
  tracing: Tracing,
): Promise<readonly DebuggedTransaction[] | undefined> {
  if (isPending(ref)) return debugExecuted(chain, await chain.pending(), tracing);
  const block = await blockAt(chain, ref);
  if (block === undefined) return undefined;
  const replayed = executed(chain, block);
  return replayed === undefined ? [] : debugExecuted(chain, replayed, tracing);
}

async function debugExecuted(
  chain: ReadChain,
  block: ExecutedBlock,
  tracing: Tracing,
): Promise<readonly DebuggedTransaction[]> {
  const { transactions } = block;
  const results = await replay(chain, { block, first: 0, end: transactions.length, ...tracing });
  return results.map((result, index) => ({
    transactionHash: (transactions[index] as SignedTransaction).hash,
    result,
  }));
}

/** Replays the transactions of a block before one of them, with a tracer for each. */
export async function debugBlockUntil(
  chain: ReadChain,
  block: StoredBlock,
  end: number,
  tracing: Tracing,
): Promise<readonly TracerResult[]> {
  const replayed = executed(chain, block);
  return replayed === undefined
    ? []
    : replay(chain, { block: replayed, first: 0, end, ...tracing });
}

export async function debugCall(
  chain: ReadChain,
  simulation: Simulation,
  tracer: TracerRequest,
): Promise<TracerResult | undefined> {
  const stage = await prepareCall(chain, simulation);
  return stage?.executor.traceCall({ ...stage.options, tracer });
}

/** Returns undefined if there is no such block. */
export async function debugCalls(
  chain: ReadChain,
  calls: readonly TracedCall[],
  ref: BlockRef,
  cancellation: Cancellation,
): Promise<TracerResult[] | undefined> {
  const [first] = calls;
  if (first === undefined) return [];
  const stage = await prepareCall(chain, {
    request: first.request,
    ref,
    overrides: [],
    cancellation,
  });
  return stage?.executor.traceCalls({ ...stage.options, timeoutMs: replayTimeoutMs, calls });
}

/**
 * Replays a raw transaction on the newest state.
 * @throws {Fault} `bad-request` if it is no signed transaction, `transaction-refused` if it cannot be executed now.
 */
export async function debugRaw(
  { blocks, executor, spec, head }: ReadChain,
  raw: Uint8Array,
  tracing: Tracing,
): Promise<TracerResult> {
  const { hash, header } = head();
  const transaction = decodeGivenTransaction("transaction", raw, commonAt(spec, header.number));
  const results = await executor.replay({
    parentRoot: blocks.edits.after({ hash, header }),
    env: envOf(header, blocks.prevRandao({ hash, header })),
    ancestorHash: blocks.ancestry(hash).hash,
    transactions: [transaction],
    first: 0,
    ...tracing,
    timeoutMs: replayTimeoutMs,
  });
  return results[0] as TracerResult;
}
