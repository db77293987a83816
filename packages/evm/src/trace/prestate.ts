/**
 * Records the accounts and slots that a transaction accessed, with their previous values: geth's
 * prestate tracer.
 */
import type { EVMResult } from "@ethereumjs/evm";
import {
  type AccountSnapshot,
  type AccountSnapshots,
  emptyBytes,
  fromKey,
  isEqual,
  type Prestate,
  type PrestateOptions,
  padStart,
  toKey,
} from "@tandem/primitives";
import type { EvmState } from "../environment/evm-state.js";
import type { StateWatcher } from "../library/library-state.js";
import type { Probe } from "../library/probe.js";
import { frameBytes } from "../limits.js";
import type { Budget } from "./budget.js";

/** The state of an account. */
interface Picture {
  readonly exists: boolean;
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly code: Uint8Array;
}

interface Seen extends Picture {
  /** Values by slot key. */
  readonly slots: Map<string, Uint8Array>;
}

const isEmpty = ({ balance, nonce, code }: Picture) =>
  balance === 0n && nonce === 0n && code.length === 0;

const noSlot = new Uint8Array(32);
const isZero = (value: Uint8Array) => isEqual(value, noSlot);

export class PrestateWatcher implements Probe, StateWatcher {
  readonly #state: EvmState;
  readonly #seen = new Map<string, Seen>();
  readonly #created = new Set<string>();
  readonly #budget: Budget;
  readonly #options: PrestateOptions;

  constructor(state: EvmState, budget: Budget, options: PrestateOptions) {
    this.#state = state;
    this.#budget = budget;
    this.#options = options;
  }

  onAccount(address: Uint8Array): void {
    this.#see(address);
  }

  onSlot(address: Uint8Array, slot: Uint8Array): void {
    const { slots } = this.#see(address);
    const key = toKey(slot);
    if (this.#options.disableStorage || slots.has(key)) return;
    this.#budget.spend(noSlot.length * 2);
    slots.set(key, this.#slot(address, slot));
  }

  onClose({ createdAddress }: EVMResult): void {
    if (createdAddress !== undefined) this.#created.add(toKey(createdAddress.bytes));
  }

  /** Returns the prestate; in diff mode it is compared with the present state. */
  finish(): Prestate {
    const isDiff = this.#options.diffMode;
    const pre: [Uint8Array, AccountSnapshot][] = [];
    const post: [Uint8Array, AccountSnapshot][] = [];
    for (const [key, seen] of this.#seen) {
      const address = fromKey(key);
      const now = isDiff ? this.#picture(address) : undefined;
      const changed = now === undefined ? undefined : this.#changes(address, seen, now);
      if (isDiff && changed === undefined) continue;
      if (changed !== undefined && now?.exists) post.push([address, changed]);
      if (this.#created.has(key) && isEmpty(seen)) continue;
      pre.push([address, snapshot(seen, this.#slotsBefore(address, seen, isDiff))]);
    }
    return isDiff ? { pre, post: post satisfies AccountSnapshots } : { pre };
  }

  #see(address: Uint8Array): Seen {
    const key = toKey(address);
    let seen = this.#seen.get(key);
    if (seen === undefined) {
      const picture = this.#picture(address);
      this.#budget.spend(frameBytes + picture.code.length);
      seen = { ...picture, slots: new Map() };
      this.#seen.set(key, seen);
    }
    return seen;
  }

  #picture(address: Uint8Array): Picture {
    const account = this.#state.account(address);
    const { balance = 0n, nonce = 0n } = account ?? {};
    const code = this.#options.disableCode ? emptyBytes : this.#state.code(address);
    return { exists: account !== undefined, balance, nonce, code };
  }

  #slot(address: Uint8Array, slot: Uint8Array): Uint8Array {
    return padStart(this.#state.slot(address, slot), 32);
  }

  /** Returns the previous values of slots; in a diff only of changed ones. */
  #slotsBefore(address: Uint8Array, { slots }: Seen, isDiff: boolean) {
    const entries = [...slots].map(([key, value]) => [fromKey(key), value] as const);
    if (!isDiff) return entries;
    return entries.filter(
      ([slot, value]) => !isZero(value) && !isEqual(value, this.#slot(address, slot)),
    );
  }

  /** Returns the changed values; undefined if there are none. */
  #changes(address: Uint8Array, before: Seen, now: Picture): AccountSnapshot | undefined {
    const storage: [Uint8Array, Uint8Array][] = [];
    let isChanged = before.exists !== now.exists && !(isEmpty(before) && isEmpty(now));
    for (const [key, value] of before.slots) {
      const slot = fromKey(key);
      const current = this.#slot(address, slot);
      if (isEqual(value, current)) continue;
      isChanged = true;
      if (!isZero(current)) storage.push([slot, current]);
    }
    const changed: AccountSnapshot = {
      ...(before.balance === now.balance ? {} : { balance: now.balance }),
      ...(before.nonce === now.nonce ? {} : { nonce: now.nonce }),
      ...(isEqual(before.code, now.code) ? {} : { code: now.code }),
      ...(storage.length === 0 ? {} : { storage }),
    };
    return isChanged || Object.keys(changed).length > 0 ? changed : undefined;
  }
}

function snapshot(
  { balance, nonce, code }: Picture,
  storage: readonly (readonly [Uint8Array, Uint8Array])[],
): AccountSnapshot {
  return {
    balance,
    ...(nonce === 0n ? {} : { nonce }),
    ...(code.length === 0 ? {} : { code }),
    ...(storage.length === 0 ? {} : { storage }),
  };
}
