/** A block put together from its rows, each held against the header and the block before. */
import {
  type BlockHash,
  type ChainSpec,
  firstHeight,
  type Header,
  isEqual,
  orderedTrieRoot,
  type Receipt,
  restoreReceipts,
  type StoredBlock,
  storedReceiptsRoot,
} from "@tandem/primitives";
import { type Reader, type Table, table } from "@tandem/store";
import { decodeBody, rawTransactionsOf } from "./body.js";
import type { FactChecks, FactRow } from "./fact-checks.js";
import { verifyBodyFact, verifyReceiptDetails, verifyTotalDifficulty } from "./verify-fact.js";

export interface FactSource {
  readonly store: Reader;
  readonly spec: ChainSpec;
  readonly checks: FactChecks;
}

/** @throws {Fault} `corrupt-data` where a row is missing, or is not the one the header commits to. */
export function readStoredBlock(
  { store, spec, checks }: FactSource,
  hash: BlockHash,
  header: Header,
): StoredBlock {
  const { number: height, parentHash } = header;
  const rowOf = (of: Pick<Table<never, unknown>, "name">) => ({ table: of, hash, height });
  const take = <Value>(of: Table<Uint8Array, Value>): Value => {
    const value = store.get(of, hash);
    if (value === undefined) throw checks.missing(rowOf(of));
    return value;
  };
  const bytes = take(table.bodies);
  const body = checks.decode(rowOf(table.bodies), () => decodeBody(bytes, spec, height));
  checks.verify(rowOf(table.bodies), () => verifyBodyFact(header, body));
  const receipts = restoreVerified(checks, { hash, header }, take(table.receipts));
  const totalDifficulty = take(table.totalDifficulties);
  const block = { header, ...body, hash, receipts, totalDifficulty };
  const details = { ...rowOf(table.receipts), part: "details" };
  checks.verify(details, () => verifyReceiptDetails(block));
  checks.verify(rowOf(table.totalDifficulties), () => {
    const before =
      height === firstHeight(spec) ? 0n : store.get(table.totalDifficulties, parentHash);
    return before === undefined
      ? { rule: "total-difficulty/parent" }
      : verifyTotalDifficulty(block, totalDifficulty, before);
  });
  return block;
}

/** @param bytes as `storeReceipts` wrote them. @throws {Fault} `corrupt-data` */
function restoreVerified(
  checks: FactChecks,
  block: Pick<StoredBlock, "hash" | "header">,
  bytes: Uint8Array,
): Receipt[] {
  verifyReceiptBytes(checks, block, bytes);
  const row = { table: table.receipts, hash: block.hash, height: block.header.number };
  return checks.decode(row, () => restoreReceipts(bytes));
}

/**
 * Holds receipts against the root in their header, which covers their bloom and gas too, without
 * decoding them: a block may have tens of thousands of logs. @throws {Fault} `corrupt-data`
 */
export function verifyReceiptBytes(
  checks: FactChecks,
  { hash, header }: Pick<StoredBlock, "hash" | "header">,
  bytes: Uint8Array,
): void {
  const row = { table: table.receipts, hash, height: header.number };
  checks.verify(row, () =>
    isEqual(header.receiptsRoot, storedReceiptsRoot(bytes)) ? undefined : { rule: "receipts/root" },
  );
}

/**
 * Holds the transactions of an encoded body against their root without decoding them.
 * @param header read where the row was not checked lately. @throws {Fault} `corrupt-data`
 */
export function verifyRawTransactions(
  checks: FactChecks,
  { hash, height }: Pick<FactRow, "hash" | "height">,
  bytes: Uint8Array,
  header: () => Header | undefined,
): void {
  const row = { table: table.bodies, hash, height, part: "transactions" };
  checks.verify(row, () => {
    const root = header()?.transactionsRoot;
    if (root === undefined) return { rule: "header/missing" };
    const found = orderedTrieRoot(rawTransactionsOf(bytes));
    return isEqual(root, found) ? undefined : { rule: "body/transactions-root" };
  });
}
