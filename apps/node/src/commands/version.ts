import { jsonFlag, writeJson } from "@tandem/cli";
import { version } from "../version.js";
import type { CommandBody } from "./command-body.js";

export const body: CommandBody = {
  about: "Prints the version.",
  options: { json: jsonFlag },
  run({ given, output }) {
    if (given.json === undefined) output.write(`${version}\n`);
    else writeJson(output, { version, node: process.version });
    return 0;
  },
};
