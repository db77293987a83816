/** Describes the problems of a scenario file: the path, the value and what is expected. */
import { didYouMean } from "@tandem/cli";
import type { Schema } from "@tandem/simulator";
import * as z from "zod";

type Issue = z.core.$ZodIssue;

/** The maximum number of reported problems; the rest is usually their consequence. */
const problemsMax = 8;

/**
 * Returns one line for each problem: `pools[0].shar: not a key here (did you mean share?)`.
 * @param codec the codec that refused.
 * @param given the parsed file.
 */
export function scenarioProblems(codec: z.ZodType, given: unknown, error: z.ZodError): string[] {
  const schema = z.toJSONSchema(codec, { io: "input" }) as Schema;
  const isMisspelt = ({ code }: Issue) => code === "unrecognized_keys";
  const first = error.issues.filter(isMisspelt);
  const others = error.issues.filter((issue) => !isMisspelt(issue));
  const lines = [...first, ...others].flatMap((issue) => problemLines(issue, schema, given));
  const more = lines.length - problemsMax;
  return more > 0 ? [...lines.slice(0, problemsMax), `and ${more} more`] : lines;
}

function problemLines(issue: Issue, schema: Schema, given: unknown): string[] {
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, given, issue.path);
    return issue.keys.map(
      (key) =>
        `${pathText([...issue.path, key])}: not a key here${didYouMean(key, known) || `, expected one of ${known.join(", ")}`}`,
    );
  }
  const found = valueAt(given, issue.path);
  const at = pathText(issue.path);
  if (found === undefined) return [`${at}: is missing${expected(issue, ", ")}`];
  const shown = typeof found === "object" ? "" : `, got ${valueText(found)}`;
  const kinds = kindsAt(issue, schema, given);
  if (kinds.length === 0) return [`${at}: ${expected(issue, "")}${shown}`];
  const hint = didYouMean(String(found), kinds);
  return [`${at}: expected one of ${kinds.join(", ")}${shown}${hint}`];
}

/** Returns a value as JSON. A number such as 1e400 is read as infinity, which JSON cannot express. */
const valueText = (value: unknown): string =>
  typeof value === "number" && !Number.isFinite(value)
    ? "a number that is too large"
    : JSON.stringify(value);

/** The prefix of zod's messages before the expected value. */
const preamble = /^(Invalid input|Invalid option|Too small|Too big): /;

/** Returns the codec's message without the prefix that every message has. */
function expected({ message }: Issue, lead: string): string {
  const text = message.replace(preamble, "").replace(/, received .*$/, "");
  const isEmpty = text === "Invalid input" || text === "";
  if (isEmpty) return lead === "" ? "not one of the allowed forms" : "";
  return `${lead}${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Returns the possible kinds, if one is misspelt. */
function kindsAt({ code, path }: Issue, schema: Schema, given: unknown): string[] {
  if (code !== "invalid_union" || path.at(-1) !== "kind") return [];
  const branches = reach(schema, given, path.slice(0, -1)).flatMap(spread);
  return branches.map(({ properties }) => String(properties?.kind?.const));
}

/** Returns the keys that an object at a path can have. */
function keysAt(schema: Schema, given: unknown, path: readonly PropertyKey[]): string[] {
  const value = valueAt(given, path);
  const branches = reach(schema, given, path).flatMap(spread);
  const fitting = branches.filter((branch) => isPossible(branch, value));
  const keys = (fitting.length > 0 ? fitting : branches).flatMap(({ properties }) =>
    Object.keys(properties ?? {}),
  );
  return [...new Set(keys)];
}

/** Returns every schema at a path. */
function reach(schema: Schema, given: unknown, path: readonly PropertyKey[]): Schema[] {
  const [step, ...rest] = path;
  if (step === undefined) return [schema];
  const inside = valueAt(given, [step]);
  return spread(schema)
    .filter((branch) => isPossible(branch, given))
    .flatMap((branch) => child(branch, step))
    .flatMap((next) => reach(next, inside, rest));
}

function child(schema: Schema, step: PropertyKey): Schema[] {
  const { properties, additionalProperties, items, prefixItems } = schema;
  const open = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const found =
    typeof step === "number"
      ? (prefixItems?.[step] ?? items)
      : (properties?.[String(step)] ?? open);
  return found ? [found] : [];
}

const spread = (schema: Schema): readonly Schema[] => {
  const branches = schema.anyOf ?? schema.oneOf;
  return branches === undefined ? [schema] : branches.flatMap(spread);
};

/** Returns false for a branch that a constant member of the value excludes. */
const isPossible = ({ properties }: Schema, value: unknown): boolean =>
  Object.entries(properties ?? {}).every(
    ([key, member]) =>
      member.const === undefined || [undefined, member.const].includes(valueAt(value, [key])),
  );

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  return valueAt((value as Readonly<Record<PropertyKey, unknown>>)[step], rest);
}

/** Returns a path as text: `pools[0].share`, `expect["child.uncles"].min`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.map(stepText).join("").replace(/^\./, "") || "the file";

function stepText(step: PropertyKey): string {
  if (typeof step === "number") return `[${step}]`;
  const name = String(step);
  return name.includes(".") ? `["${name}"]` : `.${name}`;
}
