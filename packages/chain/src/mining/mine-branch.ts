/** Mines a branch on any block, with listed transactions and no others. */
import {
  type BlockHash,
  type BranchRequest,
  type ChainSpec,
  commonAt,
  decodeGivenTransaction,
  Fault,
  type MinedBranch,
  type SignedTransaction,
  type StoredBlock,
  senderProof,
  toHex,
} from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";
import type { BlockRefusal } from "@tandem/state";
import { createTemplate } from "../building/block-template.js";
import { type RefusedTransaction, selectListed } from "../building/transaction-selector.js";
import { chainLimits } from "../limits.js";
import { importMined } from "./import-mined.js";
import type { RivalContext } from "./mine-uncle.js";
import { type Sealing, sealTemplate } from "./seal-template.js";

/**
 * Mines a branch from an ancestor. Its blocks list no uncles, so its weight is its length.
 * @throws {Fault} `bad-request` if the parent does not exist or a transaction cannot be decoded,
 * before any block is made; or if one cannot be executed: the blocks before it remain.
 */
export async function mineBranch(
  context: RivalContext,
  request: BranchRequest,
  sealing: Sealing,
): Promise<MinedBranch> {
  let tip = parentOf(context, request.on);
  const lists = await decodeLists(request.transactions, context.spec, tip.header.number + 1);
  const hashes: BlockHash[] = [];
  for (let at = 0; at < request.length; at++) {
    const transactions = lists[at] ?? [];
    const mined = await mineListed(context, tip, transactions, sealing);
    if ("refusal" in mined) {
      const where = whereIs(at, transactions.indexOf(mined.transaction));
      throw notExecutable(`${where}: ${toHex(mined.transaction.hash)}`, mined.refusal, hashes);
    }
    hashes.push(mined.hash);
    tip = mined;
  }
  return { hashes, isHead: context.blocks.isCanonical(tip.hash, tip.header.number) };
}

/**
 * Mines a block of listed transactions. Returns it, or the first transaction that cannot be
 * included.
 */
async function mineListed(
  context: RivalContext,
  parent: StoredBlock,
  transactions: readonly SignedTransaction[],
  sealing: Sealing,
): Promise<StoredBlock | RefusedTransaction> {
  for (let tries = 0; tries < chainLimits.rebuildsMax; tries++) {
    const template = await createTemplate(context, {
      parent,
      selector: selectListed(transactions),
    });
    const [refused] = template.refused;
    if (refused !== undefined) return refused;
    const block = await sealTemplate(context, template, sealing);
    const mined = block && (await importMined(context, block, template));
    if (mined !== undefined) return mined;
  }
  throw new Error(
    `${chainLimits.rebuildsMax} consecutive templates expired before they were sealed`,
  );
}

function parentOf({ blocks, head }: RivalContext, on: BranchRequest["on"]): StoredBlock {
  if ("hash" in on) {
    const parent = blocks.block(on.hash);
    if (parent !== undefined) return parent;
    const message = `branch.parent: expected the hash of a block that is known, got ${toHex(on.hash)}`;
    throw new Fault({ code: "bad-request", message });
  }
  const height = head().header.number - on.depth;
  const hash = height < 0 ? undefined : blocks.canonicalHash(height);
  const parent = hash && blocks.block(hash);
  if (parent !== undefined) return parent;
  const message = `branch.depth: expected at most ${head().header.number - blocks.first}, the blocks there are above the first, got ${on.depth}`;
  throw new Fault({ code: "bad-request", message });
}

/** Decodes the transactions of all blocks, whose senders are recovered one by one. */
async function decodeLists(
  lists: BranchRequest["transactions"],
  spec: ChainSpec,
  firstHeight: number,
): Promise<SignedTransaction[][]> {
  const decoded: SignedTransaction[][] = [];
  for (const [block, raws] of lists.entries()) {
    const common = commonAt(spec, firstHeight + block);
    const list: SignedTransaction[] = [];
    for (const [at, raw] of raws.entries()) {
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
      list.push(decodeGivenTransaction(whereIs(block, at), raw, common, senderProof(spec)));
    }
    decoded.push(list);
  }
  return decoded;
}

const whereIs = (block: number, at: number) => `branch.transactions[${block}][${at}]`;

function notExecutable(
  what: string,
  { message: reason }: BlockRefusal,
  made: readonly BlockHash[],
): Fault {
  const last = made.at(-1);
  const kept =
    last === undefined
      ? "no block was made"
      : `the blocks before it stay, ${made.length} in all, the last is ${toHex(last)}`;
  return new Fault({
    code: "bad-request",
    message: `${what} cannot be executed: ${reason}; ${kept}`,
  });
}
