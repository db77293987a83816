/** Answers compressed for clients that ask for it. */
import { finished } from "node:stream/promises";
import { createGzip, type Gzip } from "node:zlib";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import type { HttpBody } from "./http-answers.js";

/** Level 1: on a wire that is worth it, speed counts for more than the last per cent. */
const options = { level: 1, chunkSize: 64 * 1024 };

/**
 * A piece at a time: of the text no more is in memory at once, and of the packed bytes all, for their
 * length goes before them.
 * @param pieces each may be written over once the next is asked for.
 */
export async function gzip(pieces: Iterable<Uint8Array | string>): Promise<HttpBody> {
  const packer = createGzip(options);
  const packed: Buffer[] = [];
  packer.on("data", (chunk: Buffer) => packed.push(chunk));
  const feed = async () => {
    for (const piece of pieces) {
      await write(packer, piece);
      if (isSliceOver()) await nextSlice();
    }
    packer.end();
  };
  try {
    await Promise.all([feed(), finished(packer)]);
  } finally {
    packer.destroy();
  }
  return { length: packed.reduce((sum, { length }) => sum + length, 0), pieces: () => packed };
}

/** Resolves when the piece was taken in. */
const write = (packer: Gzip, piece: Uint8Array | string) =>
  new Promise<void>((resolve, reject) => {
    packer.write(piece, (error) => (error ? reject(error) : resolve()));
  });
