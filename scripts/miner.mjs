// npm run miner: sets up what is missing, then runs `tandem miner` with the given flags.
import { loadApp } from "../packages/cli/bin/bundle.js";
import { setUpForNpm } from "./end-with-npm.mjs";

setUpForNpm("apps/node");
const { main } = await loadApp("apps/node");
process.exitCode = await main(["miner", ...process.argv.slice(2)]);
