import { jsonFlag, readFlags, writeJson } from "@tandem/cli";
import { version } from "../version.js";
import type { CommandBody } from "./command-body.js";

const options = { json: jsonFlag };

export const body: CommandBody = {
  about: "Prints the version.",
  options,
  run({ given, output }) {
    if (readFlags(options, given).json) writeJson(output, { version, node: process.version });
    else output.write(`${version}\n`);
    return 0;
  },
};
