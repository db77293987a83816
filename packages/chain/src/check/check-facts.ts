/**
 * Checks the rows beside the canonical chain: other branches, states, code, and rows of the
 * database itself.
 */
import { emptyTrieRoot, isEqual } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { nodeReferences, readNodeRow } from "@tandem/state";
import { type Reader, table } from "@tandem/store";
import { decodeDevSettings } from "../building/dev-settings-state.js";
import {
  decodeSnapshotSteps,
  encodeSnapshotFacts,
  snapshotFactsOf,
} from "../dev/snapshot-record.js";
import { allRows } from "../rows/all-rows.js";
import { quietly } from "../rows/quietly.js";
import { verifyHashedFact, verifyTotalDifficulty } from "../rows/verify-fact.js";
import type { ViewCounts } from "./check-canonical.js";
import type { Findings } from "./finding.js";
import { type BlockSource, readHeader, readWholeBlock } from "./read-block.js";

/** Is called with the share that is done, of 1. */
export type OnShare = (share: number) => void;

/** Estimates the progress of a pass over a table: hashes as keys are distributed evenly. */
const shareOf = (key: Uint8Array) => ((key[0] ?? 0) * 256 + (key[1] ?? 0)) / 65_536;

/** Checks the blocks of other branches. @returns their number. */
export async function checkSideBlocks(source: BlockSource, onShare: OnShare): Promise<number> {
  const { store, findings } = source;
  let count = 0;
  for await (const [hash] of allRows(store, table.headers)) {
    onShare(shareOf(hash));
    const header = quietly(() => store.get(table.headers, hash));
    const canonical = header && quietly(() => store.get(table.canonical, header.number));
    if (canonical !== undefined && isEqual(canonical, hash)) continue;
    count++;
    const verified = readHeader(source, hash, header?.number);
    const block = verified && readWholeBlock(source, hash, verified);
    if (block === undefined) continue;
    const place = { table: table.totalDifficulties, key: hash, height: block.header.number };
    const parent = findings.read({ ...place, key: block.header.parentHash }, () =>
      store.get(table.totalDifficulties, block.header.parentHash),
    );
    if (parent !== undefined) {
      findings.check(place, verifyTotalDifficulty(block, block.totalDifficulty, parent));
    }
    const { number: height } = block.header;
    findings.read({ table: table.traces, key: hash, height }, () => store.get(table.traces, hash));
    checkRoot(source, block.header.stateRoot, place);
  }
  return count;
}

function checkRoot(
  { store, findings }: BlockSource,
  root: Uint8Array,
  { height }: { readonly height?: number },
): void {
  if (isEqual(root, emptyTrieRoot) || store.has(table.nodes, root)) return;
  const place = { table: table.nodes, key: root };
  findings.add(height === undefined ? place : { ...place, height }, "row/missing");
}

/**
 * Checks every trie node against its hash, and that the nodes it refers to exist. Since this holds
 * for each node, a state is complete if its root exists.
 * @returns the number of nodes.
 */
export async function checkStates(source: BlockSource, onShare: OnShare): Promise<number> {
  const { store, findings } = source;
  const row = (hash: Uint8Array) => store.get(table.nodes, hash);
  let count = 0;
  for await (const [hash] of allRows(store, table.nodes)) {
    count++;
    onShare(shareOf(hash));
    const place = { table: table.nodes, key: hash };
    const bytes = findings.read(place, () => readNodeRow(hash, row));
    if (bytes === undefined || !findings.check(place, verifyHashedFact(hash, bytes))) continue;
    const references = findings.read(place, () => nodeReferences(bytes));
    for (const child of references?.nodes ?? []) {
      if (!store.has(table.nodes, child)) findings.add({ ...place, key: child }, "row/missing");
    }
    for (const code of references?.code ?? []) {
      if (!store.has(table.code, code))
        findings.add({ table: table.code, key: code }, "row/missing");
    }
  }
  await checkHashed(store, findings, table.code);
  await checkHashed(store, findings, table.preimages);
  await checkRoots(source);
  return count;
}

async function checkHashed(
  store: Reader,
  findings: Findings,
  of: typeof table.code,
): Promise<void> {
  for await (const [hash, bytes] of allRows(store, of)) {
    findings.check({ table: of, key: hash }, verifyHashedFact(hash, bytes));
  }
}

/** Checks that the state roots of canonical blocks, and those of edits, exist. */
async function checkRoots(source: BlockSource): Promise<void> {
  const { store, findings } = source;
  for await (const [key, hash] of allRows(store, table.canonical)) {
    const height = table.canonical.key.decode(key);
    const header = quietly(() => store.get(table.headers, hash));
    if (header !== undefined) checkRoot(source, header.stateRoot, { height });
  }
  for (const edits of [table.editedRoots, table.baseRoots]) {
    for await (const [hash, root] of allRows(store, edits)) {
      if (root.length !== 32) findings.add({ table: edits, key: hash }, "row/unreadable");
      else checkRoot(source, root, {});
    }
  }
}

/** Checks for view rows that belong to no block. It needs every block to be readable. */
export async function checkCounts(
  { store, findings }: BlockSource,
  counts: ViewCounts,
): Promise<void> {
  const views = [
    [table.canonical, counts.canonical],
    [table.transactionLookup, counts.transactionLookup],
    [table.logIndex, counts.logIndex],
    [table.traceIndex, counts.traceIndex],
    [table.traceCounts, counts.traceCounts],
  ] as const;
  for (const [view, expected] of views) {
    let found = 0;
    let last: Uint8Array = new Uint8Array(0);
    for await (const [key] of allRows(store, view)) {
      found++;
      last = key;
    }
    if (found > expected) findings.add({ table: view, key: last }, "row/superfluous");
  }
}

/** Checks the rows of the database itself: settings, snapshots, the saved pool. */
export async function checkMeta(
  { store, spec, findings }: BlockSource,
  head: number,
): Promise<void> {
  const only = new Uint8Array(1);
  if (quietly(() => store.get(table.schema, "only")) === undefined) {
    findings.add({ table: table.schema, key: only }, "row/missing");
  }
  const devSettings = quietly(() => store.get(table.devSettings, "only"));
  if (devSettings !== undefined) {
    findings.read({ table: table.devSettings, key: only }, () => decodeDevSettings(devSettings));
  }
  for await (const [key, bytes] of allRows(store, table.snapshots)) {
    const number = table.snapshots.key.decode(key);
    if (number === 0) continue;
    const place = { table: table.snapshots, key: number };
    const header = quietly(() => store.get(table.headers, snapshotFactsOf(bytes).head));
    const height = 1 + (header?.number ?? head);
    const record = findings.read(place, () => runSync(decodeSnapshotSteps(bytes, spec, height)));
    if (record !== undefined && header === undefined) findings.add(place, "snapshot/head");
    const facts = quietly(() => store.get(table.snapshotFacts, number));
    if (facts !== undefined && !isEqual(facts, encodeSnapshotFacts(snapshotFactsOf(bytes)))) {
      findings.add({ table: table.snapshotFacts, key: number }, "snapshot/facts");
    }
  }
}
