// npm run soak: half an hour of mixed load on one node, then every check. `npm run soak -- 600` takes so
// many seconds; SOAK_SEED makes it another load.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, setUp } from "./setup.mjs";

const [seconds = "1800"] = process.argv.slice(2);
if (!/^[1-9]\d{0,5}$/.test(seconds)) {
  process.stderr.write(`expected a number of seconds, got ${seconds}\n`);
  process.exit(2);
}
setUp("test");
const { status } = spawnSync(
  process.execPath,
  ["--test", "--test-reporter=spec", join(root, "test/dist/soak.test.js")],
  { stdio: "inherit", env: { ...process.env, SOAK_SECONDS: seconds } },
);
process.exitCode = status ?? 1;
