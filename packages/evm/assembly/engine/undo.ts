// The journal of changes since the beginning of the execution, which a failed frame reverts to a
// mark.
import {
  A_BALANCE, A_CODE, A_FLAGS, A_HASH, A_NONCE, CHANGED, EMPTY_CODE, EMPTY_HASH, ACCESSED, S_FLAGS, S_NOTED, S_VALUE, WARM,
} from "./layout";
import { allocate } from "./heap";
import { copy } from "./words/word";

/** The bytes of an entry: the record, the changed field, and its previous value. */
const ENTRY: usize = 48;
const OLD: usize = 16;
const FIRST_BYTES: usize = ENTRY << 6;

const BALANCE: u32 = 0;
const NONCE: u32 = 1;
const ACCOUNT_FLAGS: u32 = 2;
const SLOT_VALUE: u32 = 3;
const SLOT_FLAGS: u32 = 4;
const CODE: u32 = 5;

let base: usize = 0;
let size: usize = 0;
/** The bytes of all entries: the mark to which a frame reverts. */
export let mark: usize = 0;

export function resetUndo(): void {
  base = allocate(FIRST_BYTES);
  size = FIRST_BYTES;
  mark = 0;
}

function entry(record: usize, kind: u32): usize {
  if (mark + ENTRY > size) {
    const wider = allocate(size << 1);
    memory.copy(wider, base, size);
    base = wider;
    size <<= 1;
  }
  const place = base + mark;
  mark += ENTRY;
  store<u32>(place, <u32>record);
  store<u32>(place, kind, 4);
  return place;
}

/** Records an account's balance before it changes. */
export function noteBalance(account: usize): void {
  copy(entry(account, BALANCE) + OLD, account + A_BALANCE);
  store<u32>(account, load<u32>(account, A_FLAGS) | CHANGED, A_FLAGS);
}

export function noteNonce(account: usize): void {
  store<u64>(entry(account, NONCE), load<u64>(account, A_NONCE), OLD);
  store<u32>(account, load<u32>(account, A_FLAGS) | CHANGED, A_FLAGS);
}

/** Records that an account had no code, before it gets some. */
export function noteCode(account: usize): void {
  entry(account, CODE);
  store<u32>(account, load<u32>(account, A_FLAGS) | CHANGED, A_FLAGS);
}

/** Sets flags that are cleared if the frame fails. */
@inline export function raiseFlags(account: usize, flags: u32): void {
  const present = load<u32>(account, A_FLAGS);
  if ((present & flags) == flags) return;
  store<u32>(entry(account, ACCOUNT_FLAGS), flags & ~present, OLD);
  store<u32>(account, present | flags, A_FLAGS);
}

/** Makes an account warm, unless the frame fails. */
export function warmAccount(account: usize): void {
  raiseFlags(account, WARM);
  store<u32>(account, load<u32>(account, A_FLAGS) | ACCESSED, A_FLAGS);
}

/** Makes a cold slot warm, unless the frame fails. */
@inline export function warmSlot(slot: usize): void {
  store<u32>(entry(slot, SLOT_FLAGS), WARM, OLD);
  store<u32>(slot, load<u32>(slot, S_FLAGS) | WARM | ACCESSED, S_FLAGS);
}

/** Records the value of a slot before its first change in a frame. */
export function noteSlot(slot: usize, frame: u32): void {
  if (load<u32>(slot, S_NOTED) == frame) return;
  copy(entry(slot, SLOT_VALUE) + OLD, slot + S_VALUE);
  store<u32>(slot, frame, S_NOTED);
}

/** Restores what an entry recorded. */
function revertEntry(place: usize): void {
  const record = <usize>load<u32>(place);
  switch (load<u32>(place, 4)) {
    case BALANCE:
      return copy(record + A_BALANCE, place + OLD);
    case NONCE:
      return store<u64>(record, load<u64>(place, OLD), A_NONCE);
    case ACCOUNT_FLAGS:
      return store<u32>(record, load<u32>(record, A_FLAGS) & ~load<u32>(place, OLD), A_FLAGS);
    case SLOT_VALUE:
      store<u32>(record, 0, S_NOTED);
      return copy(record + S_VALUE, place + OLD);
    case SLOT_FLAGS:
      return store<u32>(record, load<u32>(record, S_FLAGS) & ~load<u32>(place, OLD), S_FLAGS);
    default:
      copy(record + A_HASH, EMPTY_HASH);
      store<u32>(record, <u32>EMPTY_CODE, A_CODE);
  }
}

/** Reverts all changes since a mark, the newest first. */
export function revertTo(earlier: usize): void {
  while (mark > earlier) {
    mark -= ENTRY;
    revertEntry(base + mark);
  }
}
