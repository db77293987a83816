// Memory of one execution. Records that last until its end are allocated from large pieces; frames
// have their own stack of pieces, which are reused when a frame has ended. `resetHeap` frees
// everything.
import { CODE_END } from "./layout";
import { grow } from "./host";

const PIECE: usize = 0x10000;
/** The header of a piece for frames: the address of the next piece, and the piece's end. */
const HEADER: usize = 8;

let top: usize = CODE_END;
let recordTop: usize = 0;
let recordEnd: usize = 0;

/** The first unused byte of the frames' current piece, and its end. */
export let frameTop: usize = 0;
export let frameEnd: usize = 0;
export let framePiece: usize = 0;

/** Allocates bytes at the end of memory, which grows as far as the host permits. */
function take(bytes: usize): usize {
  const place = top;
  const end = place + ((bytes + 15) & ~15);
  const size = <usize>memory.size() << 16;
  if (end > size) {
    const wanted = end - size;
    grow(<u32>((max<usize>(wanted, size >> 2) + 0xffff) >> 16));
  }
  top = end;
  return place;
}

/** Allocates an uninitialized record. */
export function allocate(bytes: usize): usize {
  const size = (bytes + 7) & ~7;
  if (size > PIECE >> 2) return take(size);
  if (recordTop + size > recordEnd) {
    recordTop = take(PIECE);
    recordEnd = recordTop + PIECE;
  }
  const place = recordTop;
  recordTop = place + size;
  return place;
}

function newPiece(bytes: usize, next: usize): usize {
  const size = max<usize>(bytes + HEADER, PIECE << 2);
  const piece = take(size);
  store<u32>(piece, <u32>next);
  store<u32>(piece, <u32>(piece + size), 4);
  return piece;
}

/**
 * Continues in a piece with space for the bytes: the next one if it suffices, or a new one at least
 * twice as large.
 */
export function nextPiece(bytes: usize): void {
  const next = <usize>load<u32>(framePiece);
  const room: usize = next == 0 ? 0 : <usize>load<u32>(next, 4) - next - HEADER;
  let piece = next;
  if (room < bytes) {
    const present = frameEnd - framePiece;
    piece = newPiece(max<usize>(bytes << 1, present << 1), next);
    store<u32>(framePiece, <u32>piece);
  }
  framePiece = piece;
  frameTop = piece + HEADER;
  frameEnd = <usize>load<u32>(piece, 4);
}

/** Allocates bytes of the frames' stack. */
@inline export function push(bytes: usize): usize {
  const size = (bytes + 31) & ~31;
  if (frameTop + size > frameEnd) nextPiece(size);
  const place = frameTop;
  frameTop = place + size;
  return place;
}

/** Frees everything that was allocated after this position. */
@inline export function release(piece: usize, place: usize): void {
  framePiece = piece;
  frameTop = place;
  frameEnd = <usize>load<u32>(piece, 4);
}

/** Moves the first unused byte within the piece. */
@inline export function moveTop(place: usize): void {
  frameTop = place;
}

export function resetHeap(): void {
  top = CODE_END;
  recordTop = 0;
  recordEnd = 0;
  framePiece = newPiece(0, 0);
  frameTop = framePiece + HEADER;
  frameEnd = <usize>load<u32>(framePiece, 4);
}
