import { version } from "../version.js";
import type { CommandBody } from "./command-body.js";

export const body: CommandBody = {
  about: "Prints the version.",
  options: {},
  run({ output }) {
    output.write(`${version}\n`);
    return 0;
  },
};
