/** Mounts small disks, which a test fills and empties, and runs a node whose data directory is on one. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NodeProcess, startNodeProcess } from "../node-process.js";

const mebibyte = 1024 * 1024;
const nodeDiskBytes = 96 * mebibyte;
const zeros = new Uint8Array(mebibyte);
/** The size of the smallest disk. */
const pageBytes = 4_096;
/** The file that uses the space of a disk. */
const fillerName = "filler";

/** Mounts a disk at the first argument in a private namespace, and prints a line. */
const mountAndHold = 'mount -t tmpfs -o size="$1" none "$0" && echo mounted && exec cat';
const holding = (folder: string, bytes: number) => [
  "--map-root-user",
  "--mount",
  ...["sh", "-c", mountAndHold, folder, `${bytes}`],
];

/** Returns the reason why this machine has no such disks, or false. */
export function noSmallDisks(): string | false {
  const folder = mkdtempSync(join(tmpdir(), "tandem-mount-"));
  const { stdout, error, stderr } = spawnSync("unshare", holding(folder, mebibyte), {
    encoding: "utf8",
    input: "",
  });
  rmSync(folder, { recursive: true });
  if (stdout === "mounted\n") return false;
  return `no disk can be mounted here: ${error?.message ?? stderr}`;
}

/**
 * Runs something with a disk on which files can be created, and not written.
 * @returns also the names of the files that are on the disk afterwards.
 */
export async function onFullDisk<T>(use: (disk: SmallDisk) => Promise<T>) {
  const disk = await mountSmallDisk(pageBytes);
  try {
    disk.fill(0);
    const ended = await use(disk);
    const left = readdirSync(disk.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== fillerName)
      .map(({ name }) => name);
    return { ...ended, left };
  } finally {
    await disk.close();
  }
}

export interface SmallDisk {
  /** The path of the disk for other processes than those in its namespace. */
  readonly path: string;
  /** The path of the disk in its namespace, and the command that runs another one in it. */
  readonly folder: string;
  readonly inside: readonly string[];
  /** Uses space until only this number of MiB is free. */
  fill(freeMebibytes: number): void;
  /** Frees all that space. */
  empty(): void;
  close(): Promise<void>;
}

export async function mountSmallDisk(bytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-disk-"));
  const holder = spawn("unshare", holding(folder, bytes), { stdio: ["pipe", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  const path = `/proc/${holder.pid}/root${folder}`;
  const filler = join(path, fillerName);
  return {
    path,
    folder,
    inside: [
      ...["nsenter", "--target", `${holder.pid}`, "--user", "--mount"],
      "--preserve-credentials",
    ],
    fill(freeMebibytes) {
      const { bavail, bsize } = statfsSync(path);
      let left = bavail * bsize - freeMebibytes * mebibyte;
      const file = openSync(filler, "a");
      try {
        while (left > 0) left -= writeSync(file, zeros, 0, Math.min(left, zeros.length));
      } finally {
        closeSync(file);
      }
    },
    empty() {
      if (existsSync(filler)) truncateSync(filler);
    },
    async close() {
      holder.stdin.end();
      await once(holder, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface NodeOnDisk extends Pick<SmallDisk, "fill" | "empty"> {
  readonly node: NodeProcess;
  /** Ends the node with a signal, and starts it again on the same disk. */
  restart(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

export async function startOnSmallDisk(flags: readonly string[]): Promise<NodeOnDisk> {
  const { folder, inside, fill, empty, close } = await mountSmallDisk(nodeDiskBytes);
  const start = () =>
    startNodeProcess(["--data-dir", join(folder, "chain"), ...flags], {}, [...inside]);
  let node = await start();
  return {
    get node() {
      return node;
    },
    fill,
    empty,
    async restart(signal) {
      await node.stop(signal);
      node = await start();
    },
    async stop() {
      await node.stop();
      await close();
    },
  };
}
