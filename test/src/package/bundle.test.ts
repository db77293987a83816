/** Tests each app as one file, which `npm start` and nearly every test of this folder run. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runModule, urlOf } from "../support/processes/run-module.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { bundleFile, bundledParts, cacheFile, isBundleCurrent } = (await import(
  pathToFileURL(join(root, "packages/cli/bin/bundle.js")).href
)) as {
  readonly bundledParts: Readonly<Record<string, readonly string[]>>;
  bundleFile(app: string): string;
  cacheFile(app: string): string;
  isBundleCurrent(app: string, clone?: string): boolean;
};

/** Returns the folder of a workspace's package, by its name in manifests. */
const folderOf = (name: string) =>
  ["packages", "apps"]
    .map((group) => name.replace("@tandem", group))
    .find((folder) => existsSync(join(root, folder))) ?? name;

/** Returns a folder of the workspace, and those of all its dependencies. */
function reached(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  ) as { readonly dependencies?: Readonly<Record<string, string>> };
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith("@tandem/")) reached(folderOf(name), found);
  }
  return found;
}

for (const [app, parts] of Object.entries(bundledParts)) {
  it(`${app} is out of date if any package in it was built again`, (t) => {
    assert.deepEqual([...parts].sort(), [...reached(app)].sort());
    assert.ok(isBundleCurrent(app), "the set-up has made it");
    // The test does not use the bundle itself, from which other tests start apps.
    const clone = mkdtempSync(join(tmpdir(), "tandem-bundle-"));
    t.after(() => rmSync(clone, { recursive: true }));
    const write = (name: string, time: number) => {
      const file = join(clone, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "");
      utimesSync(file, time, time);
    };
    const stamps = parts.map((part) => join(part, "dist/.tsbuildinfo"));
    assert.equal(isBundleCurrent(app, clone), false, "there is none");
    for (const stamp of stamps) write(stamp, 1_000);
    write(relative(root, bundleFile(app)), 1_001);
    assert.equal(isBundleCurrent(app, clone), true);
    for (const stamp of [...stamps, "node_modules/.tandem-installed"]) {
      write(stamp, 1_002);
      assert.equal(isBundleCurrent(app, clone), false, stamp);
      write(stamp, 1_000);
    }
    assert.equal(isBundleCurrent(app, clone), true);
  });

  it(`${app} has compiled code that this V8 accepts`, () => {
    const { size, mode } = statSync(cacheFile(app));
    assert.ok(size > 0);
    if (process.platform !== "win32") assert.equal(mode & 0o444, 0o444, "every user may read it");
    // V8 accepts it with the flags of an app, which differ from those of this process.
    const program = `import { runBundle } from ${urlOf("packages/cli/bin/bundle.js")};
      const { exports, script } = await runBundle(${JSON.stringify(app)});
      console.log(script.cachedDataRejected, "main" in exports);`;
    const { stdout, stderr } = runModule(program);
    assert.equal(stdout, "false true\n", stderr);
  });
}

it("the clients of NATS and of OpenTelemetry are in files of their own, which few starts read", () => {
  const read = (file: string) => readFileSync(join(root, "apps/node/dist/bundle", file), "utf8");
  const app = read("app.cjs");
  // Texts of theirs that this project does not have.
  for (const [file, text] of [
    ["nats.cjs", "NATS/1.0"],
    ["open-telemetry.cjs", "OTEL_BSP"],
  ] as const) {
    assert.ok(read(file).includes(text), file);
    assert.ok(!app.includes(text), file);
  }
});

it("a start loads every module of Node before it sets a flag of V8", () => {
  const program = `import { runBundle } from ${urlOf("packages/cli/bin/bundle.js")};
    let loaded;
    const { exports } = await runBundle("apps/node", () => {
      loaded = new Set(process.moduleLoadList);
    });
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text) => {
      if (JSON.parse(text).msg !== "ready") return true;
      const later = process.moduleLoadList.filter((name) => !loaded.has(name));
      // Node's own server and what belongs to it are loaded only where it serves.
      const counted = /^NativeModule (?!internal\\/(?!crypto)|_?http|_?tls|dns|cluster)/;
      write(JSON.stringify(later.filter((name) => counted.test(name))));
      process.kill(process.pid, "SIGTERM");
    };
    exports.main(["run", "--port", "0", "--log-format", "json"]);`;
  const { stdout, stderr } = runModule(program);
  assert.equal(stdout, "[]", stderr);
});

it("a compute thread of the node takes the compiled code too", () => {
  const thread = `import(${urlOf("packages/cli/bin/bundle.js")}).then(async ({ runBundle }) => {
    const { script } = await runBundle("apps/node");
    console.log(script.cachedDataRejected);
  });`;
  const program = `import { Worker } from "node:worker_threads";
    process.argv = [process.argv[0], "tandem", "version"];
    const { default: ended } = await import(${urlOf("apps/node/bin/tandem.js")});
    await ended;
    new Worker(${JSON.stringify(thread)}, { eval: true });`;
  const { stdout, stderr } = runModule(program);
  assert.match(stdout, /\nfalse\n$/, stderr);
});

for (const end of ["new Worker('', { eval: true }); await once(process, 'worker')", "stop()"]) {
  it(`V8 optimizes sooner, and has its usual flags again after ${end.split(/[;.]/)[0]}`, () => {
    const program = `import { once } from "node:events";
      import { Script } from "node:vm";
      import { Worker } from "node:worker_threads";
      import { optimizeSooner } from ${urlOf("packages/cli/bin/optimize-sooner.js")};
      const source = "(function () {})";
      const cachedData = new Script(source).createCachedData();
      // Under another name it is compiled anew.
      const compile = (filename) => new Script(source, { filename, cachedData });
      const isAccepted = (name) => !compile(name).cachedDataRejected;
      const stop = optimizeSooner(1);
      const before = isAccepted("before");
      await new Promise((resolve) => setTimeout(resolve, 1));
      const meanwhile = isAccepted("meanwhile");
      ${end};
      console.log(before, meanwhile, isAccepted("after"));`;
    const { stdout, stderr } = runModule(program);
    assert.equal(stderr, "");
    const isSooner = Number(process.versions.v8.split(".")[0]) <= 12;
    assert.equal(stdout, `true ${!isSooner} true\n`);
  });
}

it("V8 optimizes what reads the answers of `fetch` later, where a command asks for it", () => {
  const program = `import { createServer } from "node:http";
    import { optimizeWasmLater } from ${urlOf("packages/cli/bin/optimize-wasm-later.js")};
    if (process.env.IS_LATER) optimizeWasmLater();
    const server = createServer((_, answer) => answer.end()).listen(0, "127.0.0.1", async () => {
      const { port } = server.address();
      for (let i = 0; i < 10; i++) await (await fetch("http://127.0.0.1:" + port)).text();
      server.close();
      server.closeAllConnections();
    });`;
  const args = ["--trace-wasm-compilation-times", "--input-type=module", "--eval", program];
  const isOptimized = (env: NodeJS.ProcessEnv) =>
    /using TurboFan/.test(spawnSync(process.execPath, args, { encoding: "utf8", env }).stdout);
  assert.equal(isOptimized({ IS_LATER: "yes" }), false);
  // Later versions of Node have a larger budget.
  if (process.version.startsWith("v20.")) assert.equal(isOptimized({}), true);
});

/** The cycles of marking after which a thread other than the main one must have marked something. */
const cyclesMax = 50;

it("V8 marks garbage in other threads again once a start has ended, although a thread began before", async () => {
  const program = `import { once } from "node:events";
    import { setImmediate, setTimeout } from "node:timers/promises";
    import { setFlagsFromString } from "node:v8";
    import { Worker } from "node:worker_threads";
    import { collectLess } from ${urlOf("packages/cli/bin/collect-less.js")};
    collectLess(1);
    await once(new Worker("", { eval: true }), "exit");
    await setTimeout(2);
    // V8 begins one cycle after another from now on, and prints what each thread has marked.
    setFlagsFromString("--trace-incremental-marking");
    setFlagsFromString("--stress-incremental-marking");
    const kept = [];
    for (;;) {
      for (let made = 0; made < 20_000; made++) kept.push({ made });
      if (kept.length > 400_000) kept.length = 0;
      await setImmediate();
    }`;
  const flags = ["--input-type=module", "--eval", program];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  let cycles = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes(" Start (")) cycles++;
    // The one form is that of Node 20, the other that of later versions.
    const isMarkedElsewhere = /(Marked |concurrent )[1-9]\d*KB/.test(line);
    // On a busy machine the main thread may end a cycle before another thread has run.
    if (!isMarkedElsewhere && cycles <= cyclesMax) continue;
    child.kill();
    assert.ok(isMarkedElsewhere, "the main thread marked everything");
    return;
  }
  assert.fail(`the process ended after ${cycles} cycles`);
});
