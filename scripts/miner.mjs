// npm run miner: sets up what is missing, then runs `tandem miner` with the given flags.
import { join } from "node:path";
import { setUpForNpm } from "./end-with-npm.mjs";
import { root } from "./setup.mjs";

setUpForNpm("apps/node");
const { main } = await import(join(root, "apps/node/dist/main.js"));
process.exitCode = await main(["miner", ...process.argv.slice(2)]);
