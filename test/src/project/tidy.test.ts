/** Checks the conventions of this repository. Each test names the files that break one. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { contract, namesOf } from "@tandem/rpc";
import { fragmentsIn, verblessIn } from "../support/source-checks/docstrings.js";
import { fileCircle, folderCircles } from "../support/source-checks/folder-circles.js";
import { longFunctionsIn } from "../support/source-checks/long-functions.js";
import { oldWordsIn } from "../support/source-checks/old-words.js";
import { wallTimeBounds } from "../support/source-checks/wall-time.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const texts = new Map<string, string>();
/** Reads a file once. */
function read(name: string): string {
  const text = texts.get(name) ?? readFileSync(join(root, name), "utf8");
  texts.set(name, text);
  return text;
}
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((name) => name !== "");

const isTracked = new Set(tracked);

const folderFilesMax = 25;

const functionLinesMax = 60;
interface Package {
  readonly name: string;
  readonly folder: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  /** The paths that others can import, as in `@tandem/rpc/client`. */
  readonly entries: readonly string[];
}

const packages: readonly Package[] = tracked
  .filter((name) => /^(packages|apps)\/[^/]+\/package\.json$/.test(name))
  .map((name) => {
    const manifest = JSON.parse(read(name));
    return {
      name: manifest.name.replace("@tandem/", ""),
      folder: name.replace("/package.json", ""),
      dependencies: manifest.dependencies ?? {},
      devDependencies: manifest.devDependencies ?? {},
      entries: Object.keys(manifest.exports ?? {}).map((path) => join(manifest.name, path)),
    };
  });

/** JSX of the explorer's page has an extension of its own. */
const isTypeScript = (name: string) => /\.tsx?$/.test(name);
const sourcesOf = ({ folder }: Package) =>
  tracked.filter((name) => name.startsWith(`${folder}/src/`) && isTypeScript(name));
const isTest = (name: string) => name.endsWith(".test.ts") || name.includes("/testing/");

const importsOf = (text: string) =>
  [
    ...text.matchAll(/^(?:import|export|\}).*?from "([^"]+)";$/gm),
    ...text.matchAll(/^import "([^"]+)";$/gm),
    ...text.matchAll(/\bimport\("([^"]+)"\)/g),
  ].map((match) => match[1] as string);

/** The folder of sources that a file is in: the files and folders in it stand above what they import. */
const sourcesFolder = /^(?:(?:packages|apps)\/[^/]+\/[^/]+|test\/src|scripts)(?=\/)/;

/** Returns the tracked file that a relative import of another file names. */
function importedFile(file: string, specifier: string): string | undefined {
  const path = join(dirname(file), specifier);
  const stem = path.replace(/\.js$/, "");
  return [path, `${stem}.ts`, `${stem}.tsx`].find((name) => isTracked.has(name));
}

/** The imports of files by files of the repository. */
const fileImports = tracked
  .filter((name) => /\.(?:tsx?|m?js)$/.test(name))
  .flatMap((from) =>
    importsOf(read(from))
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => importedFile(from, specifier))
      .filter((to) => to !== undefined)
      .map((to) => ({ from, to })),
  );

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** The column "knows" of the table of packages. */
function drawnDirections(): Map<string, string[]> {
  const rows = read("ARCHITECTURE.md").matchAll(/^\| `([a-z-]+)` \|.*\| ([^|]*) \|$/gm);
  return new Map(
    [...rows].map(([, name, knows]) => [
      name as string,
      [...(knows as string).matchAll(/`([a-z-]+)`/g)].map((match) => match[1] as string).sort(),
    ]),
  );
}

const inHouse = (dependencies: Readonly<Record<string, string>>) =>
  Object.keys(dependencies)
    .filter((name) => name.startsWith("@tandem/"))
    .map((name) => name.replace("@tandem/", ""))
    .sort();

describe("the repository", () => {
  it("has the packages and the directions of imports that ARCHITECTURE.md draws", () => {
    const drawn = drawnDirections();
    const built = new Map(packages.map((each) => [each.name, inHouse(each.dependencies)]));
    assert.deepEqual(new Map([...built].sort()), new Map([...drawn].sort()));
  });

  it("has no folder of more than twenty-five source files", () => {
    const counts = new Map<string, number>();
    for (const name of tracked.filter(isTypeScript)) {
      const folder = name.slice(0, name.lastIndexOf("/"));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const crowded = [...counts].filter(([, count]) => count > folderFilesMax).map(([name]) => name);
    assert.deepEqual(crowded, []);
  });

  it("has folders that import each other in one direction", () => {
    // Tests and their helpers are above all: a test drives a low part through those that are built on it.
    const imports = fileImports.filter(({ from, to }) => {
      const folder = sourcesFolder.exec(from)?.[0];
      return folder !== undefined && !isTest(from) && to.startsWith(`${folder}/`);
    });
    assert.ok(imports.length > 3_000, `${imports.length} imports`);
    const circles = folderCircles(imports);
    assert.deepEqual(
      circles.map((circle) => circle.map(({ from, to }) => `${from} -> ${to}`)),
      [],
    );
  });

  it("has no files that import each other in a circle", () => {
    assert.ok(fileImports.length > 6_000, `${fileImports.length} imports`);
    const circle = fileCircle(fileImports);
    assert.deepEqual(
      circle?.map(({ from, to }) => `${from} -> ${to}`),
      undefined,
    );
  });

  it("imports what a manifest declares, by its exports", () => {
    const exported = new Set(packages.flatMap(({ entries }) => entries));
    const wrong = packages.flatMap((each) =>
      sourcesOf(each).flatMap((file) =>
        importsOf(read(file))
          .filter((specifier) => !specifier.startsWith(".") && !specifier.startsWith("node:"))
          .filter((specifier) => {
            const name = packageOf(specifier);
            const isInside = name.startsWith("@tandem/") && !exported.has(specifier);
            const isDeclared =
              name in each.dependencies || (isTest(file) && name in each.devDependencies);
            return isInside || !isDeclared;
          })
          .map((specifier) => `${file}: ${specifier}`),
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it("uses every dependency it declares", () => {
    const unused = packages.flatMap((each) => {
      const used = new Set(sourcesOf(each).flatMap((file) => importsOf(read(file)).map(packageOf)));
      const text = sourcesOf(each).map(read).join("\n");
      return Object.keys(each.dependencies)
        .filter((name) => !used.has(name) && !text.includes(`"${name}`))
        .map((name) => `${each.name}: ${name}`);
    });
    assert.deepEqual(unused, []);
  });

  it("locks the binaries of every platform for the tools of the set-up and of the tests", () => {
    const lock = read("pnpm-lock.yaml");
    const { devDependencies } = JSON.parse(read("package.json"));
    const missing = Object.keys(devDependencies).flatMap((tool) => {
      const { optionalDependencies = {} } = JSON.parse(read(`node_modules/${tool}/package.json`));
      // Those of a platform have the tool's own version, others a range.
      return Object.entries<string>(optionalDependencies)
        .filter(([, version]) => /^\d/.test(version))
        .map(([name, version]) => `${name}@${version}`)
        .filter((one) => !lock.includes(`'${one}'`) && !lock.includes(` ${one}:`));
    });
    assert.deepEqual(missing, []);
  });

  it("gives each outside dependency a reason in ARCHITECTURE.md, and one exact version", () => {
    const reasons = read("ARCHITECTURE.md").split("## Dependencies")[1] as string;
    const outside = packages
      .flatMap(({ dependencies, devDependencies }) =>
        Object.entries({ ...dependencies, ...devDependencies }),
      )
      .filter(([name]) => !name.startsWith("@tandem/"));
    for (const [name, version] of outside) {
      assert.equal(version, "catalog:", `${name} has its version in the catalog`);
      assert.ok(reasons.includes(`\`${name}\``), `${name} has a reason`);
    }
    const catalog = (read("pnpm-workspace.yaml").split("catalog:")[1] as string).split(
      "\n\n",
    )[0] as string;
    for (const line of catalog.split("\n").filter((text) => /^ {2}\S/.test(text))) {
      assert.match(line, /: (npm:\S+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });

  it("takes clock, randomness and console from outside", () => {
    const ambient = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bconsole\./;
    const wrong = packages
      .filter(({ folder }) => folder.startsWith("packages/"))
      .flatMap(sourcesOf)
      .filter((file) => !isTest(file) && file !== "packages/runtime/src/ambient.ts")
      .filter((file) => ambient.test(read(file)));
    assert.deepEqual(wrong, []);
  });

  it("combines signals by linkAbort, which leaves nothing behind at one that lives on", () => {
    const wrong = packages
      .flatMap(sourcesOf)
      // The pages of browsers, whose engines forget signals that nobody has.
      .filter((file) => !isTest(file) && !file.includes("/page/"))
      .filter((file) => /AbortSignal\.any\(/.test(read(file)));
    assert.deepEqual(wrong, []);
  });

  it("has no test that depends on how long something takes", () => {
    const wrong = tracked
      .filter((name) => name.endsWith(".ts") && (isTest(name) || name.startsWith("test/src/")))
      // A benchmark measures time, and these are examples of what is looked for.
      .filter((name) => !name.startsWith("test/src/bench/") && !name.includes("/wall-time"))
      .flatMap((name) => wallTimeBounds(read(name)).map((found) => `${name}: ${found}`));
    assert.deepEqual(wrong, []);
  });

  it("uses the field's terms, not the names they replaced", () => {
    const wrong = tracked
      .filter((name) => /^(packages|apps|test)\/.*\.tsx?$/.test(name))
      // It has the list itself.
      .filter((name) => name !== "test/src/support/source-checks/old-words.ts")
      .flatMap((name) => oldWordsIn(read(name)).map((found) => `${name}: ${found}`));
    assert.deepEqual(wrong, []);
  });

  it("writes the members of an object literal as its members, without spreading another literal", () => {
    const sources = tracked.filter((name) => /\.(?:tsx?|[cm]?js)$/.test(name));
    assert.deepEqual(
      sources.filter((name) => /\.\.\.\{/.test(read(name))),
      [],
    );
  });

  it("has functions of at most sixty lines", () => {
    const long = packages
      .flatMap(sourcesOf)
      .filter((name) => !name.endsWith(".test.ts"))
      .flatMap((name) =>
        longFunctionsIn(read(name), functionLinesMax).map((one) => `${name}: ${one}`),
      );
    assert.deepEqual(long, []);
  });

  it("says with a verb what an export does or is", () => {
    const wrong = packages
      .flatMap(sourcesOf)
      .flatMap((name) => verblessIn(read(name)).map((line) => `${name}: ${line}`));
    assert.deepEqual(wrong, []);
  });

  it("has no doc comment that begins with a fragment of a sentence", () => {
    const sources = tracked.filter((name) => /\.(?:tsx?|[cm]?js)$/.test(name));
    assert.ok(sources.length > 1_000, `${sources.length} files`);
    const wrong = sources.flatMap((name) =>
      fragmentsIn(read(name)).map((line) => `${name}: ${line}`),
    );
    assert.deepEqual(wrong, []);
  });

  it("has files that fit in the head", () => {
    const wrong = tracked
      .filter((name) => isTypeScript(name) || name.endsWith(".mjs"))
      .map((name) => ({ name, lines: read(name).split("\n").length }))
      .filter(({ name, lines }) => lines > (isTest(name) ? 400 : 300));
    assert.deepEqual(wrong, []);
  });

  it("has a README of at most 60 lines in every package", () => {
    // The node's is that of the repository.
    for (const { folder } of packages.filter((each) => each.folder !== "apps/node")) {
      assert.ok(read(`${folder}/README.md`).split("\n").length <= 61, folder);
    }
  });

  it("leaves nothing for later, and names no place but its own", () => {
    const marks = new RegExp(
      ["TO" + "DO", "FIX" + "ME", "X" + "XX", "/wo" + "rk/", "npm" + "js\\.(org|com)"].join("|"),
    );
    const wrong = tracked
      .filter(
        (name) =>
          /\.(tsx?|mjs|js|md|json|yaml|sol)$/.test(name) && !name.startsWith("test/vectors/"),
      )
      // A digest in the lockfile may spell anything.
      .filter((name) => marks.test(read(name).replaceAll(/sha512-[\w+/=]+/g, "")));
    assert.deepEqual(wrong, []);
  });

  it("shows both commands in the README, no method the node does not have, and no lost document", () => {
    const readme = read("README.md");
    assert.match(readme, /npm start/);
    assert.match(readme, /npm test/);
    const names = new Set(contract.flatMap((method) => [...namesOf(method)]));
    const shown = [...readme.matchAll(/`([a-z0-9]+_[a-zA-Z0-9]+)`/g)].map((match) => match[1]);
    assert.deepEqual(
      shown.filter((name) => !names.has(name as string)),
      [],
    );
    const documents = tracked.filter((name) => /^docs\/[a-z-]+\.md$/.test(name));
    const lost = [...documents, "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].filter(
      (name) => !readme.includes(`](${name})`) && name !== "docs/scenario-file.md",
    );
    assert.deepEqual(lost, []);
  });

  it("names only files and folders that there are in its documents, and each once in a walk of ARCHITECTURE", () => {
    const filesIn = (text: string) =>
      [...text.matchAll(/`((?:packages|apps|test|scripts)\/[\w./-]+\.[a-z]+)`/g)].map(
        (match) => match[1] as string,
      );
    const foldersIn = (text: string) =>
      [...text.matchAll(/`((?:packages|apps|test|scripts)\/[\w/-]*\w)\/?`/g)].map(
        ([, name]) => name,
      );
    for (const name of tracked.filter((file) => /^(?:docs\/)?[\w-]+\.md$/.test(file))) {
      const lost = [
        ...filesIn(read(name)).filter((file) => !tracked.includes(file)),
        ...foldersIn(read(name)).filter(
          (folder) => !tracked.some((file) => file.startsWith(`${folder}/`)),
        ),
      ];
      assert.deepEqual(lost, [], name);
    }
    const architecture = read("ARCHITECTURE.md");
    const walks = architecture.slice(architecture.indexOf("## Walks")).split(/\n## /)[0] as string;
    const subjects = walks.split("\n### ").slice(1);
    assert.equal(subjects.length, 9);
    for (const walk of subjects) {
      const files = filesIn(walk);
      assert.ok(files.length >= 5, walk);
      assert.equal(new Set(files).size, files.length, walk);
    }
  });

  it("names only files and folders that there are in the README of a package", () => {
    for (const name of tracked.filter((file) => /^\w+\/[\w-]+\/README\.md$/.test(file))) {
      const inside = tracked.filter((file) => file.startsWith(name.replace("README.md", "")));
      const isThere = (path: string) =>
        path.endsWith("/")
          ? inside.some((file) => file.includes(`/${path}`))
          : tracked.includes(path) || inside.some((file) => file.endsWith(`/${path}`));
      const named = [...read(name).matchAll(/`([\w./-]+(?:\.(?:ts|js|mjs|json)|\/))`/g)];
      const lost = named.map(([, path]) => path as string).filter((path) => !isThere(path));
      assert.deepEqual(lost, [], name);
    }
  });

  it("is formatted and lint-free", () => {
    const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
    const { status, stdout, stderr } = spawnSync(process.execPath, [biome, "check", "."], {
      cwd: root,
      encoding: "utf8",
    });
    assert.equal(status, 0, `${stdout}${stderr}`);
  });
});
