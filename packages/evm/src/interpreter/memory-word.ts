/** Words in the memory of a frame: 32 bytes, big-endian. */
import { bigIntBetween } from "@tandem/primitives";

const quarterBits = 64n;
const smallMax = 0xffff_ffffn;

const scratch = new Uint8Array(32);
const scratchView = new DataView(scratch.buffer);

/** The word at an offset, which memory reaches behind. */
export const readWord = (memory: Uint8Array, offset: number): bigint =>
  bigIntBetween(memory, offset, offset + 32);

/** Writes a word to an offset, which memory reaches behind. */
export function writeWord(memory: Uint8Array, offset: number, word: bigint): void {
  if (word <= smallMax) {
    const low = Number(word);
    memory.fill(0, offset, offset + 28);
    memory[offset + 28] = low >>> 24;
    memory[offset + 29] = low >>> 16;
    memory[offset + 30] = low >>> 8;
    memory[offset + 31] = low;
    return;
  }
  let rest = word;
  for (let at = 24; at >= 0; at -= 8) {
    scratchView.setBigUint64(at, rest);
    rest >>= quarterBits;
  }
  memory.set(scratch, offset);
}
