/** Assembles a block from its rows, each verified against the header and the parent. */
import {
  type BlockHash,
  type ChainSpec,
  decodeStoredBody,
  encodeBlock,
  firstHeight,
  type Header,
  isEqual,
  openReceipts,
  orderedTrieSteps,
  rawTransactionsOf,
  type StoredBlock,
  storedReceiptsRootSteps,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { type Reader, type Table, type TableView, table } from "@tandem/store";
import type { FactChecks, FactRow } from "./fact-checks.js";
import { verifyBodyFact, verifyReceiptDetails, verifyTotalDifficulty } from "./verify-fact.js";

export interface FactSource {
  readonly store: Reader;
  readonly spec: ChainSpec;
  readonly checks: FactChecks;
}

/**
 * Reads the RLP of a block, without its receipts and without decoding its transactions.
 * @throws {Fault} `corrupt-data` as `readStoredBlock` does for a body.
 */
export function readEncodedBlock(
  { store, checks }: FactSource,
  hash: BlockHash,
  header: Header,
): Uint8Array {
  const row = { table: table.bodies, hash, height: header.number };
  const body = store.get(table.bodies, hash, header.number);
  if (body === undefined) throw checks.missing(row);
  checks.verify(row, () => verifyBodyFact(header, body));
  return encodeBlock({ header, ...body });
}

/** A block as it was read, with the bytes of its encoded receipts. */
interface ReadBlock {
  readonly block: StoredBlock;
  readonly receiptBytes: number;
}

/**
 * Reads a block. @throws {Fault} `corrupt-data` if a row is missing, or is not the one the header
 * commits to.
 */
export function readStoredBlock(
  { store, spec, checks }: FactSource,
  hash: BlockHash,
  header: Header,
): ReadBlock {
  const { number: height, parentHash } = header;
  const rowOf = (of: Pick<Table<never, unknown>, "name">) => ({ table: of, hash, height });
  const take = <Value>(of: TableView<Uint8Array, Value>): Value => {
    const value = store.get(of, hash, height);
    if (value === undefined) throw checks.missing(rowOf(of));
    return value;
  };
  const stored = take(table.bodies);
  const body = checks.decode(rowOf(table.bodies), () => decodeStoredBody(stored, spec, height));
  checks.verify(rowOf(table.bodies), () => verifyBodyFact(header, body));
  const bytes = take(table.receipts.raw);
  runSync(verifyReceiptsSteps(checks, { hash, header }, bytes));
  const receipts = checks.decode(rowOf(table.receipts), () => openReceipts(bytes));
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
  return { block, receiptBytes: bytes.length };
}

/**
 * Verifies receipts against the root in their header, which commits to their bloom and gas too, without decoding
 * them. In steps: a block may have tens of thousands of logs. @throws {Fault} `corrupt-data`
 */
export function verifyReceiptsSteps(
  checks: FactChecks,
  { hash, header }: Pick<StoredBlock, "hash" | "header">,
  bytes: Uint8Array,
): Generator<void, void> {
  const row = { table: table.receipts, hash, height: header.number };
  return checks.verifySteps(row, function* () {
    const root = yield* storedReceiptsRootSteps(bytes);
    return isEqual(header.receiptsRoot, root) ? undefined : { rule: "receipts/root" };
  });
}

/**
 * Verifies the transactions of an encoded body against their root without decoding them, in steps.
 * @param header is called if the row was not verified recently. @throws {Fault} `corrupt-data`
 */
export function verifyTransactionsSteps(
  checks: FactChecks,
  { hash, height }: Pick<FactRow, "hash" | "height">,
  bytes: Uint8Array,
  header: () => Header | undefined,
): Generator<void, void> {
  const row = { table: table.bodies, hash, height, part: "transactions" };
  return checks.verifySteps(row, function* () {
    const root = header()?.transactionsRoot;
    if (root === undefined) return { rule: "header/missing" };
    const raws = rawTransactionsOf(bytes);
    const found = yield* orderedTrieSteps(raws.length, (index) => raws[index] as Uint8Array);
    return isEqual(root, found) ? undefined : { rule: "body/transactions-root" };
  });
}
