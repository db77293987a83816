/** Runs a node whose data directory is on a small disk of its own, which a test fills and empties. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NodeProcess, startNodeProcess } from "../node-process.js";

const mebibyte = 1024 * 1024;
const diskBytes = 96 * mebibyte;
const zeros = new Uint8Array(mebibyte);

/** Mounts a disk at the first argument in a private namespace, and prints a line. */
const mountAndHold = `mount -t tmpfs -o size=${diskBytes} none "$0" && echo mounted && exec cat`;
const holding = (folder: string) => [
  "--map-root-user",
  "--mount",
  "sh",
  "-c",
  mountAndHold,
  folder,
];

/** Returns the reason why this machine has no such disks, or false. */
export function noSmallDisks(): string | false {
  const folder = mkdtempSync(join(tmpdir(), "tandem-mount-"));
  const { stdout, error, stderr } = spawnSync("unshare", holding(folder), {
    encoding: "utf8",
    input: "",
  });
  rmSync(folder, { recursive: true });
  if (stdout === "mounted\n") return false;
  return `no disk can be mounted here: ${error?.message ?? stderr}`;
}

export interface SmallDisk {
  readonly node: NodeProcess;
  /** Uses space until only this number of MiB is free. */
  fill(freeMebibytes: number): void;
  /** Frees all that space. */
  empty(): void;
  /** Ends the node with a signal, and starts it again on the same disk. */
  restart(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

export async function startOnSmallDisk(flags: readonly string[]): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-disk-"));
  const holder = spawn("unshare", holding(folder), { stdio: ["pipe", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  const inside = ["nsenter", "--target", `${holder.pid}`, "--user", "--mount"];
  const start = () =>
    startNodeProcess(["--data-dir", join(folder, "chain"), ...flags], {}, [
      ...inside,
      "--preserve-credentials",
    ]);
  let node = await start();
  // The path at which other processes see the disk.
  const disk = `/proc/${holder.pid}/root${folder}`;
  const filler = join(disk, "filler");
  return {
    get node() {
      return node;
    },
    fill(freeMebibytes) {
      const { bavail, bsize } = statfsSync(disk);
      let bytes = bavail * bsize - freeMebibytes * mebibyte;
      const file = openSync(filler, "a");
      try {
        while (bytes > 0) bytes -= writeSync(file, zeros, 0, Math.min(bytes, zeros.length));
      } finally {
        closeSync(file);
      }
    },
    empty() {
      if (existsSync(filler)) truncateSync(filler);
    },
    async restart(signal) {
      await node.stop(signal);
      node = await start();
    },
    async stop() {
      await node.stop();
      holder.stdin.end();
      await once(holder, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
