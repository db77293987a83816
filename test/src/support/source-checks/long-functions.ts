/**
 * Finds functions that are too long. It relies on the formatter: a body ends at the indentation of
 * its first line.
 */

const opensBody = /(?:\)|=>|\S)\s*\{$/;
const isOther =
  /^\s*(?:export )?(?:abstract )?(?:if|for|while|switch|else|do|try|catch|finally|return|class|interface|enum|type|import|case|static|describe|it|test)\b/;
const isFunction =
  /^\s*(?:export )?(?:default )?(?:async )?function\b|=> \{$|^\s*(?:(?:async|static|get|set|override) |\*)*#?\w+(?:<.*>)?\(.*\).*\{$|^\s*\)(?::.*)? (?:=> )?\{$/;
const keywords = /^(?:export|default|async|function|const|static|get|set|override|readonly|\*)$/;

/** Returns the name in the first line of a function, or of the call that the function is passed to. */
const nameIn = (line: string): string =>
  (line.match(/#?[\w$]+/g) ?? []).find((word) => !keywords.test(word)) ?? "anonymous";

/** Returns the names of the functions of a source text that have more than `max` lines. */
export function longFunctionsIn(text: string, max: number): string[] {
  const lines = text.split("\n");
  const found: string[] = [];
  for (const [start, line] of lines.entries()) {
    if (!opensBody.test(line) || isOther.test(line) || !isFunction.test(line)) continue;
    const indent = /^\s*/.exec(line)?.[0] ?? "";
    const end = lines.findIndex((one, at) => at > start && one.startsWith(`${indent}}`));
    if (end - start + 1 <= max) continue;
    const isSignature = (one: string) =>
      one.startsWith(indent) && /^[#\w*]/.test(one.slice(indent.length));
    const first = lines.slice(0, start + 1).findLast(isSignature);
    found.push(nameIn(first ?? line));
  }
  return found;
}
