// npm run miner: sets up what is missing, then mines for a node from outside. Flags go to the
// miner; --help lists them.
import { join } from "node:path";
import { root, setUp } from "./setup.mjs";

setUp("packages/consensus");
const { main } = await import(join(root, "scripts/outside-miner.mjs"));
process.exitCode = await main(process.argv.slice(2));
