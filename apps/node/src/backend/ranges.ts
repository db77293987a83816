/** Reads many accounts or slots of a state, in the order of their hashes. */
import {
  type Address,
  type Bytes,
  compare,
  Fault,
  type Hash32,
  isEqual,
  keccak256,
  type Prestate,
  type StoredBlock,
  toKey,
  withoutLeadingZeros,
} from "@tandem/primitives";
import type {
  AccountPiece,
  RangeApi,
  RangedAccount,
  RangedSlot,
  RangePiece,
  StorageRangeRequest,
} from "@tandem/rpc";
import type { Cancellation } from "@tandem/runtime";
import type { RemoteState } from "@tandem/state";
import { type ReadableStore, table } from "@tandem/store";
import { hasNoStorage } from "../fork/remote-state.js";
import { debugBlockUntil } from "./debug.js";
import { stateOf } from "./locate.js";
import type { ReadChain } from "./read-chain.js";
import type { ReadParts } from "./read-parts.js";

/** @param ending returns what cancels a request, by its own cancellation. */
export const rangeApi = (
  { chain, store, remote }: Pick<ReadParts, "chain" | "store" | "remote">,
  ending: (own: Cancellation) => Cancellation,
): RangeApi => ({
  async storageRange(request, cancellation) {
    const block = chain.blocks.block(request.block);
    const parent = block && chain.blocks.header(block.header.parentHash);
    if (block === undefined || parent === undefined) return undefined;
    await assertOwnStorage(remote, request.address);
    // A block without transactions has a state at index 0 too, as in geth.
    if (request.index >= Math.max(block.transactions.length, 1)) return undefined;
    const root = chain.blocks.edits.before(block.hash, parent);
    const changes = await changesBefore(chain, block, request, ending(cancellation));
    const slots = storageBefore(chain, root, request, changes);
    return pieceOf(
      mapped(slots, (entry) => slotOf(store, entry)),
      request.count,
    );
  },
  async accountRange(ref, from, count) {
    const at = await stateOf(chain, ref);
    if (at !== undefined && remote !== undefined) throw incomplete("the accounts");
    return at && accountPiece(chain, store, { root: at.root, from, count });
  },
});

/**
 * Refuses a contract of the chain that is forked. A contract that was created since has its whole storage here.
 * @throws {Fault} `execution-failed`
 */
async function assertOwnStorage(remote: RemoteState | undefined, address: Address) {
  await remote?.load(address);
  const account = remote?.account(address);
  if (account !== undefined && !hasNoStorage(account)) {
    throw incomplete("the storage of a contract of that chain");
  }
}

const incomplete = (what: string) =>
  new Fault({
    code: "execution-failed",
    message: `this node forks another chain and has only what differs from it: ${what} cannot be listed`,
  });

/** Takes the first items, and the hash of the one after them. */
function pieceOf<T extends { readonly hash: Hash32 }>(
  items: Iterable<T>,
  count: number,
): RangePiece<T> {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length === count) return { items: taken, next: item.hash };
    taken.push(item);
  }
  return { items: taken, next: undefined };
}

/**
 * A slot with the hash of its key. `slot` is undefined if its preimage is in the database, or
 * unknown.
 */
type Entry = readonly [hash: Hash32, value: Bytes, slot?: Bytes];

/** The changed slots by hash. The value is empty for a slot that transactions cleared. */
type Changes = ReadonlyMap<string, Entry>;

/** Executes the transactions before the requested one, and returns their changes of the storage. */
async function changesBefore(
  chain: ReadChain,
  block: StoredBlock,
  { index, address }: StorageRangeRequest,
  cancellation: Cancellation,
): Promise<Changes> {
  const changes = new Map<string, Entry>();
  if (index === 0) return changes;
  const tracer = { kind: "prestate", diffMode: true } as const;
  for (const result of await debugBlockUntil(chain, block, index, { tracer, cancellation })) {
    if (result.kind !== "prestate") continue;
    for (const entry of changesIn(result.prestate, address)) changes.set(toKey(entry[0]), entry);
  }
  return changes;
}

/** Returns the changes of one transaction. A slot that is only in `pre` was cleared. */
function changesIn({ pre, post = [] }: Prestate, address: Address): Entry[] {
  const storageIn = (accounts: Prestate["pre"]) =>
    accounts.find(([account]) => isEqual(account, address))?.[1].storage ?? [];
  const cleared = storageIn(pre).map(
    ([slot]) => [keccak256(slot), new Uint8Array(0), slot] as const,
  );
  const set = storageIn(post).map(
    ([slot, value]) => [keccak256(slot), withoutLeadingZeros(value), slot] as const,
  );
  return [...cleared, ...set];
}

/** Yields the slots of the parent's state with the changes, in the order of their hashes. */
function* storageBefore(
  { executor }: ReadChain,
  root: Uint8Array,
  { address, from }: StorageRangeRequest,
  changes: Changes,
): Generator<Entry> {
  const added = [...changes.values()]
    .filter(([hash, value]) => value.length > 0 && compare(hash, from) >= 0)
    .sort(([a], [b]) => compare(a, b));
  let next = 0;
  for (const entry of storedSlots(executor, root, address, from)) {
    for (; next < added.length && compare((added[next] as Entry)[0], entry[0]) < 0; next++) {
      yield added[next] as Entry;
    }
    if (!changes.has(toKey(entry[0]))) yield entry;
  }
  yield* added.slice(next);
}

function* storedSlots(
  executor: ReadChain["executor"],
  root: Uint8Array,
  address: Address,
  from: Bytes,
): Generator<Entry> {
  const hash = keccak256(address);
  const { value: found } = executor.accounts(root, hash).next();
  if (found && isEqual(found[0], hash)) yield* executor.slots(found[1].storageRoot, from);
}

const slotOf = (store: ReadableStore, [hash, value, slot]: Entry): RangedSlot => ({
  hash,
  // A slot that the block cleared again has no preimage in the database.
  slot: slot ?? store.get(table.preimages, hash),
  value,
});

function* mapped<T, R>(items: Iterable<T>, change: (item: T) => R): Generator<R> {
  for (const item of items) yield change(item);
}

interface AccountRange {
  readonly root: Hash32;
  readonly from: Bytes;
  readonly count: number;
}

function accountPiece(
  { executor }: ReadChain,
  store: ReadableStore,
  { root, from, count }: AccountRange,
): AccountPiece {
  const accounts = mapped(
    executor.accounts(root, from),
    ([hash, account]): RangedAccount => ({
      ...account,
      hash,
      address: store.get(table.preimages, hash),
      code: () => executor.code(account.codeHash),
      slots: () => mapped(executor.slots(account.storageRoot), (entry) => slotOf(store, entry)),
    }),
  );
  return { stateRoot: root, ...pieceOf(accounts, count) };
}
