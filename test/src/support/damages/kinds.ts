/** Damages the files of a data directory, determined by a seed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Seeded } from "../seeded.js";

/** The kinds of files in LevelDB; all others are "other". */
const fileKinds = [
  ["table", /\.(ldb|sst)$/],
  ["log", /\.log$/],
  ["manifest", /^MANIFEST-/],
  ["current", /^CURRENT$/],
  ["lock", /^LOCK$/],
  ["text", /^LOG(\.old)?$/],
] as const;

export type FileKind = (typeof fileKinds)[number][0] | "other";

export const fileKindOf = (name: string): FileKind =>
  fileKinds.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";

export interface Damage {
  readonly kind: string;
  readonly file: string;
  readonly fileKind: FileKind;
  /** The position and the extent, for the report of a violation. */
  readonly detail: string;
}

const pageBytes = 4096;
const garbageMax = 5000;

type Change = (bytes: Buffer, random: Seeded) => { bytes: Buffer; detail: string };

const overwritten = (bytes: Buffer, at: number, by: Uint8Array) => {
  const changed = Buffer.from(bytes);
  changed.set(by.subarray(0, Math.max(0, bytes.length - at)), at);
  return changed;
};

const pageOf = (bytes: Buffer, random: Seeded) =>
  pageBytes * random.int(Math.max(1, Math.ceil(bytes.length / pageBytes)));

const changes: Readonly<Record<string, Change>> = {
  bit(bytes, random) {
    if (bytes.length === 0) return { bytes, detail: "empty" };
    const at = random.int(bytes.length);
    const bit = random.int(8);
    const changed = Uint8Array.of((bytes[at] as number) ^ (1 << bit));
    return { bytes: overwritten(bytes, at, changed), detail: `bit ${bit} of byte ${at}` };
  },
  "zero page": (bytes, random) => {
    const at = pageOf(bytes, random);
    return { bytes: overwritten(bytes, at, new Uint8Array(pageBytes)), detail: `page at ${at}` };
  },
  "garbage page": (bytes, random) => {
    const at = pageOf(bytes, random);
    return { bytes: overwritten(bytes, at, random.bytes(pageBytes)), detail: `page at ${at}` };
  },
  cut(bytes, random) {
    const to = random.chance(0.15) ? 0 : random.int(Math.max(1, bytes.length));
    return { bytes: Buffer.from(bytes.subarray(0, to)), detail: `to ${to} of ${bytes.length}` };
  },
  append(bytes, random) {
    const more = random.bytes(1 + random.int(garbageMax));
    return { bytes: Buffer.concat([bytes, more]), detail: `${more.length} bytes` };
  },
};

/** The weights of the kinds. */
const weights: readonly (readonly [string, number])[] = [
  ["bit", 8],
  ["zero page", 3],
  ["garbage page", 2],
  ["cut", 4],
  ["append", 2],
  ["delete", 2],
  ["swap", 2],
];
const fileWeights: readonly (readonly [FileKind, number])[] = [
  ["table", 10],
  ["log", 6],
  ["manifest", 4],
  ["current", 3],
  ["other", 2],
  ["lock", 1],
  ["text", 1],
];

function weighted<T>(random: Seeded, choices: readonly (readonly [T, number])[]): T {
  const deck = choices.flatMap(([choice, weight]) => Array<T>(weight).fill(choice));
  return random.pick(deck);
}

/** Returns every regular file below a folder, by its relative path, in the order of the names. */
export const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();

/** Returns the SHA-256 of every file of a directory. */
export const hashesOf = (directory: string): Map<string, string> =>
  new Map(
    filesOf(directory).map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(directory, file)))
        .digest("hex"),
    ]),
  );

/** Damages one file of a directory, or exchanges two. */
export function inflict(directory: string, random: Seeded): Damage {
  const files = filesOf(directory);
  const present = fileWeights.filter(([kind]) => files.some((one) => fileKindOf(one) === kind));
  const fileKind = weighted(random, present);
  const file = random.pick(files.filter((one) => fileKindOf(one) === fileKind));
  const kind = weighted(random, weights);
  const path = join(directory, file);
  if (kind === "delete") {
    rmSync(path);
    return { kind, file, fileKind, detail: "deleted" };
  }
  const bytes = readFileSync(path);
  if (kind === "swap") {
    const others = files.filter((one) => one !== file && statSync(join(directory, one)).size > 0);
    const alike = others.filter((one) => fileKindOf(one) === fileKind);
    const other = random.pick(alike.length > 0 && random.chance(0.7) ? alike : others);
    writeFileSync(path, readFileSync(join(directory, other)));
    writeFileSync(join(directory, other), bytes);
    return { kind, file, fileKind, detail: `with ${other}` };
  }
  const changed = (changes[kind] as Change)(bytes, random);
  writeFileSync(path, changed.bytes);
  return { kind, file, fileKind, detail: changed.detail };
}
