/** Finds assertions of a test that a busy machine breaks: those which hold the time on the clock to a bound. */

/** Readings of a clock whose difference is how long something took. */
const clock = /\bperformance\.now\(|\bhrtime\b|\bDate\.now\(\) ?-|-\s*Date\.now\(\)/;
/** What a test may not be given: it would fail where it is slow, and the runner ends what hangs. */
const shortWaits = [
  /\b(?:it|test|describe)\([^;]*?,\s*\{[^}]*\btimeout:[^}]*\}/g,
  /AbortSignal\.timeout\(\s*[\d_]+\s*\)/g,
];

const isNamed = (text: string, names: ReadonlySet<string>) =>
  [...text.matchAll(/[A-Za-z_$][\w$]*/g)].some(([name]) => names.has(name));

/** Names that stand for a time on the clock, or for something computed from one. */
function timedNames(statements: readonly string[]): Set<string> {
  const names = new Set<string>();
  const assigned =
    /(?:(?:const|let)\s+(\[[^\]]*\]|\{[^}]*\}|[\w$]+)[^=]*=(?![=>])|\b([\w$]+)\s*[-+]?=(?![=>])|\b([\w$]+)\.push\()(.*)$/s;
  for (let size = -1; size < names.size; ) {
    size = names.size;
    for (const statement of statements) {
      const [, declared, set, pushed, value = ""] = assigned.exec(statement) ?? [];
      // A function that reads the clock is no time; what is assigned inside it is looked at by itself.
      if (/^\s*(?:async\s*)?\(/.test(value) && value.includes("=>")) continue;
      if (!clock.test(value) && !isNamed(value, names)) continue;
      for (const [name] of (declared ?? set ?? pushed ?? "").matchAll(/[A-Za-z_$][\w$]*/g)) {
        names.add(name);
      }
    }
  }
  return names;
}

/** Returns the assertions, in one line each, that compare a time with something, and waits that end too soon. */
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
