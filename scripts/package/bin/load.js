// Runs the commands of the package from one file each, with V8's cache of its compiled code, which
// takes two thirds of the time of modules. The cache is beside the code, where no other user can
// write, and is written by the first run that served and ends in an orderly way.
const { chmodSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");
const { Script } = require("node:vm");
const { beginRead } = require("./begin-read.js");

const filesUrl = pathToFileURL(join(__dirname, "../files"));
const placeUrl = (name) => new URL(name, `${filesUrl}/`).href;
const placePath = (name) => fileURLToPath(placeUrl(name));

/** The oldest version of Node that can run the commands. */
const oldestNode = 20;

/** V8 accepts a cache of the same version on the same architecture. */
const cacheOf = (file) => `${file}.${process.arch}-${process.versions.v8}.cache`;

async function readCache(file) {
  try {
    return await beginRead(cacheOf(file));
  } catch {
    return undefined;
  }
}

/** Writes the cache atomically, so that a concurrent start reads all of it or nothing. */
function writeCache(file, script) {
  const scratch = `${cacheOf(file)}.${process.pid}`;
  try {
    writeFileSync(scratch, script.createCachedData());
    // The commands keep their files to their owner; a service has a user of its own.
    chmodSync(scratch, 0o644);
    renameSync(scratch, cacheOf(file));
  } catch {
    // The folder belongs to another user, or the disk is full: the command starts without a cache.
    rmSync(scratch, { force: true });
  }
}

/**
 * Ends the process with a sentence on an older Node. Otherwise returns the exports of
 * `lib/NAME.cjs`.
 * @param {string} name of the command.
 * @param {() => void} [whileReading] is called while the files are read.
 * @returns the exports, whether V8 accepted the cache, and a function that writes one if there is
 * none.
 */
async function load(name, whileReading = () => {}) {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < oldestNode) {
    process.stderr.write(`Node ${oldestNode} or later is needed, this is ${node}\n`);
    process.exit(1);
  }
  const file = join(__dirname, `../lib/${name}.cjs`);
  const reading = Promise.all([beginRead(file), readCache(file)]);
  whileReading();
  const [bytes, cachedData] = await reading;
  // The file is ASCII, which V8 uses without conversion if it is read as latin1.
  const script = new Script(bytes.latin1Slice(), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const isCached = cachedData !== undefined && script.cachedDataRejected === false;
  const bundle = { exports: {} };
  script.runInThisContext()(bundle.exports, createRequire(file), bundle, placeUrl, placePath);
  return {
    exports: bundle.exports,
    isCached,
    keepCompiled() {
      if (!isCached) writeCache(file, script);
    },
  };
}

module.exports = { load };
