/** Reads files that users name, which may be of any length. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";

/** The bytes of one read of what has no length before it ends. */
const partBytes = 64 * 1024;

/**
 * Returns the bytes of a file, or of what has no length before it ends, such as a pipe.
 * @throws {NodeJS.ErrnoException} if it cannot be read; `EFBIG` if it has more than `max` bytes.
 */
export function readBoundedSync(fileName: string, max: number): Buffer {
  const descriptor = openSync(fileName, "r");
  try {
    const file = fstatSync(descriptor);
    if (file.size > max) throw tooLong(max);
    // Files of /proc have the length zero and content.
    if (file.isFile() && file.size > 0) return readFileSync(descriptor);
    const parts: Buffer[] = [];
    for (let length = 0; ; ) {
      const part = Buffer.allocUnsafe(partBytes);
      const count = readSync(descriptor, part);
      if (count === 0) return Buffer.concat(parts, length);
      length += count;
      if (length > max) throw tooLong(max);
      parts.push(part.subarray(0, count));
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns the text of a file in UTF-8, without the byte order mark that editors of Windows write.
 * @throws as `readBoundedSync`.
 */
export const readTextSync = (fileName: string, max: number): string =>
  new TextDecoder().decode(readBoundedSync(fileName, max));

const tooLong = (max: number) =>
  Object.assign(new Error(`it is longer than ${max} bytes`), { code: "EFBIG" });
