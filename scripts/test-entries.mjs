// The processes in which npm test runs its files. Files that import the same modules share one, so that these are
// loaded once; node:test tells the file of a test that fails all the same.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What a compiled test file has when it would change the tests of others in its process, and how. */
const needsOwnProcess = [
  {
    has: /\bsetFlagsFromString\(/,
    because: "flags of V8 stay, and the heap it measures would be everyone's",
  },
  { has: /\bprocess\.emit\(/, because: "a signal reaches the handlers of every file" },
];

/**
 * Processes that share the files of `test/`. Loading the packages and the Ethereum clients takes a process more than
 * a second, and several processes of about the same length keep both cores busy to the end.
 */
const integrationProcesses = 4;

/**
 * Hooks that a file calls outside `describe`, in a helper or itself, belong to its own suite alone. Files are
 * imported one after the other: the body of one that waits for a module which another file waits for too would
 * otherwise be evaluated within the other's suite, and have its hooks there.
 */
const header = `import { describe } from "node:test";
let before = Promise.resolve();
function load(url) {
  const loaded = before.then(() => import(url));
  before = loaded.catch(() => {});
  return loaded;
}
`;
const suiteOf = (root) => (file) =>
  `describe(${JSON.stringify(file)}, () => load(${JSON.stringify(pathToFileURL(join(root, file)).href)}));\n`;

/**
 * Files to give to `node --test`, for test files relative to `root`. Entries that import the files of a package, or
 * a share of those of `test/`, are written to `folder`; a file that needs a process of its own is given as it is.
 */
export function entriesFor(root, files, folder) {
  const alone = [];
  const shared = new Map();
  let integrations = 0;
  for (const file of files) {
    const [group, name] = file.split(/[\\/]/);
    const text = readFileSync(join(root, file), "utf8");
    if (needsOwnProcess.some(({ has }) => has.test(text))) {
      alone.push(file);
      continue;
    }
    const key = group === "test" ? `test-${integrations++ % integrationProcesses}` : name;
    shared.set(key, [...(shared.get(key) ?? []), file]);
  }
  const entries = [...shared].map(([name, members]) => {
    if (members.length === 1) return join(root, members[0]);
    const entry = join(folder, `${name}.test.mjs`);
    const suites = members.map(suiteOf(root)).join("");
    writeFileSync(entry, `${header}${suites}`);
    return entry;
  });
  return [...entries, ...alone.map((file) => join(root, file))];
}
