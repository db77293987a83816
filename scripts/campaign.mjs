// npm run campaign -- NAME OPTIONS: sets up what is missing, then runs one campaign, a long check
// of which `npm test` runs a short form. Without a name it lists the campaigns and their options.
import { join } from "node:path";
import { setUpForNpm } from "./end-with-npm.mjs";
import { makeRunFolder } from "./run-folder.mjs";
import { root } from "./setup.mjs";

setUpForNpm(".");
process.env.TMPDIR = makeRunFolder();
const { runCampaign } = await import(join(root, "test/dist/campaign/command.js"));
process.exitCode = await runCampaign(process.argv.slice(2));
