/** Reads a block from the tables and verifies each part against its key. */

import {
  type Address,
  type BlockHash,
  type BlockTraces,
  type ChainSpec,
  decodeStoredBody,
  type Header,
  isEqual,
  type StoredBlock,
  type Trace,
} from "@tandem/primitives";
import { type Reader, table } from "@tandem/store";
import {
  verifyBodyFact,
  verifyHeaderFact,
  verifyReceiptDetails,
  verifyReceiptsFact,
  verifySenders,
} from "../rows/verify-fact.js";
import { traceEnds } from "../search-index/index-keys.js";
import type { Findings } from "./finding.js";

export interface BlockSource {
  readonly store: Reader;
  readonly spec: ChainSpec;
  readonly findings: Findings;
}

/** Reads a header and verifies it; returns undefined after a finding. */
export function readHeader(
  { store, spec, findings }: BlockSource,
  hash: BlockHash,
  height?: number,
): Header | undefined {
  const place = { table: table.headers, key: hash, ...(height === undefined ? {} : { height }) };
  const header = findings.read(place, () => store.get(table.headers, hash));
  if (header === undefined) return undefined;
  return findings.check(place, verifyHeaderFact(hash, header, spec)) ? header : undefined;
}

/**
 * Reads and verifies transactions, senders and uncles of a header; returns undefined after a
 * finding.
 */
export function readBody({ store, spec, findings }: BlockSource, hash: BlockHash, header: Header) {
  const place = { table: table.bodies, key: hash, height: header.number };
  const body = findings.read(place, () => {
    const found = store.get(table.bodies, hash);
    return found && decodeStoredBody(found, spec, header.number);
  });
  if (body === undefined || !findings.check(place, verifyBodyFact(header, body))) return undefined;
  return findings.check(place, verifySenders(header, body.transactions, spec)) ? body : undefined;
}

/** Reads a block and verifies its body and receipts. The total difficulty is taken as stored. */
export function readWholeBlock(
  source: BlockSource,
  hash: BlockHash,
  header: Header,
): StoredBlock | undefined {
  const { store, findings } = source;
  const height = header.number;
  const body = readBody(source, hash, header);
  const place = { table: table.receipts, key: hash, height };
  const receipts = findings.read(place, () => store.get(table.receipts, hash));
  const totalPlace = { table: table.totalDifficulties, key: hash, height };
  const totalDifficulty = findings.read(totalPlace, () => store.get(table.totalDifficulties, hash));
  if (receipts === undefined || !findings.check(place, verifyReceiptsFact(header, receipts))) {
    return undefined;
  }
  if (body === undefined || totalDifficulty === undefined) return undefined;
  const details = verifyReceiptDetails({ header, transactions: body.transactions, receipts });
  if (!findings.check(place, details)) return undefined;
  return { header, ...body, hash, receipts, totalDifficulty };
}

/**
 * Reads the traces of a block, a list per transaction whose first trace is the transaction itself.
 * No root commits to them: only a new execution verifies more than that first trace.
 * @returns undefined after a finding.
 */
export function readTraceLists(
  { store, findings }: BlockSource,
  { hash, header, transactions }: StoredBlock,
): BlockTraces | undefined {
  const place = { table: table.traces, key: hash, height: header.number };
  const row = findings.read(place, () => store.get(table.traces.raw, hash));
  const traces = row && findings.read(place, () => table.traces.value.decode(row));
  if (row === undefined || traces === undefined) return undefined;
  const isTheirs =
    traces.length === transactions.length &&
    transactions.every(({ sender }, i) => isFirstFrom(traces[i], sender));
  // Rows of older versions have no digest at their end.
  const isSame = isEqual(table.traces.value.encode(traces, hash).subarray(0, row.length), row);
  if (isTheirs && isSame) return traces;
  findings.add(place, "traces/transactions");
  return undefined;
}

function isFirstFrom(traces: readonly Trace[] | undefined, sender: Address): boolean {
  const first = traces?.[0];
  return first !== undefined && isEqual(traceEnds(first).from, sender);
}
