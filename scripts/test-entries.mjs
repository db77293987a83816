// The processes in which npm test runs its files. The unit tests of a package share one, so that its modules are
// loaded once; node:test tells the file of a test that fails all the same.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What a compiled test file has when it would change the tests of others in its process, and how. */
const needsOwnProcess = [
  {
    has: /^(before|beforeEach|afterEach)\(/m,
    because: "a hook outside describe runs for every file",
  },
  {
    has: /\bsetFlagsFromString\(/,
    because: "flags of V8 stay, and the heap it measures would be everyone's",
  },
  { has: /\bprocess\.emit\(/, because: "a signal reaches the handlers of every file" },
];

/**
 * Files to give to `node --test`, for test files relative to `root`. Entries that import the files of a package are
 * written to `folder`; a file that needs a process of its own, every file of `test/` and a package's only file are
 * given as they are.
 */
export function entriesFor(root, files, folder) {
  const alone = [];
  const shared = new Map();
  for (const file of files) {
    const [group, name] = file.split(/[\\/]/);
    const text = readFileSync(join(root, file), "utf8");
    if (group === "test" || needsOwnProcess.some(({ has }) => has.test(text))) alone.push(file);
    else shared.set(name, [...(shared.get(name) ?? []), file]);
  }
  const entries = [...shared].map(([name, members]) => {
    if (members.length === 1) return join(root, members[0]);
    const entry = join(folder, `${name}.test.mjs`);
    const imports = members.map(
      (file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};\n`,
    );
    writeFileSync(entry, imports.join(""));
    return entry;
  });
  return [...entries, ...alone.map((file) => join(root, file))];
}
