/** Reads the scenarios that are part of the simulator. */
import { readdirSync, readFileSync } from "node:fs";

/** The folder of the scenarios, one JSON file each. */
export const scenarioFolder: URL = new URL("../scenarios/", import.meta.url);

const ending = ".json";

/** Returns the names of the built-in scenarios, in their order. */
export const builtInNames = (): string[] =>
  readdirSync(scenarioFolder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

/** Returns the path of a built-in scenario's file. */
export const builtInFile = (name: string): URL => new URL(`${name}${ending}`, scenarioFolder);

/** Returns the JSON of every built-in scenario as it is in its file, by name. */
export const builtInTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(builtInNames().map((name) => [name, readFileSync(builtInFile(name), "utf8")]));
