/** Reads a chain from a file: concatenated RLP blocks, oldest first, as other nodes export them. */
import { unusableData } from "@tandem/primitives";

const broken = (at: number) => unusableData(`not a file of RLP blocks: broken at byte ${at}`);

const truncated = (at: number) =>
  unusableData(
    `the file ends within the block that begins at byte ${at}: it is truncated, or not a file of RLP blocks`,
  );

/** The maximum bytes of the length of an RLP list. */
const lengthBytesMax = 6;

/**
 * Yields the blocks of a file, each still RLP, without copying.
 * @throws {Fault} `unusable-data` if the bytes are not an RLP list, or end within one.
 */
export function* splitBlocks(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; ) {
    const end = at + listLength(file, at);
    if (end > file.length) throw truncated(at);
    yield file.subarray(at, end);
    at = end;
  }
}

/**
 * Returns the header of such a block, still RLP.
 * @throws {Fault} `unusable-data` if the block does not begin with a header.
 */
export function headerOfBlock(block: Uint8Array): Uint8Array {
  const prefix = block[0] ?? 0;
  const payload = block.subarray(prefix <= 0xf7 ? 1 : 1 + prefix - 0xf7);
  for (const header of splitBlocks(payload)) return header;
  throw broken(0);
}

/** Returns the length in bytes of the RLP list at this position, including its prefix. */
function listLength(file: Uint8Array, at: number): number {
  const prefix = file[at] as number;
  if (prefix < 0xc0) throw broken(at);
  if (prefix <= 0xf7) return 1 + prefix - 0xc0;
  const lengthBytes = prefix - 0xf7;
  if (lengthBytes > lengthBytesMax || at + 1 + lengthBytes > file.length) throw broken(at);
  const length = Buffer.from(file.subarray(at + 1, at + 1 + lengthBytes)).readUIntBE(
    0,
    lengthBytes,
  );
  return 1 + lengthBytes + length;
}
