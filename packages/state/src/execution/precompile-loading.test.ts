/** Tests, in processes of their own, that the module of the curves is loaded by the first call that needs it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const script = `
  import { readFile } from "node:fs/promises";
  const { compile } = WebAssembly;
  const file = await readFile(new URL(process.argv[2]));
  let compiled = 0;
  // Hash functions are compiled too.
  WebAssembly.compile = (bytes) => {
    if (bytes.length === file.length) compiled++;
    return compile(bytes);
  };
  const { openScene } = await import(process.argv[1]);
  const scene = openScene([]);
  const call = (last, data) => scene.call({ to: new Uint8Array(20).fill(last, 19), data });
  const counts = [];
  // Nothing, the identity, a pairing on bn254, and one on BLS12-381, which has an instance of its own.
  for (const [to, bytes] of [[0xff, 0], [4, 32], [8, 192], [15, 384]]) {
    await call(to, new Uint8Array(bytes));
    // What was read before is compiled by then.
    await readFile(new URL(process.argv[2]));
    counts.push(compiled);
  }
  process.stdout.write(JSON.stringify(counts));
`;

/** Makes a pairing on bn254 three times, while the system first refuses the memory for the module. */
const refusedScript = `
  const { compile } = WebAssembly;
  let refusals = 1;
  // Hash functions are compiled too.
  const isCurves = (bytes) => bytes.length > 100_000;
  WebAssembly.compile = async (bytes) => {
    if (isCurves(bytes) && refusals-- > 0) throw new RangeError("could not allocate memory");
    return compile(bytes);
  };
  const { openScene, sign, envOf } = await import(process.argv[1]);
  const scene = openScene([]);
  const call = () => scene.call({ to: new Uint8Array(20).fill(8, 19), data: new Uint8Array(192) });
  const told = [];
  for (let i = 0; i < 3; i++) {
    told.push(await call().then(({ output }) => output.at(-1), ({ message }) => message));
  }
  process.stdout.write(JSON.stringify(told));
`;

function run(code: string): string {
  const scene = import.meta.resolve("../testing/scene.js");
  const module = new URL("./wasm/mcl.wasm", import.meta.resolve("@tandem/evm")).href;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", code, scene, module],
    { encoding: "utf8" },
  );
  assert.equal(stderr, "");
  return stdout;
}

test("the module of the curves is loaded once, by the first call that needs it", () => {
  assert.equal(run(script), "[0,0,1,1]");
});

test("a call that cannot load the module fails, and later ones load it", () => {
  assert.equal(run(refusedScript), '["could not allocate memory",1,1]');
});
