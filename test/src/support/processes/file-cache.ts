/** Caches results that do not change between test runs below `node_modules/.cache`, by their inputs. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(
  new URL("../../../../node_modules/.cache/tandem-test/", import.meta.url),
);

/** Returns the path in the cache for these inputs. */
function pathOf(kind: string, inputs: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(inputs)).digest("hex");
  return join(cache, `${kind}-${hash.slice(0, 32)}`);
}

/**
 * Several processes may create the same entry concurrently: each creates its own, and the first to
 * finish is kept.
 */
const draftOf = (path: string) => `${path}.${process.pid}`;

/** Returns the text that `make` returns for these inputs, computed once for a clone. */
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
 * Returns a folder that `fill` fills for these inputs, once for a clone. It must not be changed
 * afterwards.
 * @returns its path. @throws the error of `fill`; nothing is stored then.
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
    // Another process may have finished first.
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return path;
}
