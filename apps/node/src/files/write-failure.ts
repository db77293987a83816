/** Distinguishes names that cannot be written from disks that fail. */
import { UsageError } from "@tandem/cli";
import { Fault } from "@tandem/primitives/fault";

/** The codes of a full disk, of a used-up quota and of a broken disk. */
const failuresOfDisk: readonly unknown[] = ["ENOSPC", "EDQUOT", "EIO"];

/**
 * Creates the error for a file or a folder that cannot be written: a {UsageError}, since another name may be
 * right, or a {Fault} `no-space` if the disk fails whatever the name is.
 * @param cause the error of the file system.
 */
export function writeFailure(message: string, cause: unknown): UsageError | Fault {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return failuresOfDisk.includes(code)
    ? new Fault({ code: "no-space", message }, { cause })
    : new UsageError(message, { cause });
}
