/** Compresses answers for clients that accept gzip. */
import { finished } from "node:stream/promises";
import { createGzip, type Gzip } from "node:zlib";
import { type Cancellation, isSliceOver, nextSlice, throwIfCancelled } from "@tandem/runtime";
import type { HttpBody } from "./http-answers.js";

const gzipAsked = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i;

/** Returns whether a client accepts gzip, by its Accept-Encoding header. */
export const asksForGzip = (acceptEncoding: string): boolean => gzipAsked.test(acceptEncoding);

/** Level 1: speed matters more than the last per cent of the size. */
const options = { level: 1, chunkSize: 64 * 1024 };

/**
 * Compresses pieces one at a time: only one piece of the text is in memory, but all compressed bytes,
 * since their length is sent first.
 * @param pieces a piece may be overwritten once the next is requested.
 * @throws an AbortError once nobody waits for the answer.
 */
export async function gzip(
  pieces: Iterable<Uint8Array | string>,
  cancellation: Cancellation,
): Promise<HttpBody> {
  const packer = createGzip(options);
  const packed: Buffer[] = [];
  packer.on("data", (chunk: Buffer) => packed.push(chunk));
  const feed = async () => {
    for (const piece of pieces) {
      await write(packer, piece);
      throwIfCancelled(cancellation);
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

/** Resolves when the compressor has accepted the piece. */
const write = (packer: Gzip, piece: Uint8Array | string) =>
  new Promise<void>((resolve, reject) => {
    packer.write(piece, (error) => (error ? reject(error) : resolve()));
  });
