/** Generates the JSON Schema of a settings file. */
import { constructed } from "@tandem/schema";
import * as z from "zod";
import { defaultOf } from "./help.js";
import type { Settings } from "./setting.js";

/** Returns a schema, draft 2020-12, of an object whose keys are the names of the settings. */
export function settingsSchema(title: string, settings: Settings): object {
  const properties = Object.entries(settings).map(([name, setting]) => {
    const { $schema, ...schema } = z.toJSONSchema(constructed(setting.schema), { io: "input" });
    const standard = defaultOf(setting);
    const description = standard === "" ? setting.about : `${setting.about} [${standard}]`;
    return [name, { description, ...schema }] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    type: "object",
    additionalProperties: false,
    properties: { $schema: { type: "string" }, ...Object.fromEntries(properties) },
  };
}
