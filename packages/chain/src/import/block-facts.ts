/**
 * The facts of a block that the node which executed it sends to nodes that trust it: senders, state
 * changes, receipts and traces. They are still verified against the header, as far as it commits to
 * them.
 */
import {
  addLogsToBloomSteps,
  type Block,
  decodeItems,
  emptyBloom,
  emptyBytes,
  emptyCodeHash,
  emptyTrieRoot,
  encodeRlp,
  Fault,
  fromBigInt,
  isEqual,
  type Receipt,
  type RlpItem,
  type RlpPart,
  receiptsRootYielding,
  restoreReceipts,
  restoreTracesSteps,
  rlpListContent,
  rlpParts,
  type StateRoot,
  storeReceiptsSteps,
  storeTracesSteps,
  type Trace,
  toBigInt,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import { type AccountDifference, type Executor, hasTrueCode, type Outcome } from "@tandem/state";

export interface BlockFacts {
  /** The sender of each transaction. */
  readonly senders: readonly Uint8Array[];
  readonly difference: readonly AccountDifference[];
  readonly receipts: readonly Receipt[];
  readonly traces: readonly (readonly Trace[])[];
}

const addressBytes = 20;

/** Encodes the facts of a block, in steps. */
export function* encodeFactsSteps(
  outcome: Pick<Outcome, "difference" | "receipts" | "traces" | "transactions">,
): Generator<void, Uint8Array> {
  const { transactions, difference, receipts, traces } = outcome;
  const senders = new Uint8Array(transactions.length * addressBytes);
  for (const [i, { sender }] of transactions.entries()) senders.set(sender, i * addressBytes);
  yield;
  const storedReceipts = yield* storeReceiptsSteps(receipts);
  const storedTraces = yield* storeTracesSteps(traces);
  return encodeRlp([senders, difference.map(differenceItem), storedReceipts, storedTraces]);
}

function differenceItem({ address, account, slots, code }: AccountDifference): RlpItem {
  if (account === null) return [address];
  const { nonce, balance, storageRoot, codeHash } = account;
  return [
    address,
    fromBigInt(nonce),
    fromBigInt(balance),
    isEqual(storageRoot, emptyTrieRoot) ? emptyBytes : storageRoot,
    isEqual(codeHash, emptyCodeHash) ? emptyBytes : codeHash,
    code ?? emptyBytes,
    ...slots.flat(),
  ];
}

/** Decodes the facts of a block, in steps. @throws {Fault} `unusable-data` */
export function* decodeFactsSteps(bytes: Uint8Array): Generator<void, BlockFacts> {
  try {
    const parts = [...rlpParts(rlpListContent(bytes))];
    const [senders, accounts, receipts, traces] = parts as [RlpPart, RlpPart, RlpPart, RlpPart];
    const difference: AccountDifference[] = [];
    for (const { encoded } of rlpParts(accounts.content)) {
      difference.push(toDifference(decodeItems(encoded)));
      yield;
    }
    return {
      senders: split(senders.content, addressBytes),
      difference,
      receipts: restoreReceipts(receipts.content),
      traces: yield* restoreTracesSteps(traces.content),
    };
  } catch (cause) {
    throw new Fault({ code: "unusable-data", message: "not the facts of a block" }, { cause });
  }
}

function toDifference(items: readonly Uint8Array[]): AccountDifference {
  const [address, nonce, balance, storageRoot, codeHash, code, ...flat] = items as [
    ...[Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array],
    ...Uint8Array[],
  ];
  if (items.length === 1) return { address, account: null, slots: [], code: undefined };
  const slots: [Uint8Array, Uint8Array][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    slots.push([flat[i] as Uint8Array, flat[i + 1] as Uint8Array]);
  }
  const account = {
    nonce: toBigInt(nonce),
    balance: toBigInt(balance),
    storageRoot: storageRoot.length === 0 ? emptyTrieRoot : storageRoot,
    codeHash: codeHash.length === 0 ? emptyCodeHash : codeHash,
  };
  return { address, account, slots, code: code.length === 0 ? undefined : code };
}

const split = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

/**
 * Computes the outcome of a block from its facts, without executing it: the roots are those of the
 * facts.
 * @param parentRoot of the state that the block begins with.
 * @throws {Fault} when the facts do not match the state.
 */
export async function outcomeOfFacts(
  executor: Executor,
  { transactions }: Block,
  { difference, receipts, traces }: BlockFacts,
  parentRoot: StateRoot,
): Promise<Outcome> {
  const isWhole = receipts.length === transactions.length && traces.length === transactions.length;
  if (!isWhole || !hasTrueCode(difference)) {
    throw new Fault({ code: "unusable-data", message: "the facts are of another block" });
  }
  const [receiptsRoot, hashed] = await Promise.all([
    receiptsRootYielding(receipts),
    executor.applyDifference(parentRoot, difference),
  ]);
  const logsBloom = emptyBloom.slice();
  let gasUsed = 0n;
  let paidFees = 0n;
  for (const receipt of receipts) {
    await runYielding(addLogsToBloomSteps(logsBloom, receipt.logs));
    gasUsed += receipt.gasUsed;
    paidFees += receipt.gasUsed * receipt.effectiveGasPrice;
  }
  const computed = { receiptsRoot, logsBloom, gasUsed, paidFees };
  return { ...hashed, ...computed, transactions, receipts, traces, difference };
}
