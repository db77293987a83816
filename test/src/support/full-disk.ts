/** A node whose data directory is on a small disk of its own, which a test fills and empties. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NodeProcess, startNodeProcess } from "./node-process.js";

const mebibyte = 1024 * 1024;
const diskBytes = 96 * mebibyte;

/** Mounts a disk at the first argument, seen by nobody else, and becomes the rest. */
const mountAndRun = `mount -t tmpfs -o size=${diskBytes} none "$0" && exec "$@"`;
const around = (folder: string) => [
  "unshare",
  "--map-root-user",
  "--mount",
  "sh",
  "-c",
  mountAndRun,
  folder,
];

/** Why there are no such disks on this machine, if there are none. */
export function noSmallDisks(): string | false {
  const folder = mkdtempSync(join(tmpdir(), "tandem-mount-"));
  const [command = "", ...args] = [...around(folder), "true"];
  const { status, error, stderr } = spawnSync(command, args, { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return status === 0 ? false : `no disk can be mounted here: ${error?.message ?? stderr}`;
}

export interface SmallDisk {
  readonly node: NodeProcess;
  /** Takes room until only so many MiB are free. */
  fill(freeMebibytes: number): void;
  /** Gives all that room back. */
  empty(): void;
  stop(): Promise<void>;
}

export async function startOnSmallDisk(flags: readonly string[]): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-disk-"));
  const node = await startNodeProcess(
    ["--data-dir", join(folder, "chain"), ...flags],
    {},
    around(folder),
  );
  // The disk as the node sees it.
  const disk = `/proc/${node.child.pid}/root${folder}`;
  const filler = join(disk, "filler");
  return {
    node,
    fill(freeMebibytes) {
      const { bavail, bsize } = statfsSync(disk);
      const bytes = bavail * bsize - freeMebibytes * mebibyte;
      writeFileSync(filler, Buffer.alloc(Math.max(0, bytes)), { flag: "a" });
    },
    empty() {
      if (existsSync(filler)) truncateSync(filler);
    },
    async stop() {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
