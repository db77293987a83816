/** Lists the keys of a scenario file from its JSON Schema. */
import * as z from "zod";
import { scenarioFile } from "../scenario/scenario.js";

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly additionalProperties?: Schema | boolean;
}

interface ScenarioKey {
  /** The path in the file: `pools[].work.pollSeconds`. */
  readonly path: string;
  readonly about: string | undefined;
}

/** Returns the keys of a schema and of all objects in it. */
function keysIn(schema: Schema, path: string): ScenarioKey[] {
  const { properties = {}, oneOf = [], anyOf = [], items, additionalProperties } = schema;
  const under = (name: string) => (path === "" ? name : `${path}.${name}`);
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      { path: under(name), about: inner.description },
      ...keysIn(inner, under(name)),
    ]),
    ...[...oneOf, ...anyOf].flatMap((variant) => keysIn(variant, path)),
    ...(items ? keysIn(items, `${path}[]`) : []),
    ...(typeof additionalProperties === "object" ? keysIn(additionalProperties, under("*")) : []),
  ];
}

/** Returns every key that the codec knows, each once. */
export function scenarioKeys(): ScenarioKey[] {
  const keys = keysIn(z.toJSONSchema(scenarioFile, { io: "input" }) as Schema, "");
  return keys.filter(({ path }, i) => keys.findIndex((key) => key.path === path) === i);
}
