/** Results that do not change with a run of the tests, kept below `node_modules/.cache` by what they are made from. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(
  new URL("../../../../node_modules/.cache/tandem-test/", import.meta.url),
);

/** The path in the cache of what is made from these inputs. */
function pathOf(kind: string, inputs: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(inputs)).digest("hex");
  return join(cache, `${kind}-${hash.slice(0, 32)}`);
}

/** Several processes may make the same at once: each makes its own, and the first to finish is kept. */
const draftOf = (path: string) => `${path}.${process.pid}`;

/** A text that `make` gives for these inputs, made once for a clone. */
export function cachedText(kind: string, inputs: readonly string[], make: () => string): string {
  const path = pathOf(kind, inputs);
  if (existsSync(path)) return readFileSync(path, "utf8");
  const text = make();
  mkdirSync(cache, { recursive: true });
  writeFileSync(draftOf(path), text);
  renameSync(draftOf(path), path);
  return text;
}

/**
 * A folder that `fill` fills for these inputs, made once for a clone. Nobody may write into it afterwards.
 * @returns its path. @throws whatever `fill` throws; nothing is kept then.
 */
export async function cachedFolder(
  kind: string,
  inputs: readonly string[],
  fill: (folder: string) => Promise<unknown>,
): Promise<string> {
  const path = pathOf(kind, inputs);
  if (existsSync(path)) return path;
  const draft = draftOf(path);
  mkdirSync(draft, { recursive: true });
  try {
    await fill(draft);
    renameSync(draft, path);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return path;
}
