// npm run bench: sets up what is missing, then measures. Flags go to the benchmark; --help lists them.
import { join } from "node:path";
import { setUpForNpm } from "./end-with-npm.mjs";
import { root } from "./setup.mjs";

setUpForNpm("test");
const { bench } = await import(join(root, "test/dist/bench/main.js"));
process.exitCode = await bench(process.argv.slice(2));
