/** Mounts small disks, which a test fills and empties, and runs a node whose data directory is on one. */

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
import { text } from "node:stream/consumers";
import { executable, type NodeProcess, startNodeProcess } from "../node-process.js";

const mebibyte = 1024 * 1024;
const nodeDiskBytes = 96 * mebibyte;
const zeros = new Uint8Array(mebibyte);

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
 * Runs a command of an executable to its end, with a disk on which files can be created, and not written.
 * @param argsWith receives the folder of the disk.
 * @returns also the paths of the files that are on the disk afterwards, a line each.
 */
export async function runOnFullDisk(
  argsWith: (disk: string) => readonly string[],
  script = executable,
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "tandem-disk-"));
  const mountAndRun = [
    'mount -t tmpfs -o size=4k none "$0"',
    'head -c 4096 /dev/zero > "$0/filler"',
    '"$@" > /dev/null',
    "code=$?",
    'find "$0" -type f ! -name filler',
    "exit $code",
  ].join("\n");
  const around = ["--map-root-user", "--mount", "sh", "-c", mountAndRun, folder];
  const command = [process.execPath, script, ...argsWith(folder)];
  const child = spawn("unshare", [...around, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const [left, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  rmSync(folder, { recursive: true });
  return { code: code as number | null, stderr, left };
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
  const filler = join(path, "filler");
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
