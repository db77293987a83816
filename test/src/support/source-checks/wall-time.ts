/**
 * Finds assertions of a test that fail on a busy machine: those that compare elapsed time with a
 * bound.
 */

/** Matches reads of a clock whose difference is a duration. */
const clock = /\bperformance\.now\(|\bhrtime\b|\bDate\.now\(\) ?-|-\s*Date\.now\(\)/;
/**
 * Options that a test must not have: it would fail on a slow machine, and the runner ends tests
 * that hang.
 */
const shortWaits = [
  /\b(?:it|test|describe)\([^;]*?,\s*\{[^}]*\btimeout:[^}]*\}/g,
  /AbortSignal\.timeout\(\s*[\d_]+\s*\)/g,
];

const isNamed = (text: string, names: ReadonlySet<string>) =>
  [...text.matchAll(/[A-Za-z_$][\w$]*/g)].some(([name]) => names.has(name));

/** Returns the names of values that are a time on the clock, or are computed from one. */
function timedNames(statements: readonly string[]): Set<string> {
  const names = new Set<string>();
  const assigned =
    /(?:(?:const|let)\s+(\[[^\]]*\]|\{[^}]*\}|[\w$]+)[^=]*=(?![=>])|\b([\w$]+)\s*[-+]?=(?![=>])|\b([\w$]+)\.push\()(.*)$/s;
  for (let size = -1; size < names.size; ) {
    size = names.size;
    for (const statement of statements) {
      const [, declared, set, pushed, value = ""] = assigned.exec(statement) ?? [];
      // A function that reads the clock is not a time. Assignments inside it are checked
      // separately.
      if (/^\s*(?:async\s*)?\(/.test(value) && value.includes("=>")) continue;
      if (!clock.test(value) && !isNamed(value, names)) continue;
      for (const [name] of (declared ?? set ?? pushed ?? "").matchAll(/[A-Za-z_$][\w$]*/g)) {
        names.add(name);
      }
    }
  }
  return names;
}

/** Returns the assertions, in one line each, that compare a time, and waits that are too short. */
export function wallTimeBounds(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  const statements = code.split(/;|\{\s*\n|\n\s*\}/);
  const names = timedNames(statements);
  const bounds = statements.filter((statement) => {
    const [, asserted = ""] = /\bassert(?:\.\w+)?\(([\s\S]*)$/.exec(statement) ?? [];
    return (
      /[<>]/.test(asserted.replaceAll("=>", "")) &&
      (clock.test(asserted) || isNamed(asserted, names))
    );
  });
  return [...bounds, ...shortWaits.flatMap((pattern) => code.match(pattern) ?? [])].map((found) =>
    found.trim().replaceAll(/\s+/g, " "),
  );
}
