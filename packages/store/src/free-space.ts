/** Checks before a write that the volume has space for it, and says how much it has. */
import { Fault } from "@tandem/primitives";
import type { DatabaseOptions } from "./database.js";
import { reopeningBytes } from "./free-bytes.js";
import { storeLimits } from "./limits.js";

/** Free space on the volume. */
export interface FreeSpace {
  /** Is undefined without a disk, or if the system does not report it. */
  readonly freeBytes: number | undefined;
  /** Whether a batch would be accepted. */
  readonly isWritable: boolean;
}

interface SpaceSource {
  /** Returns the volume's free bytes; undefined if unknown. */
  readonly freeBytesNow: () => number | undefined;
  /** Returns milliseconds. */
  readonly now: () => number;
  /** Returns whether the next write opens the database again. */
  readonly isReopening: () => boolean;
}

export interface SpaceCheck {
  freeSpace(): FreeSpace;
  /** Passes for a moment after ample space was found. @throws {Fault} `no-space`. */
  assert(): void;
  /** Ends that moment, since a write has failed. */
  forget(): void;
}

export function createSpaceCheck(
  { directory, freeBytesMin }: Pick<DatabaseOptions, "directory" | "freeBytesMin">,
  { freeBytesNow, now, isReopening }: SpaceSource,
): SpaceCheck {
  let ampleUntil = Number.NEGATIVE_INFINITY;
  const freeSpace = (): FreeSpace => {
    const freeBytes = freeBytesNow();
    // After LevelDB ran out of space, opening it again needs some.
    const asked = isReopening() ? Math.max(freeBytesMin, reopeningBytes) : freeBytesMin;
    return { freeBytes, isWritable: freeBytes === undefined || freeBytes >= asked };
  };
  return {
    freeSpace,
    assert() {
      const at = now();
      if (at < ampleUntil) return;
      const { freeBytes, isWritable } = freeSpace();
      if (!isWritable) {
        const message = fullDisk({ directory, freeBytesMin }, freeBytes);
        throw new Fault({ code: "no-space", message });
      }
      const isAmple = (freeBytes ?? 0) >= freeBytesMin + storeLimits.ampleFreeBytes;
      if (isAmple) ampleUntil = at + storeLimits.ampleFreeMs;
    },
    forget() {
      ampleUntil = Number.NEGATIVE_INFINITY;
    },
  };
}

const mebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

const fullDisk = (
  { directory, freeBytesMin }: Pick<DatabaseOptions, "directory" | "freeBytesMin">,
  freeBytes = 0,
) =>
  `the disk of ${directory} is full: ${mebibytes(freeBytes)} MiB are free and ` +
  `${mebibytes(freeBytesMin)} MiB must stay free; nothing is written until space is freed`;
