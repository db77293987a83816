/** Reads how many file descriptors this process has open, and how many it may have. */
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

/** Returns the number of file descriptors that this process may have open; infinity if the system does not tell. */
export function descriptorsMax(): number {
  if (process.platform !== "linux") return Number.POSITIVE_INFINITY;
  try {
    const [, max] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Number(max ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Returns the lowest descriptor that is free, which the next file or connection gets; infinity if there is none. */
export function nextDescriptor(): number {
  return unlessSpent(() => {
    const descriptor = openSync(devNull, "r");
    closeSync(descriptor);
    return descriptor;
  });
}

/** Returns the number of open descriptors on Linux; infinity if none is free. It takes longer the more there are. */
export const openDescriptors = (): number => unlessSpent(() => readdirSync("/proc/self/fd").length);

/** Returns infinity if no descriptor is free, and 0 if the system does not tell. */
function unlessSpent(count: () => number): number {
  try {
    return count();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EMFILE" || code === "ENFILE" ? Number.POSITIVE_INFINITY : 0;
  }
}
