// npm start: sets up what is missing, then runs the node with the flags given after `--`.
import { join } from "node:path";
import { root, setUp } from "./setup.mjs";

setUp("apps/node");
const { main } = await import(join(root, "apps/node/dist/main.js"));
process.exitCode = await main(process.argv.slice(2));
