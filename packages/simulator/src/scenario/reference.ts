/** Renders `docs/scenario-file.md`: every key of a scenario file, read from the codec. */
import * as z from "zod";
import { scenarioFile } from "./scenario.js";

/** A node of the JSON Schema of a scenario file, with the members that are read. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface Section {
  /** The path such as `pools[].work`; empty for the file itself. */
  readonly path: string;
  readonly schema: Schema;
}

const head = `<!-- Generated from packages/simulator/src/scenario/scenario.ts by scripts/generate.mjs. -->
# The scenario file

Every key of a scenario of the merge-mining simulator. [simulator.md](simulator.md) says how to use
one. A key that is left out has the value of its last column; one that is not in these tables is an
error.
`;

/** Renders the page, in Markdown. */
export function scenarioPage(): string {
  const schema = z.toJSONSchema(scenarioFile, { io: "input" }) as Schema;
  const sections = sectionsOf({ path: "", schema });
  return `${[head, ...sections.map(sectionText)].join("\n")}`;
}

const variantsOf = (schema: Schema): readonly Schema[] => schema.oneOf ?? schema.anyOf ?? [schema];

/** Returns an object and the objects in it, in the order of the file. */
function sectionsOf(section: Section): Section[] {
  const inner = variantsOf(section.schema).flatMap(({ properties }) =>
    Object.entries(properties ?? {}).flatMap(([name, schema]) => {
      const path = section.path === "" ? name : `${section.path}.${name}`;
      const found = objectIn(path, schema);
      return found === undefined ? [] : sectionsOf(found);
    }),
  );
  return [section, ...inner];
}

/** Returns the object that a key contains directly, in a list or in a map. */
function objectIn(path: string, schema: Schema): Section | undefined {
  const { items, additionalProperties, description } = schema;
  if (variantsOf(schema).some(({ properties }) => properties)) return { path, schema };
  const told = description === undefined ? {} : { description };
  if (items) return objectIn(`${path}[]`, { ...items, ...told });
  if (typeof additionalProperties !== "object") return undefined;
  return objectIn(`${path}.*`, { ...additionalProperties, ...told });
}

function sectionText({ path, schema }: Section): string {
  const variants = variantsOf(schema);
  const title = path === "" ? "The file" : `\`${path}\``;
  const about = schema.description === undefined ? [] : [schema.description, ""];
  const tables = variants.map((variant, i) => [
    ...(i > 0 && variant.properties?.kind === undefined ? ["or", ""] : []),
    ...kindLines(variant),
    ...table(path, variant),
    "",
  ]);
  return [`## ${title}`, "", ...about, ...tables.flat()].join("\n");
}

function kindLines({ properties }: Schema): string[] {
  const kind = properties?.kind;
  return kind?.const === undefined ? [] : [`**\`${kind.const}\`**: ${kind.description ?? ""}`, ""];
}

const table = (path: string, { properties, required }: Schema): string[] => [
  "| key | meaning | value | when left out |",
  "| --- | --- | --- | --- |",
  ...Object.entries(properties ?? {}).map(([name, schema]) => {
    const own = objectIn(path === "" ? name : `${path}.${name}`, schema);
    const value = own === undefined ? valueText(schema) : `[${own.path}](#${anchor(own.path)})`;
    const isNeeded = required?.includes(name) === true;
    const about = schema.const === undefined ? (schema.description ?? "") : "this one";
    return `| \`${name}\` | ${about} | ${value} | ${fallback(schema, isNeeded)} |`;
  }),
];

const anchor = (path: string) => path.toLowerCase().replace(/[^a-z0-9-]/g, "");

function fallback({ default: standard }: Schema, isNeeded: boolean): string {
  if (isNeeded) return "needed";
  if (standard === undefined) return "–";
  const text = JSON.stringify(standard);
  return text === "{}" ? "all of it left out" : `\`${text}\``;
}

function valueText(schema: Schema): string {
  const { const: only, enum: names, items, prefixItems, type } = schema;
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (names !== undefined) return names.map((name) => `\`${JSON.stringify(name)}\``).join(", ");
  if (prefixItems) return `a list of ${prefixItems.length} names`;
  if (items) return items.items ? "lists of names" : "a list of names";
  if (type === "boolean") return "`true` or `false`";
  if (type === "number" || type === "integer") return numberText(schema);
  return type === "string" ? "text" : "";
}

function numberText({ type, minimum, exclusiveMinimum, maximum }: Schema): string {
  const kind = type === "integer" ? "whole number" : "number";
  const low = exclusiveMinimum === undefined ? `from ${minimum}` : `over ${exclusiveMinimum}`;
  if (minimum === undefined && exclusiveMinimum === undefined) return kind;
  return maximum === undefined ? `${kind} ${low}` : `${kind} ${low} to ${grouped(maximum)}`;
}

const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
