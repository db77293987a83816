// Translates code to a program: instructions of 16 bytes in runs that are priced together.
import { C_BYTES, C_JUMPS, C_LENGTH, C_NEXT, C_PROGRAM, C_TRANSLATED, OPCODES } from "./layout";
import { Do, doOf, endsBlock, INVALID_OPCODE, isAlone, isLast, JUMPDEST, NO_OPCODE, STEP } from "./opcodes";
import { set } from "./words/word";

/** The number of bytes of a code that are translated at once, if it may end before it runs further. */
const PART: usize = 512;

/** The position of the next instruction, and of its run's first one; zero between runs. */
let at: usize = 0;
let block: usize = 0;
/** The instruction that pushes the last small number. */
let pushed: usize = 0;
let price: u32 = 0;
let height: i32 = 0;
let need: i32 = 0;
let growth: i32 = 0;
/** Indicates whether instructions can be reached. */
let isLive: bool = true;

@inline function emit(what: u32, opcode: u32, argument: u32, number: u64): void {
  store<u16>(at, <u16>what);
  store<u16>(at, <u16>opcode, 2);
  store<u32>(at, argument, 4);
  store<u64>(at, number, 8);
  at += STEP;
}

@inline function endBlock(): void {
  if (block == 0) return;
  store<u32>(block, price, 4);
  store<u32>(block, <u32>need << 5, 8);
  store<u32>(block, <u32>growth << 5, 12);
  block = 0;
}

@inline function beginBlock(opcode: u32): void {
  endBlock();
  block = at;
  price = 0;
  height = 0;
  need = 0;
  growth = 0;
  emit(Do.BLOCK, opcode, 0, 0);
}

/** Adds the price and the stack effect of an instruction to its run. */
@inline function count(opcode: u32): void {
  const entry = OPCODES + (<usize>opcode << 2);
  price += load<u16>(entry);
  need = max<i32>(need, <i32>load<u8>(entry, 2) - height);
  height += <i32>load<u8>(entry, 3) - <i32>load<u8>(entry, 2);
  growth = max<i32>(growth, height);
}

/** Emits a constant of the code, with zeros beyond the code's end. */
function emitPush(opcode: u32, bytes: usize, length: usize, pc: usize): void {
  const size = <usize>opcode - 0x5f;
  const word = size <= 8 ? at + 8 : at + STEP;
  if (size <= 8) pushed = at;
  emit(doOf(opcode), opcode, 0, 0);
  if (size > 8) {
    set(word, 0);
    at += 32;
  }
  for (let i: usize = 0; i < size; i++) {
    const place = pc + 1 + i;
    if (place < length) store<u8>(word + size - 1 - i, load<u8>(bytes + place));
  }
}

/**
 * Combines an instruction with the small number that is pushed right before it; the instruction
 * itself remains, and is skipped.
 */
function fuse(opcode: u32): void {
  const before = at - STEP;
  if (before != pushed || before <= block) return;
  let joined: u32 = Do.PUSH;
  if (opcode == 0x01) joined = Do.PUSH_ADD;
  else if (opcode == 0x51) joined = Do.PUSH_MLOAD;
  else if (opcode == 0x52) joined = Do.PUSH_MSTORE;
  else if (opcode == 0x56) joined = Do.PUSH_JUMP;
  else if (opcode == 0x57) joined = Do.PUSH_JUMPI;
  store<u16>(before, <u16>joined);
}

function emitOne(opcode: u32, bytes: usize, length: usize, pc: usize): void {
  if (opcode >= 0x60 && opcode <= 0x7f) return emitPush(opcode, bytes, length, pc);
  fuse(opcode);
  let argument: u32 = 0;
  let number: u64 = 0;
  if (opcode == 0x58) number = <u64>pc;
  else if (opcode == 0x38) number = <u64>length;
  else if (opcode >= 0x80 && opcode <= 0x8f) argument = (opcode - 0x7f) << 5;
  else if (opcode >= 0x90 && opcode <= 0x9f) argument = (opcode - 0x8f) << 5;
  else if (opcode >= 0xa0 && opcode <= 0xa4) argument = opcode - 0xa0;
  emit(doOf(opcode), opcode, argument, number);
}

/** Translates the instruction at `pc`. */
function translate(opcode: u32, bytes: usize, length: usize, pc: usize): void {
  if (load<u8>(OPCODES + (<usize>opcode << 2), 2) == 0xff) {
    if (block == 0) beginBlock(NO_OPCODE);
    emit(Do.INVALID, INVALID_OPCODE, opcode, 0);
    endBlock();
    isLive = false;
    return;
  }
  const alone = isAlone(opcode);
  if (block == 0 || alone) beginBlock(NO_OPCODE);
  count(opcode);
  emitOne(opcode, bytes, length, pc);
  if (isLast(opcode)) isLive = false;
  if (alone || !isLive || endsBlock(opcode)) endBlock();
}

/** Returns an upper bound of the program's bytes. */
function boundOf(bytes: usize, length: usize): usize {
  let size: usize = STEP << 1;
  for (let pc: usize = 0; pc < length; pc++) {
    const opcode = <u32>load<u8>(bytes + pc);
    if (opcode >= 0x60 && opcode <= 0x7f) {
      pc += <usize>opcode - 0x5f;
      size += opcode > 0x67 ? STEP * 3 : STEP;
    } else if (endsBlock(opcode) || isAlone(opcode)) size += STEP * 3;
    else size += STEP;
  }
  return size;
}

@inline function jumpsSize(length: usize): usize {
  return ((length << 2) + 15) & ~15;
}

/** Returns an upper bound of the bytes of a code's program and jump table. */
export function programSize(code: usize): usize {
  const length = <usize>load<u32>(code, C_LENGTH);
  return boundOf(<usize>load<u32>(code, C_BYTES), length) + jumpsSize(length);
}

/**
 * Returns an upper bound for code that is translated as far as it runs: no byte has more than three
 * instructions, and an end follows.
 */
export function programSizeMax(length: usize): usize {
  return jumpsSize(length) + STEP * (3 * length + 2);
}

/** Begins a program and its jump table at an address, with nothing translated yet. */
export function beginProgram(code: usize, place: usize): void {
  const length = <usize>load<u32>(code, C_LENGTH);
  const program = place + jumpsSize(length);
  memory.fill(place, 0, length << 2);
  store<u32>(code, <u32>program, C_PROGRAM);
  store<u32>(code, <u32>place, C_JUMPS);
  store<u32>(code, 0, C_TRANSLATED);
  store<u32>(code, <u32>program, C_NEXT);
}

/**
 * Continues the translation from its last end up to the first JUMPDEST after a position, or to the end
 * of the code. The program up to there is that of the whole code, because runs end at a JUMPDEST.
 */
export function translateTo(code: usize, position: usize): void {
  const bytes = <usize>load<u32>(code, C_BYTES);
  const length = <usize>load<u32>(code, C_LENGTH);
  const jumps = <usize>load<u32>(code, C_JUMPS);
  const program = <usize>load<u32>(code, C_PROGRAM);
  let pc = <usize>load<u32>(code, C_TRANSLATED);
  at = <usize>load<u32>(code, C_NEXT);
  block = 0;
  pushed = 0;
  isLive = pc == 0;
  for (; pc < length; pc++) {
    const opcode = <u32>load<u8>(bytes + pc);
    if (opcode == JUMPDEST) {
      if (pc > position) break;
      isLive = true;
      beginBlock(JUMPDEST);
      count(JUMPDEST);
      store<u32>(jumps + (pc << 2), <u32>(block - program + STEP));
    } else if (isLive) translate(opcode, bytes, length, pc);
    if (opcode >= 0x60 && opcode <= 0x7f) pc += <usize>opcode - 0x5f;
  }
  endBlock();
  store<u32>(code, <u32>min<usize>(pc, length), C_TRANSLATED);
  store<u32>(code, <u32>at, C_NEXT);
  if (pc < length) emit(Do.MORE, NO_OPCODE, 0, 0);
  else emit(Do.STOP, 0, 0, 0);
}

/** Translates the next part of a code, of some hundred bytes. */
export function translateMore(code: usize): void {
  translateTo(code, <usize>load<u32>(code, C_TRANSLATED) + PART);
}
