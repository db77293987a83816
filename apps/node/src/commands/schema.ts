/** Implements `tandem schema`: the JSON Schema of the settings file. */
import { configFileSchema } from "../config/reference.js";
import type { CommandBody } from "./command-body.js";

export const body: CommandBody = {
  about:
    "Prints the JSON Schema of the file of --config. An editor completes and checks the file by the path under its key $schema.",
  options: {},
  notes: "Example:\n  tandem schema > tandem.schema.json",
  run({ output }) {
    output.write(`${JSON.stringify(configFileSchema(), null, 2)}\n`);
    return 0;
  },
};
