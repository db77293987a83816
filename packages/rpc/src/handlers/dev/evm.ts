/** Implements the methods that contract/dev/evm.ts declares. */
import {
  type BlockHash,
  emptyBytes,
  outermostCall,
  outermostCallOf,
  type TracerResult,
} from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";
import type { Backend } from "../../backend/backend.js";
import type { ChainApi, ShownBlock } from "../../backend/chain-api.js";
import { answerFormOf } from "../../contract/answer-form.js";
import { collectArray, type JsonCollector } from "../../contract/codec/json-collector.js";
import { writerOf } from "../../contract/codec/writer.js";
import type * as contract from "../../contract/dev/evm.js";
import { inclusionIn, minedBlock, showBlock } from "../../contract/shape/block.js";
import { executedTransaction, showTransaction } from "../../contract/shape/transaction.js";
import { revertReason } from "../../errors/revert-reason.js";
import { JsonText } from "../../written-json.js";
import type { Call, Handler } from "../handler.js";

type Options = Parameters<Handler<typeof contract.mine>>[1]["options"];

/** Mines, and returns the number of blocks and the hash of the last one. */
async function mineAs({ controls }: Backend, options: Options = {}) {
  const { timestamp, blocks } =
    typeof options === "number" ? { timestamp: options, blocks: 1 } : options;
  const count = blocks ?? 1;
  return { count, last: await controls.mine({ count, timestamp: timestamp ?? undefined }) };
}

export const mine: Handler<typeof contract.mine> = async (node, { options }, call) => {
  await mineAs(node, options);
  return answerFormOf(call).hasDecimalTimes ? new JsonText('"0"') : 0n;
};

const writeBlock = writerOf(minedBlock);
const writeTransaction = writerOf(executedTransaction);

/** Returns the hashes of a block and of those before it, oldest first. */
async function lastHashes(
  node: Pick<ChainApi, "header">,
  last: BlockHash,
  count: number,
): Promise<BlockHash[]> {
  const hashes: BlockHash[] = [];
  for (let hash = last; hashes.length < count; ) {
    const header = node.header(hash);
    if (header === undefined) break;
    hashes.push(hash);
    hash = header.parentHash;
    await yieldIfDue();
  }
  return hashes.reverse();
}

/** Executes the transactions of a block again, because their return values are not stored. */
async function outcomesOf(node: Backend, { hash, transactions }: ShownBlock, call: Call) {
  if (hash === undefined || transactions.length === 0) return [];
  const traced = (await node.debugBlock({ hash }, outermostCall, call)) ?? [];
  return traced.map(({ result }) => outcomeOf(result));
}

function outcomeOf(result: TracerResult) {
  const { output = emptyBytes, error } = outermostCallOf(result) ?? {};
  const reason = error === undefined ? undefined : revertReason(output);
  return { output, ...(reason === undefined ? {} : { revertReason: reason }) };
}

async function addBlock(
  text: JsonCollector,
  node: Backend,
  block: ShownBlock,
  call: Call,
): Promise<void> {
  const outcomes = await outcomesOf(node, block, call);
  const object = writeBlock({ ...showBlock(block, false), transactions: [] });
  await text.addWithList(object, "transactions", block.transactions.keys(), (index) => {
    const transaction = block.transactions[index] as ShownBlock["transactions"][number];
    const inclusion = inclusionIn(block, index);
    const shown = showTransaction({ transaction, inclusion }, answerFormOf(call));
    return writeTransaction({ ...shown, ...(outcomes[index] ?? { output: emptyBytes }) });
  });
}

export const mineDetailed: Handler<typeof contract.mineDetailed> = async (
  node,
  { options },
  call,
) => {
  const { count, last } = await mineAs(node, options);
  const add = async (hash: BlockHash, text: JsonCollector) => {
    const block = await node.block({ hash });
    if (block !== undefined) await addBlock(text, node, block, call);
  };
  return collectArray(await lastHashes(node, last, count), add, call);
};
