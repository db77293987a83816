/**
 * API keys: the last segment of the path. Only digests are kept, every one is compared whatever
 * the others gave, and nothing of a key is ever logged.
 */
import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a request with this path may be answered. */
export type Gate = (path: string) => boolean;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Last segment of a path without its query; percent-escapes are resolved where they are valid. */
export function keyOf(path: string): string {
  const [withoutQuery = ""] = path.split("?", 1);
  const segment = withoutQuery.slice(withoutQuery.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** @param keys none: every path is let in. */
export function createGate(keys: readonly string[]): Gate {
  if (keys.length === 0) return () => true;
  const digests = keys.map(digest);
  return (path) => {
    const given = digest(keyOf(path));
    let isKnown = false;
    for (const one of digests) isKnown = timingSafeEqual(one, given) || isKnown;
    return isKnown;
  };
}
