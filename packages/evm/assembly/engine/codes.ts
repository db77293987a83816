// Codes by their hash. They are kept between executions while there is space, and in the heap
// otherwise.
import {
  A_CODE, A_HASH, C_BYTES, C_CHAIN, C_JUMPS, C_LENGTH, C_PROGRAM, C_SIZE, CODE_BUCKET_COUNT, CODE_BUCKETS, CODE_END,
  CODE_START, EMPTY_CODE, EMPTY_HASH, HAND,
} from "./layout";
import { allocate, push } from "./heap";
import { abandon, codeLength, copyCode } from "./host";
import { beginProgram, programSize, programSizeMax, translateMore, translateTo } from "./program";
import { ensureLoaded, hashOf } from "./tables";
import { keccak } from "./words/keccak";
import { copy, isEqual, isZero, set, turn } from "./words/word";

/** The maximum number of bytes of init code that is run. */
const INIT_CODE_MAX: usize = 131072;

let keptTop: usize = CODE_START;
/**
 * Indicates whether a program of a kept code is in the heap, which the next execution overwrites.
 */
let isSpilled: bool = false;

/** Drops all codes: their programs have the prices of one fork. */
export function clearCodes(): void {
  keptTop = CODE_START;
  isSpilled = false;
  memory.fill(CODE_BUCKETS, 0, <usize>CODE_BUCKET_COUNT << 2);
  memory.fill(EMPTY_CODE, 0, C_SIZE);
  copy(EMPTY_CODE, EMPTY_HASH);
}

/**
 * Drops all codes when their memory is almost full, so that an execution begins with free space.
 */
export function makeRoomForCodes(): void {
  if (isSpilled || keptTop > CODE_END - ((CODE_END - CODE_START) >> 2)) clearCodes();
}

function keep(bytes: usize): usize {
  const size = (bytes + 15) & ~15;
  if (keptTop + size > CODE_END) return 0;
  const place = keptTop;
  keptTop = place + size;
  return place;
}

/**
 * Returns the head of the chain of a code's hash. The code's author may have chosen many bits of
 * the hash.
 */
function chainOf(hash: usize): usize {
  return CODE_BUCKETS + (<usize>(hashOf(hash, 0) & (CODE_BUCKET_COUNT - 1)) << 2);
}

function knownCode(hash: usize): usize {
  let code = <usize>load<u32>(chainOf(hash));
  while (code != 0 && !isEqual(code, hash)) code = <usize>load<u32>(code, C_CHAIN);
  return code;
}

function fetchCode(account: usize): usize {
  turn(HAND, account);
  const length = <usize>codeLength(account);
  let code = keep(C_SIZE + length);
  const isKept = code != 0;
  if (!isKept) code = allocate(C_SIZE + length);
  copy(code, account + A_HASH);
  store<u32>(code, <u32>length, C_LENGTH);
  store<u32>(code, <u32>(code + C_SIZE), C_BYTES);
  store<u32>(code, 0, C_PROGRAM);
  store<u32>(code, 0, C_JUMPS);
  store<u32>(code, 0, C_CHAIN);
  copyCode(code + C_SIZE);
  if (isKept) {
    const bucket = chainOf(code);
    store<u32>(code, load<u32>(bucket), C_CHAIN);
    store<u32>(bucket, <u32>code);
  }
  return code;
}

/** Returns the descriptor of an account's code. */
@inline export function codeOf(account: usize): usize {
  const known = <usize>load<u32>(account, A_CODE);
  if (known != 0) return known;
  ensureLoaded(account);
  let code = EMPTY_CODE;
  if (!isEqual(account + A_HASH, EMPTY_HASH)) {
    code = knownCode(account + A_HASH);
    if (code == 0) code = fetchCode(account);
  }
  store<u32>(account, <u32>code, A_CODE);
  return code;
}

/** Translates the code to a program, unless it has one. */
@inline export function ensureProgram(code: usize): void {
  if (load<u32>(code, C_PROGRAM) != 0) return;
  const size = programSize(code);
  const isKept = code >= CODE_START && code < CODE_END;
  let place = isKept ? keep(size) : 0;
  if (place == 0) {
    place = allocate(size);
    isSpilled = isSpilled || isKept;
  }
  beginProgram(code, place);
  translateTo(code, <usize>load<u32>(code, C_LENGTH));
}

/**
 * Creates a code for one frame. Its bytes must not move or change while the frame runs: they are
 * translated as it reaches them, since most of them are the deployed code, which does not run.
 */
export function initCode(bytes: usize, length: usize): usize {
  if (length > INIT_CODE_MAX) abandon(5);
  const code = push(C_SIZE);
  store<u32>(code, <u32>length, C_LENGTH);
  store<u32>(code, <u32>bytes, C_BYTES);
  beginProgram(code, push(programSizeMax(length)));
  translateMore(code);
  return code;
}

/**
 * Returns the code of an account, whose hash is known then. That of a created code is computed when it is
 * first asked for or run, which most are not in the execution that creates them.
 */
@inline export function hashedCodeOf(account: usize): usize {
  const code = codeOf(account);
  if (!isZero(account + A_HASH)) return code;
  keccak(account + A_HASH, <usize>load<u32>(code, C_BYTES), <usize>load<u32>(code, C_LENGTH));
  const known = knownCode(account + A_HASH);
  if (known == 0) return code;
  store<u32>(account, <u32>known, A_CODE);
  return known;
}

/** Adds a code that was created, and copies its bytes. Its account's hash is zero until it is computed. */
export function newCode(bytes: usize, length: usize): usize {
  const code = allocate(C_SIZE + length);
  set(code, 0);
  store<u32>(code, <u32>length, C_LENGTH);
  store<u32>(code, <u32>(code + C_SIZE), C_BYTES);
  store<u32>(code, 0, C_PROGRAM);
  store<u32>(code, 0, C_JUMPS);
  store<u32>(code, 0, C_CHAIN);
  memory.copy(code + C_SIZE, bytes, length);
  return code;
}

/** Returns whether the code is a delegation (EIP-7702): three bytes and the address. */
@inline export function isDelegation(code: usize): bool {
  if (load<u32>(code, C_LENGTH) != 23) return false;
  const bytes = <usize>load<u32>(code, C_BYTES);
  return load<u8>(bytes) == 0xef && load<u8>(bytes, 1) == 1 && load<u8>(bytes, 2) == 0;
}
