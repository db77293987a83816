/** Defines results that are JSON already, as text or as bytes. */

/** Text that is JSON already: large results are written while they are computed. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Yields UTF-8 in pieces, which may split characters.
 * @param isReused the bytes of a piece may be overwritten once the next is requested.
 */
export type WritePieces = (isReused: boolean) => Iterable<Uint8Array>;

/** JSON as bytes, for large results: the length is known, and pieces are written as they are sent. */
export class JsonBytes {
  /** The length in bytes. */
  readonly length: number;
  /** Yields the pieces from the beginning on each call. */
  readonly pieces: WritePieces;
  constructor(length: number, pieces: WritePieces) {
    this.length = length;
    this.pieces = pieces;
  }
  toString(): string {
    const pieces = [...this.pieces(false)];
    const [first] = pieces;
    // Most answers are one piece, which needs no copy.
    if (first !== undefined && pieces.length === 1) {
      return Buffer.from(first.buffer, first.byteOffset, first.length).toString();
    }
    return Buffer.concat(pieces, this.length).toString();
  }
}
