/**
 * Records the touched accounts, and the warm addresses and slots of a transaction (EIP-161,
 * EIP-2929, EIP-3651), in place of the library's journal. The library creates sets and maps at
 * every checkpoint and at both ends of a transaction, most of which stay empty, and adds the
 * precompiles for each transaction. This journal has one log, which is truncated when a frame
 * fails.
 */
import type { StateManagerInterface } from "@ethereumjs/common";
import type { EVM } from "@ethereumjs/evm";
import type { Account, Address } from "@ethereumjs/util";
import { hexDigits, keepLastKey } from "@tandem/primitives";

type Journal = EVM["journal"];
/** The public members of the library's journal. */
type JournalInterface = { [Member in keyof Journal]: Journal[Member] };

/**
 * The address of RIPEMD-160, which remains touched when a frame fails, as in block 2,675,119 of
 * Ethereum.
 */
const ripemd160 = `${"0".repeat(39)}3`;

const bare = (hex: string) => (hex.startsWith("0x") ? hex.slice(2) : hex);

/**
 * Keys of addresses and slots are two hex digits per byte, in lower case and without a prefix.
 * Bytes that are passed in must not be modified afterwards, as in `JournaledState`.
 */
export class AccessJournal implements JournalInterface {
  accessList?: Map<string, Set<string>>;
  /** Whether the patched VM omits adding the precompiles in every transaction. */
  readonly warmsPrecompiles = true;
  readonly #state: StateManagerInterface;
  /** The precompiles, which are warm in every transaction. */
  readonly #precompiles: ReadonlySet<string>;
  /**
   * Warm addresses, and slots prefixed by their address: of the transaction, and of frames that may
   * fail.
   */
  #alwaysWarm = new Set<string>();
  #warm = new Set<string>();
  #touched = new Map<string, Address>();
  /** The entries added since the first checkpoint, in order. */
  readonly #log: { readonly in: Set<string> | Map<string, Address>; readonly key: string }[] = [];
  readonly #marks: number[] = [];
  readonly #addressKey = keepLastKey(hexDigits);
  readonly #slotKey = keepLastKey(hexDigits);

  constructor(state: StateManagerInterface, precompiles: Iterable<string>) {
    this.#state = state;
    this.#precompiles = new Set(precompiles);
  }

  startReportingAccessList(): void {
    this.accessList = new Map();
  }

  /** Throws always: preimages are written with the block. @throws {Error} */
  startReportingPreimages(): void {
    throw new Error("preimages are not reported by the journal");
  }

  putAccount(address: Address, account: Account | undefined): Promise<void> {
    this.#touch(address);
    return this.#state.putAccount(address, account);
  }

  deleteAccount(address: Address): Promise<void> {
    this.#touch(address);
    return this.#state.deleteAccount(address);
  }

  #touch(address: Address): void {
    const key = this.#addressKey(address.bytes);
    if (this.#touched.has(key)) return;
    this.#touched.set(key, address);
    if (this.#marks.length > 0 && key !== ripemd160) this.#log.push({ in: this.#touched, key });
  }

  checkpoint(): Promise<void> {
    this.#marks.push(this.#log.length);
    return this.#state.checkpoint();
  }

  commit(): Promise<void> {
    this.#marks.pop();
    return this.#state.commit();
  }

  revert(): Promise<void> {
    const mark = this.#marks.pop() ?? 0;
    for (const { in: where, key } of this.#log.splice(mark)) where.delete(key);
    return this.#state.revert();
  }

  cleanJournal(): void {
    // Replaced rather than cleared: a cleared long-lived set keeps its entries from early garbage
    // collection.
    if (this.#alwaysWarm.size > 0) this.#alwaysWarm = new Set();
    if (this.#warm.size > 0) this.#warm = new Set();
    if (this.#touched.size > 0) this.#touched = new Map();
    // The length of an empty list is not set: that calls into V8's runtime.
    if (this.#log.length > 0) this.#log.length = 0;
    if (this.#marks.length > 0) this.#marks.length = 0;
  }

  /** Deletes touched accounts that are empty, then resets the journal. */
  async cleanup(): Promise<void> {
    for (const address of this.#touched.values()) {
      const account = await this.#state.getAccount(address);
      if (account === undefined || account.isEmpty()) await this.#state.deleteAccount(address);
    }
    this.cleanJournal();
    delete this.accessList;
  }

  addAlwaysWarmAddress(given: string, isListed = false): void {
    const address = bare(given);
    if (!this.#precompiles.has(address)) this.#alwaysWarm.add(address);
    if (isListed) this.#list(address);
  }

  addAlwaysWarmSlot(given: string, givenSlot: string, isListed = false): void {
    const address = bare(given);
    const slot = bare(givenSlot);
    this.addAlwaysWarmAddress(address, isListed);
    this.#alwaysWarm.add(address + slot);
    if (isListed) this.#list(address)?.add(slot);
  }

  /** Adds an address to the access list, if there is one, and returns its slots. */
  #list(address: string): Set<string> | undefined {
    if (this.accessList === undefined) return undefined;
    const slots = this.accessList.get(address) ?? new Set();
    this.accessList.set(address, slots);
    return slots;
  }

  /** Yields the warm keys except precompiles: addresses, and slots prefixed by their address. */
  *warmKeys(): Generator<string> {
    yield* this.#alwaysWarm;
    yield* this.#warm;
  }

  isWarmedAddress(address: Uint8Array): boolean {
    const key = this.#addressKey(address);
    return this.#isWarm(key) || this.#precompiles.has(key);
  }

  addWarmedAddress(address: Uint8Array): void {
    const key = this.#addressKey(address);
    this.#addWarm(key);
    this.#list(key);
  }

  isWarmedStorage(address: Uint8Array, slot: Uint8Array): boolean {
    return this.#isWarm(this.#slotKey(address, slot));
  }

  #isWarm(key: string): boolean {
    return this.#warm.has(key) || this.#alwaysWarm.has(key);
  }

  addWarmedStorage(address: Uint8Array, slot: Uint8Array): void {
    const key = this.#addressKey(address);
    this.#addWarm(key);
    this.#addWarm(this.#slotKey(address, slot));
    if (this.accessList !== undefined) this.#list(key)?.add(hexDigits(slot));
  }

  #addWarm(key: string): void {
    if (this.#isWarm(key)) return;
    this.#warm.add(key);
    if (this.#marks.length > 0) this.#log.push({ in: this.#warm, key });
  }
}
