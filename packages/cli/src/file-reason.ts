/** Describes why a file cannot be read or written, without the name of the system call. */

/** The reasons for common codes of Node's errors. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of its path is a file, not a folder",
  EISDIR: "it is a folder, not a file",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its symbolic links go round in a circle",
  EEXIST: "something else has this name",
  ENXIO: "it is a socket, or a device that is missing",
  EIO: "the disk has an error",
  EDQUOT: "the space of this user is used up",
};

/** Returns the reason of an error of Node's file functions. */
export function fileReason(cause: unknown): string {
  const known = cause instanceof Error && "code" in cause ? reasons[`${cause.code}`] : undefined;
  return known ?? (cause instanceof Error ? cause.message : `${cause}`);
}

/** Returns whether an error of Node's file functions says that there is no such file or folder. */
export const isMissingFile = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ENOENT";

/** Returns a sentence such as `FILE cannot be read: there is no such file or folder`. */
export const unreadable = (file: string, cause: unknown): string =>
  `${file} cannot be read: ${fileReason(cause)}`;
