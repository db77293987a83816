// CREATE and CREATE2.
import {
  A_BALANCE, A_FLAGS, A_HASH, A_NONCE, COLLISION, CREATED, EIP_3860, EMPTY_HASH, HAS_STORAGE, INIT_CODE_SIZE, MAX_INIT_CODE,
  OUT_OF_GAS, SCRATCH, TOO_DEEP, TOO_POOR, TOUCHED, VALUE_OVERFLOW, WRITE_PROTECTION,
} from "./layout";
import { transfer } from "./accounts";
import { initCode } from "./codes";
import { enter, protectMemory } from "./frames";
import { keccak } from "./words/keccak";
import {
  depth, expand, gas, isStatic, mem, pay, returned, self, setGas, setRefused, setReturned, setSp, sp,
} from "./machine";
import { ensureLoaded, findAccount } from "./tables";
import { closeTrace, openTrace, refuseTrace } from "./trace";
import { mark, warmAccount, noteNonce, raiseFlags, revertTo } from "./undo";
import { copy, isEqual, isLess, isShort, set, turn } from "./words/word";

const CREATE2: u32 = 0xf5;
/**
 * The preimage of an address: 0xff, an address, a salt and a hash; or the RLP of an address and a
 * nonce.
 */
const PREIMAGE: usize = SCRATCH + 0x80;
const HASH: usize = SCRATCH + 0x100;

/** Writes the 20 bytes of an address, big-endian. */
function writeAddress(target: usize, account: usize): void {
  for (let i: usize = 0; i < 20; i++) store<u8>(target + i, load<u8>(account + 19 - i));
}

/**
 * Returns the account that a creation with this nonce creates: the hash of the RLP of address and
 * nonce.
 */
export function createdByNonce(from: usize, nonce: u64): usize {
  let bytes: usize = 0;
  for (let rest = nonce; rest != 0; rest >>= 8) bytes++;
  const isByte = nonce != 0 && nonce < 128;
  const body: usize = 21 + (isByte ? 1 : 1 + bytes);
  store<u8>(PREIMAGE, 0xc0 + body);
  store<u8>(PREIMAGE, 0x94, 1);
  writeAddress(PREIMAGE + 2, from);
  if (isByte) store<u8>(PREIMAGE, <u8>nonce, 22);
  else {
    store<u8>(PREIMAGE, 0x80 + bytes, 22);
    for (let i: usize = 0; i < bytes; i++) store<u8>(PREIMAGE + 22 + bytes - i, <u8>(nonce >> (<u64>i << 3)));
  }
  keccak(HASH, PREIMAGE, 1 + body);
  turn(HASH, HASH);
  return findAccount(HASH);
}

function createdBySalt(from: usize, salt: usize, data: usize, size: usize): usize {
  if (size == 0) copy(PREIMAGE + 53, EMPTY_HASH);
  else keccak(PREIMAGE + 53, data, size);
  store<u8>(PREIMAGE, 0xff);
  writeAddress(PREIMAGE + 1, from);
  turn(PREIMAGE + 21, salt);
  keccak(HASH, PREIMAGE, 85);
  turn(HASH, HASH);
  return findAccount(HASH);
}

/**
 * Pays the dynamic part of the instruction's price.
 * @returns the length of the init code, or -1.
 */
function payForCreation(opcode: u32, offset: usize, size: usize): i64 {
  if (!isShort(size)) return -1;
  const length = <i64>load<u32>(size);
  const words = (length + 31) >> 5;
  let price: i64 = load<u32>(EIP_3860) != 0 ? words * 2 : 0;
  if (opcode == CREATE2) price += words * 6;
  return pay(price) && expand(offset, size) ? length : -1;
}

/** Pushes zero for a failed creation, which costs no more than the instruction. */
function refuse(at: usize): i32 {
  set(at, 0);
  setSp(at + 32);
  return 0;
}

/** Executes a creation. @returns the reason of a failure, or zero. */
export function create(opcode: u32): i32 {
  if (isStatic) return WRITE_PROTECTION;
  const worth = sp - 32, offset = sp - 64;
  const length = payForCreation(opcode, offset, sp - 96);
  if (length < 0) return OUT_OF_GAS;
  const size = <usize>length;
  const data = size == 0 ? mem : mem + <usize>load<u32>(offset);
  const at = opcode == CREATE2 ? sp - 128 : sp - 96;
  const given = gas - (gas >> 6);
  ensureLoaded(self);
  const isPoor = isLess(self + A_BALANCE, worth);
  const why = depth >= 1024 ? TOO_DEEP : isPoor ? TOO_POOR : 0;
  const isTooLong = load<u32>(EIP_3860) != 0 && size > <usize>load<u32>(MAX_INIT_CODE);
  if (isTooLong) {
    setRefused(size);
    return INIT_CODE_SIZE;
  }
  if (why != 0) refuseTrace(opcode, self, 0, worth, given, data, size, why);
  setReturned(returned, 0);
  if (why != 0) return refuse(at);
  const nonce = load<u64>(self, A_NONCE);
  if (nonce == u64.MAX_VALUE) return refuse(at);
  setGas(gas - given);
  noteNonce(self);
  raiseFlags(self, TOUCHED);
  store<u64>(self, nonce + 1, A_NONCE);
  const target = opcode == CREATE2 ? createdBySalt(self, sp - 128, data, size) : createdByNonce(self, nonce);
  warmAccount(target);
  setSp(at);
  openTrace(opcode, self, 0, worth, given, data, size);
  const failure = begin(self, target, worth, given, data, size);
  if (failure == 0) return 0;
  const isSpent = failure == COLLISION;
  const isDone = failure < 0;
  closeTrace(isDone ? 0 : failure, isSpent ? given : 0, 0, 0, target);
  if (!isSpent) setGas(gas + given);
  if (isDone) memory.copy(at, target, 32);
  else set(at, 0);
  setSp(at + 32);
  return 0;
}

/**
 * Begins the frame of a creation.
 * @returns the reason of a failure, -1 if there is no code to run, or zero.
 */
export function begin(from: usize, target: usize, worth: usize, given: i64, data: usize, size: usize): i32 {
  const undo = mark;
  ensureLoaded(target);
  const isTaken = load<u64>(target, A_NONCE) != 0 || !isEqual(target + A_HASH, EMPTY_HASH) ||
    (load<u32>(target, A_FLAGS) & HAS_STORAGE) != 0;
  // A collision leaves no change, not even that the sender was touched.
  if (isTaken) return COLLISION;
  raiseFlags(target, CREATED);
  noteNonce(target);
  store<u64>(target, 1, A_NONCE);
  if (!transfer(from, target, worth)) {
    revertTo(undo);
    return VALUE_OVERFLOW;
  }
  if (size == 0) return -1;
  protectMemory();
  const running = initCode(data, size);
  enter(target, from, worth, running, given, false, data, 0, undo, 0, 0, target);
  return 0;
}
