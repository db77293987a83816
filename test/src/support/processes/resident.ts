/** Memory of another process, where the system tells it. */
import { readFile } from "node:fs/promises";

/** Bytes resident; 0 where there is no /proc. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}
