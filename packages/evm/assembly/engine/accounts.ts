// Instructions on accounts: access costs, balances, codes and SELFDESTRUCT.
import {
  A_BALANCE, A_FLAGS, A_HASH, A_NONCE, C_BYTES, C_LENGTH, CREATED, DESTROYED, EIP_6780, EMPTY_HASH, OUT_OF_GAS, TOUCHED,
  WARM, WRITE_PROTECTION, IS_PRECOMPILE,
} from "./layout";
import { codeOf, hashedCodeOf } from "./codes";
import { leave } from "./frames";
import { abandon } from "./host";
import { copyPadded, expand, isStatic, mem, pay, self, setSp, sp } from "./machine";
import { ensureLoaded, findAccount } from "./tables";
import { destroyTrace } from "./trace";
import { warmAccount, noteBalance, raiseFlags } from "./undo";
import { add, copy, isEqual, isShort, isZero, set, subtract, turn } from "./words/word";

const COLD: i64 = 2600;
const DESTRUCTION: i64 = 5000;

@inline export function isWarm(account: usize): bool {
  return (load<u32>(account, A_FLAGS) & (WARM | IS_PRECOMPILE)) != 0;
}

/** Returns the price of an access (EIP-2929), and makes the account warm. */
@inline export function accessPrice(account: usize): i64 {
  if (isWarm(account)) return 100;
  warmAccount(account);
  return COLD;
}

/** Returns whether the account is empty (EIP-161): without nonce, balance and code. */
export function isEmpty(account: usize): bool {
  ensureLoaded(account);
  return load<u64>(account, A_NONCE) == 0 && isZero(account + A_BALANCE) && isEqual(account + A_HASH, EMPTY_HASH);
}

/** Executes BALANCE. */
export function balance(): i32 {
  const account = findAccount(sp - 32);
  if (!pay(accessPrice(account))) return OUT_OF_GAS;
  ensureLoaded(account);
  copy(sp - 32, account + A_BALANCE);
  return 0;
}

/** Executes EXTCODESIZE. */
@inline export function codeSize(): i32 {
  const account = findAccount(sp - 32);
  if (!pay(accessPrice(account))) return OUT_OF_GAS;
  set(sp - 32, <u64>load<u32>(codeOf(account), C_LENGTH));
  return 0;
}

/** Executes EXTCODEHASH. */
export function codeHash(): i32 {
  const account = findAccount(sp - 32);
  if (!pay(accessPrice(account))) return OUT_OF_GAS;
  if (isEmpty(account)) set(sp - 32, 0);
  else {
    hashedCodeOf(account);
    turn(sp - 32, account + A_HASH);
  }
  return 0;
}

/** Executes EXTCODECOPY. */
@inline export function codeCopy(): i32 {
  const account = findAccount(sp - 32);
  const target = sp - 64, offset = sp - 96, size = sp - 128;
  const access = accessPrice(account);
  if (!expand(target, size) || !isShort(size)) return OUT_OF_GAS;
  const length = <usize>load<u32>(size);
  if (!pay(access + 3 * <i64>((length + 31) >> 5))) return OUT_OF_GAS;
  if (length != 0) {
    const code = codeOf(account);
    copyPadded(mem + <usize>load<u32>(target), length, <usize>load<u32>(code, C_BYTES), <usize>load<u32>(code, C_LENGTH), offset);
  }
  setSp(sp - 128);
  return 0;
}

/**
 * Transfers value between accounts, and touches both.
 * @returns false when the recipient's balance overflows.
 */
@inline export function transfer(from: usize, to: usize, worth: usize): bool {
  raiseFlags(from, TOUCHED);
  raiseFlags(to, TOUCHED);
  if (isZero(worth) || from == to) return true;
  ensureLoaded(from);
  ensureLoaded(to);
  noteBalance(from);
  subtract(from + A_BALANCE, from + A_BALANCE, worth);
  noteBalance(to);
  return add(to + A_BALANCE, to + A_BALANCE, worth) == 0;
}

/** Executes SELFDESTRUCT. @returns the reason of a failure, or zero. */
export function selfDestruct(): i32 {
  if (isStatic) return WRITE_PROTECTION;
  const heir = findAccount(sp - 32);
  ensureLoaded(self);
  const hasBalance = !isZero(self + A_BALANCE);
  let price: i64 = DESTRUCTION + (hasBalance && isEmpty(heir) ? 25000 : 0);
  if (!isWarm(heir)) {
    price += COLD;
    warmAccount(heir);
  }
  if (!pay(price)) return OUT_OF_GAS;
  destroyTrace(self, heir, self + A_BALANCE);
  raiseFlags(self, DESTROYED);
  if (heir != self) {
    raiseFlags(heir, TOUCHED);
    if (hasBalance) {
      ensureLoaded(heir);
      noteBalance(heir);
      if (add(heir + A_BALANCE, heir + A_BALANCE, self + A_BALANCE) != 0) abandon(3);
    }
  }
  const isErased = load<u32>(EIP_6780) == 0 || (load<u32>(self, A_FLAGS) & CREATED) != 0 || heir != self;
  if (isErased && hasBalance) {
    noteBalance(self);
    set(self + A_BALANCE, 0);
  }
  leave(0, 0, 0);
  return 0;
}
