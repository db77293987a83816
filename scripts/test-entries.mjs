// Assigns test files to the processes of npm test. Files that import the same modules share a
// process, so that these are loaded once. A failed test is listed in the suite of its file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sourceFolders } from "./workspace-folders.mjs";

/** Returns the compiled test files of a clone, relative to its root. */
export function testFilesOf(root) {
  return sourceFolders(root)
    .map((folder) => join(folder, "dist"))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) =>
        join(folder, String(name)),
      ),
    )
    .filter((name) => name.endsWith(".test.js"))
    .sort();
}

/**
 * Selects test files by parts of their names.
 * @param {readonly string[]} all
 * @param {readonly string[]} patterns none selects all.
 * @returns the files whose name contains one of the patterns, and the first pattern that no name contains.
 */
export const selectFiles = (all, patterns) => ({
  files: all.filter((name) => patterns.length === 0 || patterns.some((one) => name.includes(one))),
  unknown: patterns.find((one) => !all.some((name) => name.includes(one))),
});

/** Patterns of compiled test files that would affect other tests in their process, and how. */
const needsOwnProcess = [
  {
    has: /\b(setFlagsFromString|runBundle)\(/,
    because: "flags of V8 stay, and the heap it measures would be everyone's",
  },
  { has: /\bprocess\.emit\(/, because: "a signal reaches the handlers of every file" },
  { has: /\bcreateRequire\(.*\)\.cache\b/, because: "it lists what every file has loaded" },
];

/**
 * Matches a compiled test file that opens a browser, itself or with its scene. Such files share a process, and one
 * browser.
 */
const usesBrowser = /\b(borrowBrowser|withScene|withExplorer)\b/;

/**
 * The number of processes that share the other files of `test/`. Loading the packages and the
 * Ethereum clients takes a process more than a second, and several processes of about the same
 * length keep both cores busy to the end.
 */
const integrationProcesses = 3;

const helper = new URL("./test-suites.mjs", import.meta.url).href;

/** Returns the source of a module that runs test files, each as a suite of its own. */
function entryOf(root, files) {
  const suites = files.map((name) => ({ name, url: pathToFileURL(join(root, name)).href }));
  return `import { runSuites } from ${JSON.stringify(helper)};
await runSuites(${JSON.stringify(suites, undefined, 2)});
`;
}

/**
 * Returns the files for `node --test`, for test files relative to `root`. Entries that import the
 * files of a package, or a share of those of `test/`, are written to `folder`; the latter, which take
 * longest and often wait, come first, so that the others run meanwhile. A file that needs its own
 * process is returned unchanged.
 */
export function entriesFor(root, files, folder) {
  const alone = [];
  const shared = new Map();
  let integrations = 0;
  const testKey = (text) =>
    usesBrowser.test(text) ? "test-browser" : `test-${integrations++ % integrationProcesses}`;
  for (const file of files) {
    const [group, name] = file.split(/[\\/]/);
    const text = readFileSync(join(root, file), "utf8");
    if (needsOwnProcess.some(({ has }) => has.test(text))) {
      alone.push(file);
      continue;
    }
    const key = group === "test" ? testKey(text) : name;
    shared.set(key, [...(shared.get(key) ?? []), file]);
  }
  // The runner starts entries in the order of their names.
  const entries = [...shared].map(([name, members]) => {
    if (members.length === 1) return join(root, members[0]);
    const order = name.startsWith("test-") ? "1" : "2";
    const entry = join(folder, `${order}-${name}.test.mjs`);
    writeFileSync(entry, entryOf(root, members));
    return entry;
  });
  return [...entries, ...alone.map((file) => join(root, file))];
}
