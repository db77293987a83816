/** Restores the rows of another node's database, and verifies them. */
import { emptyTrieRoot, hashHeader, isEqual, toKey } from "@tandem/primitives";
import { type Cancellation, runYielding, throwIfCancelled } from "@tandem/runtime";
import { nodeReferences } from "@tandem/state";
import { type Batch, heightMax, type Reader, rawRows, type Store, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { allRows } from "../rows/all-rows.js";
import { stateSource } from "../rows/state-rows.js";
import { clearRows } from "./clear-rows.js";
import { type DumpedRow, sharedTables, unusableSnapshot } from "./rows-stream.js";
import { verifyLogIndex } from "./verify-log-index.js";

/** Returns in what the chain of a database differs from the one that is wanted, from its identity. */
export type Differences = (recorded: Pick<Reader, "get">) => Promise<readonly string[]>;

/**
 * Fills a new database. Rows of the kind `meta` are written last, so that the database counts as
 * new until all others are written and verified.
 * @throws {Fault} `unusable-data` if the rows are not those of the wanted chain: the database is
 * empty then.
 * @throws an AbortError once it is cancelled: the database still counts as new.
 */
export async function restoreRows(
  store: Store,
  rows: AsyncIterable<DumpedRow>,
  differences: Differences,
  cancellation: Cancellation = never,
): Promise<void> {
  await clearRows(store, cancellation);
  const filling = new Filling(store, cancellation);
  const verify = (meta: readonly DumpedRow[]) =>
    verifyChain(store, meta, { differences, cancellation });
  try {
    await fill(filling, rows, verify);
  } catch (error) {
    if (!cancellation.isAborted) await clearRows(store);
    throw error;
  }
}

/**
 * Replaces the rows of a database by those of another one, which was restored and verified.
 * @throws an AbortError once it is cancelled: the database counts as new then.
 */
export async function replaceRows(
  store: Store,
  verified: Reader,
  cancellation: Cancellation = never,
): Promise<void> {
  await clearRows(store, cancellation);
  await fill(new Filling(store, cancellation), rowsOf(verified), async () => {});
}

const never: Cancellation = { isAborted: false };

async function* rowsOf(store: Reader): AsyncGenerator<DumpedRow> {
  for (const each of sharedTables) {
    for await (const [key, value] of allRows(store, each)) yield { table: each.name, key, value };
  }
}

/** @param verify is called with the rows of the kind `meta` when all others are written. */
async function fill(
  filling: Filling,
  rows: AsyncIterable<DumpedRow>,
  verify: (meta: readonly DumpedRow[]) => Promise<void>,
): Promise<void> {
  const known = new Map(sharedTables.map((each) => [each.name, each]));
  const last: DumpedRow[] = [];
  for await (const row of rows) {
    const of = known.get(row.table);
    if (of === undefined) throw unusableSnapshot(`it has rows of a table ${row.table}`);
    if (of.kind !== "meta") await filling.put(row);
    else last.push(onlyRow(row, last));
  }
  await filling.end();
  await verify(last);
  for (const row of last) await filling.put(row);
  await filling.end();
}

async function verifyChain(
  store: Store,
  meta: readonly DumpedRow[],
  {
    differences,
    cancellation,
  }: { readonly differences: Differences; readonly cancellation: Cancellation },
): Promise<void> {
  const recorded = readerOf(meta);
  const [head, genesis] = [recorded.get(table.head, "only"), recorded.get(table.genesis, "only")];
  if (head === undefined) throw unusableSnapshot("it has no head");
  const layout = recorded.get(table.schema, "only");
  if (layout !== table.schemaNumber) throw unusableSnapshot(`its layout is ${layout}`);
  const others = await differences(recorded);
  if (others.length > 0) {
    throw unusableSnapshot(`it is of another chain: ${others.join(" and ")} differ`);
  }
  await runYielding(verifyBlocks(store, head, genesis), cancellation);
  await verifyEnd(store, head);
  await runYielding(verifyState(store, head), cancellation);
}

/** Returns a row of the kind `meta`. @throws {Fault} `unusable-data` if it is not the only one of its table. */
function onlyRow(row: DumpedRow, others: readonly DumpedRow[]): DumpedRow {
  if (others.some((other) => other.table === row.table)) {
    throw unusableSnapshot(`it has two rows of ${row.table}`);
  }
  if (!isEqual(row.key, table.head.key.encode("only"))) {
    throw unusableSnapshot(`it has a row of ${row.table} with another key`);
  }
  return row;
}

/** Reads rows of the kind `meta`, each of which is the only one of its table. */
const readerOf = (rows: readonly DumpedRow[]): Pick<Reader, "get"> => ({
  get: ({ name, value }) => {
    const row = rows.find((each) => each.table === name);
    return row && value.decode(row.value);
  },
});

/** Writes rows in batches of a limited size. */
class Filling {
  readonly #store: Store;
  readonly #cancellation: Cancellation;
  #batch: Batch;
  #bytes = 0;

  constructor(store: Store, cancellation: Cancellation) {
    this.#store = store;
    this.#cancellation = cancellation;
    this.#batch = store.batch();
  }

  async put({ table: name, key, value }: DumpedRow): Promise<void> {
    this.#batch.put(rawRows({ name, kind: "fact", about: "" }), key, value);
    this.#bytes += key.length + value.length;
    if (this.#bytes >= chainLimits.restoreBatchBytes) await this.end();
  }

  async end(): Promise<void> {
    throwIfCancelled(this.#cancellation);
    await this.#batch.commit();
    [this.#batch, this.#bytes] = [this.#store.batch(), 0];
  }
}

/**
 * Verifies that the canonical headers lead from the head to the genesis block, each by its hash, and that the logs of their
 * blocks are found.
 */
function* verifyBlocks(
  store: Store,
  head: Uint8Array,
  genesis: Uint8Array | undefined,
): Generator<void, void> {
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
    yield* verifyLogIndex(store, header, hash);
    if (header.number === 0) {
      if (genesis !== undefined && isEqual(genesis, hash)) return;
      throw unusableSnapshot("its block 0 is not the one that it names");
    }
    hash = header.parentHash;
    yield;
  }
}

/** Verifies that the chain ends at the head: reads by height do not compare heights with it. */
async function verifyEnd(store: Store, head: Uint8Array): Promise<void> {
  const from = (store.get(table.headers, head)?.number ?? 0) + 1;
  const [above] = await store.keys(table.canonical, { from, to: heightMax, limit: 1 });
  if (above !== undefined) throw unusableSnapshot(`block ${above} is above its head`);
}

/**
 * Verifies that the state after the head is complete: every node and every code by its hash, from
 * the root on.
 */
function* verifyState(store: Store, head: Uint8Array): Generator<void, void> {
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
      yield;
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
