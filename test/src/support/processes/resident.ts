/** Reads the memory of another process, if the system reports it. */
import { readFile } from "node:fs/promises";

/** Returns the resident bytes; 0 without /proc. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}
