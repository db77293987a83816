/** Reads files whose length the user determines. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { UsageError } from "@tandem/cli";

/**
 * Returns the bytes of a file, or of what has no length before it ends, such as a pipe.
 * @throws {UsageError} if it has more than `max` bytes.
 * @throws {NodeJS.ErrnoException} if it cannot be read.
 * @throws an AbortError once `leaving` is aborted.
 */
export async function readBounded(
  fileName: string,
  max: number,
  leaving?: AbortSignal,
): Promise<Uint8Array> {
  const file = await stat(fileName);
  const tooLong = () => new UsageError(`it is longer than ${max} bytes`);
  if (file.isFile() && file.size > max) throw tooLong();
  const signal = leaving === undefined ? {} : { signal: leaving };
  if (file.isFile()) return readFile(fileName, signal);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of createReadStream(fileName, signal) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > max) throw tooLong();
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}
