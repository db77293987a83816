/** Loads accounts and slots of the forked chain at one block, each once, and stores them on disk. */
import {
  type Account,
  concat,
  emptyBytes,
  emptyCodeHash,
  emptyTrieRoot,
  fromBigInt,
  fromHex,
  givenCodeBytesMax,
  isEqual,
  keccak256,
  padStart,
  StateNotLoaded,
  toBigInt,
  toHex,
} from "@tandem/primitives";
import type { RemoteState } from "@tandem/state";
import { type Store, table } from "@tandem/store";
import { askHashAt, bytesIn, quantityIn, unexpected } from "./answers.js";
import type { ForkPoint } from "./fork-point.js";
import { ForkedState } from "./forked-state.js";
import { forkLimits } from "./limits.js";
import type { RemoteNode } from "./remote-node.js";

interface Kept {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly codeHash: Uint8Array;
}

/** The highest nonce of an account (EIP-2681). */
const nonceMax = 2n ** 64n - 1n;

/** Encodes an account in 32 bytes each: nonce, balance, code hash. */
const encode = ({ nonce, balance, codeHash }: Kept) =>
  concat(padStart(fromBigInt(nonce), 32), padStart(fromBigInt(balance), 32), codeHash);

const decode = (bytes: Uint8Array): Kept => ({
  nonce: toBigInt(bytes.subarray(0, 32)),
  balance: toBigInt(bytes.subarray(32, 64)),
  codeHash: bytes.slice(64),
});

const isAbsent = ({ nonce, balance, codeHash }: Kept) =>
  nonce === 0n && balance === 0n && isEqual(codeHash, emptyCodeHash);

/** Returns whether an account has no storage, because it has no code and has never been a contract. */
export const hasNoStorage = ({ nonce, codeHash }: Pick<Account, "nonce" | "codeHash">): boolean =>
  nonce === 0n && isEqual(codeHash, emptyCodeHash);

/** Returns a function that does what is requested by a key, once while it is pending. */
function sentOnce() {
  const loading = new Map<string, Promise<void>>();
  return (key: string, bring: () => Promise<void>): Promise<void> => {
    const known = loading.get(key);
    if (known !== undefined) return known;
    const brought = bring().finally(() => loading.delete(key));
    loading.set(key, brought);
    return brought;
  };
}

/** Creates the reader of stored rows, and the loader of missing rows. */
function createLoader(node: RemoteNode, store: Store, point: ForkPoint) {
  const state = new ForkedState(node, point);
  const once = sentOnce();
  const quantity = async (method: string, params: readonly unknown[], max?: bigint) =>
    quantityIn(await state.ask(method, params), { node, method }, max);
  const code = async (name: string) => {
    const method = "eth_getCode";
    const answer = await state.ask(method, [name]);
    const bytes = bytesIn(answer, { node, method });
    if (bytes.length <= givenCodeBytesMax) return bytes;
    throw unexpected({ node, method }, `at most ${givenCodeBytesMax} bytes`, answer);
  };

  const keptAccount = (address: Uint8Array) => {
    const bytes = store.get(table.remoteAccounts, address);
    return bytes && decode(bytes);
  };
  const keptSlot = (address: Uint8Array, slot: Uint8Array) =>
    store.get(table.remoteSlots, concat(address, slot));

  async function bringAccount(address: Uint8Array): Promise<void> {
    const name = toHex(address);
    const [balance, nonce, bytes] = await Promise.all([
      quantity("eth_getBalance", [name]),
      quantity("eth_getTransactionCount", [name], nonceMax),
      code(name),
    ]);
    const codeHash = keccak256(bytes);
    const batch = store.batch();
    batch.put(table.remoteAccounts, address, encode({ nonce, balance, codeHash }));
    if (bytes.length > 0) batch.put(table.code, codeHash, bytes);
    await batch.commit();
  }

  async function bringSlot(address: Uint8Array, slot: Uint8Array): Promise<void> {
    const value = await quantity("eth_getStorageAt", [toHex(address), toHex(slot)]);
    const batch = store.batch();
    batch.put(table.remoteSlots, concat(address, slot), fromBigInt(value));
    await batch.commit();
  }

  async function loadAll(address: Uint8Array, slot: Uint8Array | undefined): Promise<void> {
    const name = toHex(address);
    if (keptAccount(address) === undefined) await once(name, () => bringAccount(address));
    if (slot === undefined || !needsSlot(address, slot)) return;
    await once(name + toHex(slot), () => bringSlot(address, slot));
  }

  function needsSlot(address: Uint8Array, slot: Uint8Array): boolean {
    const account = keptAccount(address);
    if (account !== undefined && hasNoStorage(account)) return false;
    return keptSlot(address, slot) === undefined;
  }

  return { keptAccount, keptSlot, needsSlot, loadAll };
}

/** @param point the block whose state is read. */
export function createRemoteState(node: RemoteNode, store: Store, point: ForkPoint): RemoteState {
  const { keptAccount, keptSlot, needsSlot, loadAll } = createLoader(node, store, point);
  const { number: height } = point;
  const ofFork = [
    [height, fromHex(point.hash)],
    [height - 1, fromHex(point.parentHash)],
  ] as const;
  const hashes = new Map<number, Uint8Array>(ofFork);
  return {
    account(address): Account | undefined {
      const kept = keptAccount(address);
      if (kept === undefined) throw new StateNotLoaded(() => loadAll(address, undefined));
      return isAbsent(kept) ? undefined : { ...kept, storageRoot: emptyTrieRoot };
    },
    slot(address, given) {
      const slot = padStart(given, 32);
      const value = keptSlot(address, slot);
      if (value !== undefined) return value;
      const account = keptAccount(address);
      if (account !== undefined && hasNoStorage(account)) return emptyBytes;
      throw new StateNotLoaded(() => loadAll(address, slot));
    },
    load(address, given) {
      const slot = given && padStart(given, 32);
      const isHere =
        keptAccount(address) !== undefined && (slot === undefined || !needsSlot(address, slot));
      return isHere ? undefined : loadAll(address, slot);
    },
    async blockHash(number) {
      if (number < 0 || number > height) return undefined;
      if (!hashes.has(number)) {
        const method = "eth_getBlockByNumber";
        const hash = await askHashAt(node, number);
        if (hashes.size >= forkLimits.hashesKept) {
          hashes.clear();
          for (const [at, known] of ofFork) hashes.set(at, known);
        }
        // No hash at all would be 0 in the virtual machine, and every block up to the forked one has one.
        hashes.set(number, bytesIn(hash, { node, method }, 32));
      }
      return hashes.get(number);
    },
  };
}
