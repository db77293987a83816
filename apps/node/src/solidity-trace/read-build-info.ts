/** Reads the files of compilations that Hardhat, Foundry and solc write. */
import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError, unreadable } from "@tandem/cli";
import { readTextSync } from "@tandem/runtime/files";
import { namesIn } from "../files/names-in.js";
import { type Compilation, compilation } from "./compilation.js";
import { CompiledContracts } from "./compiled-contracts.js";
import { buildInfoBytesMax, buildInfoFilesMax, buildInfoTimesMax } from "./limits.js";

/** Hardhat 3 writes the output of a compilation beside its input. */
const outputEnding = ".output.json";

/**
 * Returns the contracts of files, and of the newest files of folders. A file of a folder that cannot be used is left out
 * if another can, since it may be another tool's, or half written.
 * @param onLeftOut receives the reason for each of these.
 * @throws {UsageError} for a path of which nothing can be read, or has the output of a compiler.
 */
export function readBuildInfo(
  paths: readonly string[],
  onLeftOut: (reason: string) => void,
): CompiledContracts {
  return new CompiledContracts(paths.flatMap((path) => compilationsAt(path, onLeftOut)));
}

function compilationsAt(path: string, onLeftOut: (reason: string) => void): Compilation[] {
  const unusable: UsageError[] = [];
  const found = filesAt(path).flatMap((file) => {
    try {
      return readFile(file);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      unusable.push(error);
      return [];
    }
  });
  const [first] = unusable;
  if (found.length === 0 && first !== undefined) throw first;
  for (const { message } of unusable) onLeftOut(message);
  return found;
}

/**
 * Returns text that changes when a file of a compilation is written, added or removed.
 * @param paths of which some may not exist.
 */
export function stampOf(paths: readonly string[]): string {
  const files = paths.flatMap((path) => {
    const names = namesIn(path);
    const files = names.length > buildInfoTimesMax ? [] : names.map((name) => join(path, name));
    return [path, ...files];
  });
  return files.map((file) => `${file} ${timeOf(file)}`).join("\n");
}

const timeOf = (file: string) => factsOf(file)?.mtimeMs ?? 0;

/** Returns whether something else than a file is there, such as a named pipe, whose reader waits for a writer. */
const isOther = (path: string) => factsOf(path)?.isFile() === false;

/**
 * Returns what the file system tells of a path; undefined if nothing, such as of symbolic links that go round in a
 * circle. One of these in a folder must not hide the other files.
 */
function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function filesAt(path: string): readonly string[] {
  const files = namesAt(path)?.filter(
    (name) => name.endsWith(".json") && !name.endsWith(outputEnding) && !isOther(join(path, name)),
  );
  if (files === undefined) return [path];
  if (files.length === 0) throw new UsageError(`--build-info: ${path} has no JSON files`);
  const times = new Map(files.map((name) => [join(path, name), timeOf(join(path, name))]));
  const newest = [...times].sort(([, a], [, b]) => b - a).map(([file]) => file);
  return newest.slice(0, buildInfoFilesMax);
}

/** Returns the names of the files of a folder; undefined for a file. */
function namesAt(path: string): readonly string[] | undefined {
  try {
    return statSync(path).isDirectory() ? readdirSync(path) : undefined;
  } catch (cause) {
    throw new UsageError(`--build-info: ${unreadable(path, cause)}`, { cause });
  }
}

function readFile(file: string): Compilation {
  const whole = readObject(file);
  const parts = whole.output === undefined ? { ...whole, ...outputBeside(file) } : whole;
  const { data, error } = compilation.safeParse(parts);
  if (data !== undefined) return data;
  const [first] = error.issues;
  const place = first === undefined ? "" : `${first.path.join(".")}: ${first.message}`;
  throw new UsageError(`--build-info: ${file} is no compilation of solc: ${place}`);
}

function outputBeside(file: string): Readonly<Record<string, unknown>> {
  const beside = file.replace(/\.json$/, outputEnding);
  if (factsOf(beside) !== undefined) return readObject(beside);
  throw new UsageError(
    `--build-info: ${file} has no output of the compiler: Foundry writes it with forge build --build-info`,
  );
}

function readObject(file: string): Readonly<Record<string, unknown>> {
  if (isOther(file)) throw new UsageError(`--build-info: ${file} is neither a file nor a folder`);
  let text: string;
  try {
    text = readTextSync(file, buildInfoBytesMax);
  } catch (cause) {
    throw new UsageError(`--build-info: ${unreadable(file, cause)}`, { cause });
  }
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw new UsageError(`--build-info: ${file} is not JSON`, { cause });
  }
}
