/** Tests, in a process of its own, that the module of the curves is loaded by the first call that needs it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

/** Makes calls, while the system first refuses the memory for the module. */
const script = `
  import { readFile } from "node:fs/promises";
  const { compile } = WebAssembly;
  const file = await readFile(new URL(process.argv[2]));
  let tried = 0;
  // Hash functions are compiled too.
  WebAssembly.compile = async (bytes) => {
    if (bytes.length === file.length && ++tried === 1) throw new RangeError("no memory");
    return compile(bytes);
  };
  const { openScene } = await import(process.argv[1]);
  const scene = openScene([]);
  const call = (last, data) => scene.call({ to: new Uint8Array(20).fill(last, 19), data });
  const told = [];
  // Nothing, the identity, pairings on bn254, and one on BLS12-381, which has an instance of its own.
  for (const [to, bytes] of [[0xff, 0], [4, 32], [8, 192], [8, 192], [15, 384]]) {
    const last = await call(to, new Uint8Array(bytes)).then(
      ({ output }) => output.at(-1) ?? "nothing",
      ({ message }) => message,
    );
    // What was read before is compiled by then.
    await readFile(new URL(process.argv[2]));
    told.push([last, tried]);
  }
  process.stdout.write(JSON.stringify(told));
`;

test("the module of the curves is loaded once, by the first call that needs it, and again after a failure", () => {
  const scene = import.meta.resolve("../testing/scene.js");
  const module = new URL("./wasm/mcl.wasm", import.meta.resolve("@tandem/evm")).href;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", script, scene, module],
    { encoding: "utf8" },
  );
  assert.equal(stderr, "");
  assert.deepEqual(JSON.parse(stdout), [
    ["nothing", 0],
    [0, 0],
    ["no memory", 1],
    [1, 2],
    [1, 2],
  ]);
});
