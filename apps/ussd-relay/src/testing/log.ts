/** Provides a log that stores its lines, and the key of a test's wallet. */
import type { Log } from "../log.js";

export const relayerKey = `0x${"11".repeat(32)}` as const;

export interface TestLog extends Log {
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
  /** Resolves with the first matching line, past or future. */
  said(pattern: RegExp): Promise<string>;
}

export function testLog(): TestLog {
  const lines: string[] = [];
  const warnings: string[] = [];
  const waiting = new Set<() => void>();
  const add = (list: string[]) => (line: string) => {
    list.push(line);
    for (const wake of waiting) wake();
  };
  return {
    lines,
    warnings,
    info: add(lines),
    warn: add(warnings),
    said: (pattern) =>
      new Promise((resolve) => {
        const check = () => {
          const found = [...lines, ...warnings].find((line) => pattern.test(line));
          if (found === undefined) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}
