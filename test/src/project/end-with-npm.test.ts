/** Tests that a program ends with the npm that runs it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(new URL("../../../package.json", import.meta.url)));
const module = JSON.stringify(join(root, "scripts", "end-with-npm.mjs"));

/** A program that says what happens after its shell has ended: its own timer is due after the one of the module. */
const program = `
  import { endWithNpm } from ${module};
  const say = (text) => process.stdout.write(text, () => process.exit());
  const shell = process.ppid;
  endWithNpm();
  process.once("SIGTERM", () => say("told to end"));
  let looks = 0;
  setInterval(() => process.ppid !== shell && ++looks === 2 && say("left alone"), 500);
  process.stdout.write("ready;");
`;

/** Starts the program below a shell, as npm does, and ends the shell. Resolves to what the program says. */
async function orphaned(manifest: string): Promise<string> {
  const { npm_lifecycle_event: _, npm_package_json: __, ...others } = process.env;
  const env = { ...others, PROGRAM: program, npm_lifecycle_event: "start" };
  const run = `"${process.execPath}" --input-type=module --eval "$PROGRAM"; true`;
  const shell = spawn("/bin/sh", ["-c", run], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...env, npm_package_json: manifest },
  });
  let said = "";
  shell.stdout.on("data", (text) => {
    said += text;
  });
  while (!said.startsWith("ready;")) await once(shell.stdout, "data");
  const ended = once(shell.stdout, "end");
  shell.kill("SIGTERM");
  await ended;
  return said;
}

describe("a program that a script of package.json runs", {
  skip: process.platform === "win32",
}, () => {
  it("is told to end when the shell of npm has ended", async () => {
    assert.equal(await orphaned(join(root, "package.json")), "ready;told to end");
  });

  it("is left alone by the scripts of other packages", async () => {
    assert.equal(await orphaned("/elsewhere/package.json"), "ready;left alone");
  });
});
