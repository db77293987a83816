// CALL, CALLCODE, DELEGATECALL and STATICCALL.
import {
  A_BALANCE, A_FLAGS, A_PRECOMPILE, C_LENGTH, C_BYTES, EIP_7702, IS_PRECOMPILE, OUT_OF_GAS, SCRATCH, TOO_DEEP, TOO_POOR, VALUE_OVERFLOW, WRITE_PROTECTION, ZERO,
} from "./layout";
import { accessPrice, isEmpty, transfer } from "./accounts";
import { codeOf, ensureProgram, hashedCodeOf, isDelegation } from "./codes";
import { enter, protectMemory } from "./frames";
import {
  caller, depth, expand, gas, isStatic, mem, pay, returned, self, setGas, setReturned, setSp, sp, value,
} from "./machine";
import { callPrecompile } from "./precompiles";
import { findAccount } from "./tables";
import { closeTrace, openTrace, refuseTrace } from "./trace";
import { mark, revertTo } from "./undo";
import { isLess, isSingle, isZero, set } from "./words/word";

const CALL: u32 = 0xf1;
const CALLCODE: u32 = 0xf2;
const DELEGATECALL: u32 = 0xf4;
const STATICCALL: u32 = 0xfa;

/** Returns the code that a call of an account runs: its own, or that of its delegation. */
@inline export function runnableCode(account: usize): usize {
  const own = hashedCodeOf(account);
  const target = delegateOf(own);
  return target == 0 ? own : hashedCodeOf(target);
}

/** Returns the account to which a code delegates (EIP-7702), or zero. */
@inline export function delegateOf(code: usize): usize {
  if (load<u32>(EIP_7702) == 0 || !isDelegation(code)) return 0;
  const bytes = <usize>load<u32>(code, C_BYTES);
  const word = SCRATCH + 0x180;
  set(word, 0);
  for (let i: usize = 0; i < 20; i++) store<u8>(word + i, load<u8>(bytes + 22 - i));
  return findAccount(word);
}

/** Returns the price of the access to the callee, the value and the delegation. */
@inline function accessCost(opcode: u32, to: usize, isGift: bool): i64 {
  let price = accessPrice(to);
  if (isGift) {
    price += 9000;
    if (opcode == CALL && isEmpty(to)) price += 25000;
  }
  if (load<u32>(EIP_7702) != 0) {
    const delegate = delegateOf(codeOf(to));
    if (delegate != 0) price += accessPrice(delegate);
  }
  return price;
}

/**
 * Returns the gas of the callee: as requested, but at most all but one 64th of the remaining gas
 * (EIP-150).
 */
@inline function gasFor(asked: usize): i64 {
  const most = gas - (gas >> 6);
  return isSingle(asked) && load<u64>(asked) < <u64>most ? load<i64>(asked) : most;
}

/** Pushes the result of a call that has no frame. */
@inline function answer(at: usize, isDone: bool): void {
  set(at, u64(isDone));
  setSp(at + 32);
}

/** Executes a call. @returns the reason of a failure, or zero. */
export function call(opcode: u32): i32 {
  const hasValue = opcode == CALL || opcode == CALLCODE;
  const worth = hasValue ? sp - 96 : ZERO;
  const isGift = hasValue && !isZero(worth);
  if (opcode == CALL && isStatic && isGift) return WRITE_PROTECTION;
  const ranges = hasValue ? sp - 128 : sp - 96;
  const at = ranges - 96;
  const to = findAccount(sp - 64);
  const price = accessCost(opcode, to, isGift);
  if (!expand(ranges, ranges - 32) || !expand(ranges - 64, ranges - 96) || !pay(price)) return OUT_OF_GAS;
  let given = gasFor(sp - 32);
  setGas(gas - given);
  if (isGift) given += 2300;
  const size = <usize>load<u32>(ranges - 32);
  const data = size == 0 ? mem : mem + <usize>load<u32>(ranges);
  const outLength = <usize>load<u32>(ranges - 96);
  const out = <usize>load<u32>(ranges - 64);
  setReturned(returned, 0);
  const isDelegate = opcode == DELEGATECALL;
  const paid = isDelegate ? value : worth;
  const refused = depth >= 1024 ? TOO_DEEP : !isDelegate && isGift && isLess(self + A_BALANCE, worth) ? TOO_POOR : 0;
  if (refused != 0) {
    refuseTrace(opcode, self, to, paid, given, data, size, refused);
    setGas(gas + given);
    answer(at, false);
    return 0;
  }
  setSp(at);
  begin(opcode, to, paid, given, data, size, out, outLength);
  return 0;
}

/** Transfers the value and begins the frame, or completes at once a call that needs none. */
@inline function begin(opcode: u32, to: usize, paid: usize, given: i64, data: usize, size: usize, out: usize, outLength: usize): void {
  const undo = mark;
  const at = sp;
  const isDelegate = opcode == DELEGATECALL;
  const owner = opcode == CALL || opcode == STATICCALL ? to : self;
  openTrace(opcode, self, to, paid, given, data, size);
  if (!isDelegate && !transfer(self, owner, paid)) {
    revertTo(undo);
    closeTrace(VALUE_OVERFLOW, 0, 0, 0, 0);
    setGas(gas + given);
    return answer(at, false);
  }
  if ((load<u32>(to, A_FLAGS) & IS_PRECOMPILE) != 0) {
    return callPrecompile(load<u32>(to, A_PRECOMPILE), data, size, given, undo, at, out, outLength);
  }
  const running = runnableCode(to);
  if (load<u32>(running, C_LENGTH) == 0) {
    closeTrace(0, 0, 0, 0, 0);
    setGas(gas + given);
    return answer(at, true);
  }
  ensureProgram(running);
  protectMemory();
  enter(owner, isDelegate ? caller : self, paid, running, given, isStatic || opcode == STATICCALL, data, size, undo, out, outLength, 0);
}
