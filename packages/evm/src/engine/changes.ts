/**
 * Copies the results of an execution from an engine: its changes into the state, and the library's
 * logs and sets.
 */
import type { Log } from "@ethereumjs/evm";
import { Address as VmAddress } from "@ethereumjs/util";
import { emptyBytes, emptyCodeHash, isEqual } from "@tandem/primitives";
import type { EvmState } from "../environment/evm-state.js";
import type { AccessJournal } from "../library/access-journal.js";
import type { Engine } from "./engine.js";
import { accountAt, codeAt, flag, logAt, slotAccessed, slotAt, slotLoaded } from "./layout.js";
import { readLog } from "./recording/read-log.js";

const addressBytes = 20;
const wordBytes = 32;

/** Created and destroyed accounts, in the library's form of addresses: hex with 0x. */
export interface Created {
  readonly selfdestruct: Map<HexAddress, HexAddress>;
  readonly createdAddresses: Set<HexAddress>;
}

type HexAddress = `0x${string}`;

const hexOf = (bytes: Uint8Array): HexAddress => `0x${Buffer.from(bytes).toString("hex")}`;

/** Receives the changes of an execution. */
export interface Target {
  readonly state: EvmState;
  /** Deletes the account at the end of the transaction if it is empty then (EIP-161). */
  touch(address: VmAddress): void;
}

function writeAccount(engine: Engine, at: number, flags: number, { state, touch }: Target): void {
  const { memory } = engine;
  const codeHash = memory.sharedCopy(at + accountAt.hash, wordBytes);
  const nonce = memory.limb(at + accountAt.nonce);
  const balance = memory.word(at + accountAt.balance);
  const isEmpty = nonce === 0n && balance === 0n && isEqual(codeHash, emptyCodeHash);
  const existed = (flags & flag.existed) !== 0;
  if (isEmpty && !existed) return;
  const address = memory.bytesOfWord(at, addressBytes);
  const isCreated = (flags & flag.created) !== 0;
  if (isCreated) state.clearStorage(address);
  if (isCreated || (flags & flag.changed) !== 0) {
    const before = isCreated ? emptyCodeHash : codeHash;
    state.putAccount(address, { nonce, balance, codeHash: before });
  }
  if (isCreated && !isEqual(codeHash, emptyCodeHash)) {
    const code = memory.number(at + accountAt.code);
    const length = memory.number(code + codeAt.length);
    state.putCode(address, memory.copy(memory.number(code + codeAt.bytes), length));
  }
  if (isEmpty && (flags & flag.touched) !== 0) touch(new VmAddress(address));
}

/** Writes the changed accounts. @returns those created and destroyed. */
export function* writeAccounts(engine: Engine, target: Target): Generator<void, Created> {
  const { memory, exports } = engine;
  const selfdestruct = new Map<HexAddress, HexAddress>();
  const createdAddresses = new Set<HexAddress>();
  const written = flag.changed | flag.touched | flag.created | flag.destroyed;
  for (let at = exports.lastAccount.value; at !== 0; at = memory.number(at + accountAt.earlier)) {
    yield;
    const flags = memory.number(at + accountAt.flags);
    if ((flags & written) === 0) continue;
    writeAccount(engine, at, flags, target);
    if ((flags & (flag.created | flag.destroyed)) === 0) continue;
    const name = hexOf(memory.bytesOfWord(at, addressBytes));
    if ((flags & flag.destroyed) !== 0) selfdestruct.set(name, name);
    if ((flags & flag.created) !== 0) createdAddresses.add(name);
  }
  return { selfdestruct, createdAddresses };
}

/** Writes the changed storage slots. */
export function* writeSlots({ memory, exports }: Engine, state: EvmState): Generator<void, void> {
  let account = 0;
  let address = emptyBytes;
  for (let at = exports.lastSlot.value; at !== 0; at = memory.number(at + slotAt.earlier)) {
    yield;
    if (memory.number(at + slotAt.kind) !== 0 || !isChanged(memory, at)) continue;
    // Most slots are written beside others of their account.
    if (memory.number(at + slotAt.account) !== account) {
      account = memory.number(at + slotAt.account);
      address = memory.bytesOfWord(account, addressBytes);
    }
    const key = memory.bytesOfWord(at, wordBytes);
    state.putSlot(address, key, memory.passingWord(at + slotAt.value));
  }
}

/** Returns the addresses of records in a list linked from the last, from the first on. */
function* inOrder(
  memory: Engine["memory"],
  last: number,
  earlier: number,
): Generator<void, number[]> {
  const places: number[] = [];
  for (let at = last; at !== 0; at = memory.number(at + earlier)) {
    yield;
    places.push(at);
  }
  return places.reverse();
}

/**
 * Returns the slots that were cold when they were accessed, by the address of their account's
 * record.
 */
function* slotsMet({ memory, exports }: Engine): Generator<void, Map<number, number[]>> {
  const byAccount = new Map<number, number[]>();
  for (const at of yield* inOrder(memory, exports.lastSlot.value, slotAt.earlier)) {
    yield;
    if ((memory.number(at + slotAt.flags) & slotAccessed) === 0) continue;
    const account = memory.number(at + slotAt.account);
    const others = byAccount.get(account);
    if (others === undefined) byAccount.set(account, [at]);
    else others.push(at);
  }
  return byAccount;
}

/**
 * Reports the accounts and slots that were cold when they were accessed, also by frames that
 * failed: accounts in the order of their first access, with their slots. A warm account, such as the
 * callee, comes with its first slot. Records are allocated in the order of the accesses.
 */
export function* listAccessed(engine: Engine, to: AccessJournal): Generator<void, void> {
  const { memory, exports } = engine;
  const slots = yield* slotsMet(engine);
  const accessed: { readonly at: number; readonly first: number }[] = [];
  for (let at = exports.lastAccount.value; at !== 0; at = memory.number(at + accountAt.earlier)) {
    yield;
    const isMet = (memory.number(at + accountAt.flags) & flag.accessed) !== 0;
    const first = isMet ? at : slots.get(at)?.[0];
    if (first !== undefined) accessed.push({ at, first });
  }
  for (const { at, first } of accessed.sort((one, other) => one.first - other.first)) {
    yield;
    const address = memory.bytesOfWord(at, addressBytes);
    if (first === at) to.addWarmedAddress(address);
    for (const slot of slots.get(at) ?? []) {
      yield;
      to.addWarmedStorage(address, memory.bytesOfWord(slot, wordBytes));
    }
  }
}

function isChanged(memory: Engine["memory"], at: number): boolean {
  if ((memory.number(at + slotAt.flags) & slotLoaded) === 0) return false;
  for (let i = 0; i < wordBytes; i += 4) {
    if (memory.number(at + slotAt.value + i) !== memory.number(at + slotAt.initial + i))
      return true;
  }
  return false;
}

/** Returns the logs in their order. */
export function* logsOf(engine: Engine): Generator<void, Log[]> {
  const { memory, exports } = engine;
  const logs: Log[] = [];
  for (let at = exports.lastLog.value; at !== 0; at = memory.number(at + logAt.earlier)) {
    yield;
    const { address, topics, data } = readLog(engine, at);
    logs.push([address, topics, data]);
  }
  return logs.reverse();
}
