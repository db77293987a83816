/** Restores the rows of another node's database, and verifies them. */
import { emptyTrieRoot, hashHeader, isEqual, toKey } from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { nodeReferences } from "@tandem/state";
import { type Batch, type Reader, rawRows, type Store, table } from "@tandem/store";
import { allRows } from "../check/all-rows.js";
import { stateSource } from "../import/state-rows.js";
import { chainLimits } from "../limits.js";
import { type DumpedRow, sharedTables, unusableSnapshot } from "./rows-stream.js";

/** Returns in what the chain of a database differs from the one that is wanted, from its identity. */
export type Differences = (recorded: Pick<Reader, "get">) => readonly string[];

/**
 * Fills a new database. Rows of the kind `meta` are written last, so that the database counts as
 * new until all others are written and verified.
 * @throws {Fault} `unusable-data` if the rows are not those of the wanted chain: the database is
 * empty then.
 */
export async function restoreRows(
  store: Store,
  rows: AsyncIterable<DumpedRow>,
  differences: Differences,
): Promise<void> {
  await clearRows(store);
  try {
    await fill(store, rows, (meta) => verifyChain(store, meta, differences));
  } catch (error) {
    await clearRows(store);
    throw error;
  }
}

/** Replaces the rows of a database by those of another one, which was restored and verified. */
export async function replaceRows(store: Store, verified: Reader): Promise<void> {
  await clearRows(store);
  await fill(store, rowsOf(verified), async () => {});
}

async function* rowsOf(store: Reader): AsyncGenerator<DumpedRow> {
  for (const each of sharedTables) {
    for await (const [key, value] of allRows(store, each)) yield { table: each.name, key, value };
  }
}

/** @param verify is called with the rows of the kind `meta` when all others are written. */
async function fill(
  store: Store,
  rows: AsyncIterable<DumpedRow>,
  verify: (meta: readonly DumpedRow[]) => Promise<void>,
): Promise<void> {
  const known = new Map(sharedTables.map((each) => [each.name, each]));
  const last: DumpedRow[] = [];
  const filling = new Filling(store);
  for await (const row of rows) {
    const of = known.get(row.table);
    if (of === undefined) throw unusableSnapshot(`it has rows of a table ${row.table}`);
    if (of.kind === "meta") last.push(row);
    else await filling.put(row);
  }
  await filling.end();
  await verify(last);
  for (const row of last) await filling.put(row);
  await filling.end();
}

async function verifyChain(
  store: Store,
  meta: readonly DumpedRow[],
  differences: Differences,
): Promise<void> {
  const recorded = readerOf(meta);
  const [head, genesis] = [recorded.get(table.head, "only"), recorded.get(table.genesis, "only")];
  if (head === undefined) throw unusableSnapshot("it has no head");
  const others = differences(recorded);
  if (others.length > 0) {
    throw unusableSnapshot(`it is of another chain: ${others.join(" and ")} differ`);
  }
  await verifyBlocks(store, head, genesis);
  await verifyState(store, head);
}

/** Reads rows of the kind `meta`, each of which is the only one of its table. */
const readerOf = (rows: readonly DumpedRow[]): Pick<Reader, "get"> => ({
  get: ({ name, value }) => {
    const row = rows.find((each) => each.table === name);
    return row && value.decode(row.value);
  },
});

/** Deletes every row, those of the kind `meta` first: without them the database counts as new. */
async function clearRows(store: Store): Promise<void> {
  for (const each of [...sharedTables].reverse()) {
    let batch = store.batch();
    let count = 0;
    for await (const [key] of allRows(store, each)) {
      batch.delete(rawRows(each), key);
      count++;
      if (count % chainLimits.checkPageRows !== 0) continue;
      await batch.commit();
      batch = store.batch();
    }
    if (count % chainLimits.checkPageRows !== 0) await batch.commit();
  }
}

/** Writes rows in batches of a limited size. */
class Filling {
  readonly #store: Store;
  #batch: Batch;
  #bytes = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#batch = store.batch();
  }

  async put({ table: name, key, value }: DumpedRow): Promise<void> {
    this.#batch.put(rawRows({ name, kind: "fact", about: "" }), key, value);
    this.#bytes += key.length + value.length;
    if (this.#bytes >= chainLimits.restoreBatchBytes) await this.end();
  }

  async end(): Promise<void> {
    await this.#batch.commit();
    [this.#batch, this.#bytes] = [this.#store.batch(), 0];
  }
}

/** Verifies that the canonical headers lead from the head to the genesis block, each by its hash. */
async function verifyBlocks(
  store: Store,
  head: Uint8Array,
  genesis: Uint8Array | undefined,
): Promise<void> {
  let hash = head;
  for (;;) {
    const header = store.get(table.headers, hash);
    if (header === undefined) throw unusableSnapshot("a header is missing");
    if (!isEqual(hashHeader(header), hash))
      throw unusableSnapshot(`header ${header.number} has another hash`);
    const chosen = store.get(table.canonical, header.number);
    if (chosen === undefined || !isEqual(chosen, hash)) {
      throw unusableSnapshot(`block ${header.number} is not the one of its chain`);
    }
    if (header.number === 0) {
      if (genesis !== undefined && isEqual(genesis, hash)) return;
      throw unusableSnapshot("its block 0 is not the one that it names");
    }
    hash = header.parentHash;
    if (isSliceOver()) await nextSlice();
  }
}

/**
 * Verifies that the state after the head is complete: every node and every code by its hash, from
 * the root on.
 */
async function verifyState(store: Store, head: Uint8Array): Promise<void> {
  const source = stateSource(store);
  // An edit is in no block, so that nothing could verify the state after it.
  if (store.has(table.editedRoots, head)) {
    throw unusableSnapshot("the state after its newest block was edited");
  }
  const root = store.get(table.headers, head)?.stateRoot;
  const pending = root === undefined ? [] : [root];
  const seen = new Set<string>();
  try {
    for (let hash = pending.pop(); hash !== undefined; hash = pending.pop()) {
      if (isEqual(hash, emptyTrieRoot) || seen.has(toKey(hash))) continue;
      seen.add(toKey(hash));
      const { nodes, code } = nodeReferences(presentIn(source.node(hash)));
      for (const each of code) source.code(each);
      pending.push(...nodes);
      if (isSliceOver()) await nextSlice();
    }
  } catch (cause) {
    throw unusableSnapshot("its state is not whole", cause);
  }
}

/** Returns bytes that must exist. @throws {TypeError} if they are undefined. */
function presentIn(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new TypeError("a node is missing");
  return bytes;
}
