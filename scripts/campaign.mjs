// npm run campaign -- NAME ARGS: sets up what is missing, then runs one campaign, a long check that is
// no part of `npm test`. Without a name it lists the campaigns there are.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, setUp } from "./setup.mjs";

const [name, ...args] = process.argv.slice(2);
setUp("test");
const folder = join(root, "test/dist/campaign");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".js") && !file.endsWith(".test.js"))
  .map((file) => file.slice(0, -".js".length));
if (name === undefined || !names.includes(name)) {
  process.stderr.write(`usage: npm run campaign -- NAME [ARGS]; campaigns: ${names.join(", ")}\n`);
  process.exit(2);
}
const { run } = await import(join(folder, `${name}.js`));
process.exitCode = await run(args);
