// Runs test files of one process as suites, one after the other. node:test assigns registrations of
// a file by the asynchronous context in which its module is evaluated; the context of a module that
// several files wait for is not its own. Therefore the registrations of each file are recorded
// while it is loaded, and executed in its suite afterwards.
import { createRequire } from "node:module";

/** The functions with which a file registers tests and hooks. */
const registering = [
  "describe",
  "suite",
  "it",
  "test",
  "before",
  "after",
  "beforeEach",
  "afterEach",
];

const require = createRequire(import.meta.url);

/** The hooks with which node:test determines the test of an asynchronous operation. */
const hooks = [];

/** The exports for modules that import node:test later than this one. */
const exported = loadRunner();

/** Loads node:test, and collects the hooks that it creates. */
function loadRunner() {
  const asynchronous = require("node:async_hooks");
  const { createHook } = asynchronous;
  asynchronous.createHook = (callbacks) => {
    const hook = createHook(callbacks);
    hooks.push(hook);
    return hook;
  };
  try {
    return require("node:test");
  } finally {
    asynchronous.createHook = createHook;
  }
}

/** The registrations of the file that is loading; undefined when all are loaded. */
let recorded;

/** Returns a function that calls the original once all files are loaded. */
const deferred = (original) =>
  Object.assign((...args) => {
    if (recorded === undefined) return original(...args);
    recorded.push(() => original(...args));
  }, original);

function replaceExports() {
  for (const name of registering) {
    const original = exported[name];
    const replacement = deferred(original);
    for (const variant of ["skip", "only", "todo"]) {
      if (typeof original[variant] === "function") {
        replacement[variant] = deferred(original[variant]);
      }
    }
    exported[name] = replacement;
  }
}

/**
 * Loads a file. @returns its registrations; a file that cannot be loaded registers a test that
 * fails. A suite that fails by itself leaves the exit code of Node 22 at zero.
 */
async function registrationsOf(url) {
  const registrations = [];
  recorded = registrations;
  try {
    await import(url);
  } catch (error) {
    registrations.push(() =>
      exported.it("is loaded", () => {
        throw error;
      }),
    );
  } finally {
    recorded = undefined;
  }
  return registrations;
}

/**
 * Loads the files one after the other, and registers a suite for each when all are loaded. From
 * then on no hook follows promises, for which Node would keep a record each and report its
 * collection: 2 to 8 % of the time of the tests. An error that no test awaits fails the process, and
 * is printed with the current file.
 * @param {readonly { readonly name: string, readonly url: string }[]} files
 */
export async function runSuites(files) {
  const { before, describe } = exported;
  replaceExports();
  let running = "";
  for (const event of ["uncaughtExceptionMonitor", "unhandledRejection"]) {
    process.on(event, (error) => {
      process.stderr.write(`\nnot awaited by a test of ${running}: ${error?.stack ?? error}\n`);
    });
  }
  const suites = [];
  for (const { name, url } of files) {
    suites.push({ name, registrations: await registrationsOf(url) });
  }
  for (const { name, registrations } of suites) {
    describe(name, () => {
      before(() => {
        running = name;
      });
      for (const register of registrations) register();
    });
  }
  for (const hook of hooks) hook.disable();
}
