// Less frequent instructions, outside of the loop: they read and write the registers in memory.
import {
  BASEFEE, BEYOND_RETURN_DATA, C_BYTES, C_LENGTH, CHAINID, COINBASE, DIFFICULTY, GASLIMIT, GASPRICE, HAND, NUMBER, ORIGIN,
  OUT_OF_GAS, REVERTED, SCRATCH, TIMESTAMP, A_BALANCE,
} from "./layout";
import { balance, codeCopy, codeHash, codeSize, selfDestruct } from "./accounts";
import { call } from "./calls";
import { isBeyondReturned } from "./check";
import { create } from "./creations";
import { halt, leave } from "./frames";
import { blockHash } from "./host";
import { keccak } from "./words/keccak";
import { hashPair } from "./words/pairs";
import { bytesOf, power } from "./words/power";
import { log } from "./logs";
import {
  caller, code, copyPadded, expand, expandTo, input, inputLength, mem, memSize, pay, returned, returnedLength, self, setIp, setSp, sp,
  value,
} from "./machine";
import { Do } from "./opcodes";
import { translateMore } from "./program";
import { sload, sstore, tload, tstore } from "./storage";
import { ensureLoaded } from "./tables";
import { copy, isShort, isSingle, set, subtract, turn } from "./words/word";

function pushWord(word: usize): i32 {
  copy(sp, word);
  setSp(sp + 32);
  return 0;
}

function pushNumber(number: u64): i32 {
  set(sp, number);
  setSp(sp + 32);
  return 0;
}

/** Executes EXP. */
function exponentiate(): i32 {
  if (!pay(50 * <i64>bytesOf(sp - 64))) return OUT_OF_GAS;
  power(sp - 64, sp - 32, sp - 64);
  setSp(sp - 32);
  return 0;
}

/** Executes KECCAK256. */
@inline function hash(): i32 {
  if (!isShort(sp - 64)) return OUT_OF_GAS;
  const length = <usize>load<u32>(sp - 64);
  if (!expand(sp - 32, sp - 64) || !pay(6 * <i64>((length + 31) >> 5))) return OUT_OF_GAS;
  const from = length == 0 ? mem : mem + <usize>load<u32>(sp - 32);
  if (length == 64) hashPair(sp - 64, from);
  else {
    keccak(HAND, from, length);
    turn(sp - 64, HAND);
  }
  setSp(sp - 32);
  return 0;
}

/** Executes CALLDATACOPY and CODECOPY. */
@inline function copyFrom(source: usize, sourceLength: usize): i32 {
  const target = sp - 32, size = sp - 96;
  if (!expand(target, size) || !isShort(size)) return OUT_OF_GAS;
  const length = <usize>load<u32>(size);
  if (!pay(3 * <i64>((length + 31) >> 5))) return OUT_OF_GAS;
  if (length != 0) copyPadded(mem + <usize>load<u32>(target), length, source, sourceLength, sp - 64);
  setSp(sp - 96);
  return 0;
}

function copyReturned(): i32 {
  return isBeyondReturned(sp) ? BEYOND_RETURN_DATA : copyFrom(returned, returnedLength);
}

/** Executes CALLDATALOAD. */
@inline function loadInput(): i32 {
  const offset = sp - 32;
  if (isShort(offset) && <u64>load<u32>(offset) + 32 <= <u64>inputLength) {
    turn(offset, input + <usize>load<u32>(offset));
    return 0;
  }
  copyPadded(HAND, 32, input, inputLength, offset);
  turn(offset, HAND);
  return 0;
}

/** Executes MCOPY (EIP-5656). */
function moveMemory(): i32 {
  const size = sp - 96;
  if (!isShort(size)) return OUT_OF_GAS;
  const length = <usize>load<u32>(size);
  if (!pay(3 * <i64>((length + 31) >> 5))) return OUT_OF_GAS;
  if (!expand(sp - 64, size) || !expand(sp - 32, size)) return OUT_OF_GAS;
  if (length != 0) memory.copy(mem + <usize>load<u32>(sp - 32), mem + <usize>load<u32>(sp - 64), length);
  setSp(sp - 96);
  return 0;
}

function storeByte(): i32 {
  const offset = sp - 32;
  if (!isShort(offset) || !expandTo(<u64>load<u32>(offset) + 1)) return OUT_OF_GAS;
  store<u8>(mem + <usize>load<u32>(offset), load<u8>(sp - 64));
  setSp(sp - 64);
  return 0;
}

/** Executes BLOCKHASH for the last 256 blocks. */
function hashOfBlock(): i32 {
  const number = sp - 32;
  subtract(SCRATCH, NUMBER, number);
  const distance = isSingle(SCRATCH) ? load<u64>(SCRATCH) : 0;
  if (distance == 0 || distance > 256 || !isSingle(number)) set(number, 0);
  else {
    blockHash(load<u64>(number));
    turn(number, HAND);
  }
  return 0;
}

/** Executes RETURN and REVERT. */
function end(why: i32): i32 {
  if (!expand(sp - 32, sp - 64)) return OUT_OF_GAS;
  const length = <usize>load<u32>(sp - 64);
  leave(why, length == 0 ? mem : mem + <usize>load<u32>(sp - 32), length);
  return 0;
}

function pushBalance(): i32 {
  ensureLoaded(self);
  return pushWord(self + A_BALANCE);
}

/** Executes an operation. @returns the reason of a failure, or zero. */
function perform(what: u32, at: usize): i32 {
  switch (what) {
    case Do.EXP: return exponentiate();
    case Do.KECCAK256: return hash();
    case Do.ADDRESS: return pushWord(self);
    case Do.BALANCE: return balance();
    case Do.ORIGIN: return pushWord(ORIGIN);
    case Do.CALLER: return pushWord(caller);
    case Do.CALLVALUE: return pushWord(value);
    case Do.CALLDATALOAD: return loadInput();
    case Do.CALLDATASIZE: return pushNumber(inputLength);
    case Do.CALLDATACOPY: return copyFrom(input, inputLength);
    case Do.CODECOPY: return copyFrom(<usize>load<u32>(code, C_BYTES), <usize>load<u32>(code, C_LENGTH));
    case Do.GASPRICE: return pushWord(GASPRICE);
    case Do.EXTCODESIZE: return codeSize();
    case Do.EXTCODECOPY: return codeCopy();
    case Do.RETURNDATASIZE: return pushNumber(returnedLength);
    case Do.RETURNDATACOPY: return copyReturned();
    case Do.EXTCODEHASH: return codeHash();
    case Do.BLOCKHASH: return hashOfBlock();
    case Do.COINBASE: return pushWord(COINBASE);
    case Do.TIMESTAMP: return pushWord(TIMESTAMP);
    case Do.NUMBER: return pushWord(NUMBER);
    case Do.DIFFICULTY: return pushWord(DIFFICULTY);
    case Do.GASLIMIT: return pushWord(GASLIMIT);
    case Do.CHAINID: return pushWord(CHAINID);
    case Do.SELFBALANCE: return pushBalance();
    case Do.BASEFEE: return pushWord(BASEFEE);
    case Do.MSTORE8: return storeByte();
    case Do.SLOAD: return sload();
    case Do.SSTORE: return sstore();
    case Do.MSIZE: return pushNumber(memSize);
    case Do.TLOAD: tload(); return 0;
    case Do.TSTORE: return tstore();
    case Do.MCOPY: return moveMemory();
    case Do.LOG: return log(load<u32>(at, 4));
    case Do.CREATE:
    case Do.CREATE2: return create(<u32>load<u16>(at, 2));
    case Do.CALL:
    case Do.CALLCODE:
    case Do.DELEGATECALL:
    case Do.STATICCALL: return call(<u32>load<u16>(at, 2));
    case Do.RETURN: return end(0);
    case Do.REVERT: return end(REVERTED);
    case Do.SELFDESTRUCT: return selfDestruct();
    case Do.MORE: translateMore(code); setIp(at); return 0;
    default: leave(0, 0, 0); return 0;
  }
}

/** Executes the operation, and ends the frame if it fails. */
@inline export function rare(what: u32, at: usize): void {
  const why = perform(what, at);
  if (why != 0) halt(why);
}
