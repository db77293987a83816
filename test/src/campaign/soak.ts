/** Keeps one node under mixed load and checks everything at the end; SOAK_SEED makes another load. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * @param args seconds of load, 1,800 unless given.
 * @returns the exit code of the process: 0 when every check holds, 2 for a wrong argument.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [seconds = "1800"] = args;
  if (!/^[1-9]\d{0,5}$/.test(seconds)) {
    process.stderr.write(`expected a number of seconds, got ${seconds}\n`);
    return 2;
  }
  const file = fileURLToPath(new URL("../soak.test.js", import.meta.url));
  const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", file], {
    stdio: "inherit",
    env: { ...process.env, SOAK_SECONDS: seconds },
  });
  return status ?? 1;
}
