/** Replays transactions, blocks and calls with a tracer. */
import { envOf } from "@tandem/chain";
import {
  type BlockHash,
  type BlockRef,
  commonAt,
  decodeGivenTransaction,
  Fault,
  type SignedTransaction,
  type StateRoot,
  type StoredBlock,
  type TracerRequest,
  type TracerResult,
  type TxHash,
  toHex,
  type UnsealedHeader,
} from "@tandem/primitives";
import type { DebuggedTransaction, TracedCall } from "@tandem/rpc";
import type { Cancellation } from "@tandem/runtime";
import type { RepeatedTransactions } from "@tandem/state";
import { blockAt, isPending, stateOf } from "./locate.js";
import type { ReadChain } from "./read-chain.js";
import { type PreparedCall, prepareCall, type Simulation } from "./simulate.js";

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

/** Returns the transactions of a block before the one with the index `end`. */
const transactionsBefore = (
  { blocks }: ReadChain,
  { header, transactions, parentRoot, prevRandao }: ExecutedBlock,
  end: number,
): RepeatedTransactions => ({
  parentRoot,
  env: envOf(header, prevRandao),
  ancestorHash: blocks.ancestry(header.parentHash).hash,
  transactions: transactions.slice(0, end),
  timeoutMs: replayTimeoutMs,
});

const replay = (chain: ReadChain, { block, end, ...traced }: Replay): Promise<TracerResult[]> =>
  chain.executor.replay({
    ...transactionsBefore(chain, block, end),
    blockHash: block.hash,
    ...traced,
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

const failed = (message: string) => new Fault({ code: "execution-failed", message });

/** A call to trace. */
export interface DebuggedSimulation extends Simulation {
  /** The index of the transaction of the block before which the call is executed, in place of after the block. */
  readonly transactionIndex?: number | undefined;
}

/**
 * Returns undefined if there is no such block.
 * @throws {Fault} `execution-failed` if the block has no transaction with the index, as the pending one.
 */
export async function debugCall(
  chain: ReadChain,
  { transactionIndex, ...simulation }: DebuggedSimulation,
  tracer: TracerRequest,
): Promise<TracerResult | undefined> {
  if (transactionIndex === undefined) {
    const stage = await prepareCall(chain, simulation);
    return stage && traceOn(stage, tracer);
  }
  if (isPending(simulation.ref)) {
    throw failed("a transaction index needs a mined block");
  }
  const block = await blockAt(chain, simulation.ref);
  if (block === undefined) return undefined;
  const replayed = executed(chain, block);
  if (replayed === undefined || transactionIndex >= block.transactions.length) {
    throw failed(
      `transaction index ${transactionIndex} out of range for block ${toHex(block.hash)}`,
    );
  }
  const earlier = transactionsBefore(chain, replayed, transactionIndex);
  const stage = await prepareCall(chain, { ...simulation, ref: { hash: block.hash } });
  return stage && traceOn(stage, tracer, earlier);
}

/**
 * Executes a prepared call with a tracer. A script has its own limit of time, which counts only its work: on
 * a busy machine the call waits longer for it.
 */
export const traceOn = (
  { executor, options }: PreparedCall,
  tracer: TracerRequest,
  earlier?: RepeatedTransactions,
): Promise<TracerResult> =>
  executor.traceCall({
    ...options,
    timeoutMs: isScript(tracer) ? replayTimeoutMs : options.timeoutMs,
    tracer,
    earlier,
  });

const isScript = ({ kind }: TracerRequest) => kind === "script" || kind === "trustedScript";

/** Returns undefined if there is no such block. */
export async function debugCalls(
  chain: ReadChain,
  calls: readonly TracedCall[],
  ref: BlockRef,
  cancellation: Cancellation,
): Promise<TracerResult[] | undefined> {
  const [first] = calls;
  if (first === undefined) return (await stateOf(chain, ref)) && [];
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
