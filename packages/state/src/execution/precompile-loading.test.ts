/** Tests, in a process of its own, that the module of the curves is loaded by the first call that needs it. */
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

test("the module of the curves is loaded once, by the first call that needs it", () => {
  const scene = import.meta.resolve("../testing/scene.js");
  const module = new URL("./wasm/mcl.wasm", import.meta.resolve("@tandem/evm")).href;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", script, scene, module],
    { encoding: "utf8" },
  );
  assert.equal(stdout, "[0,0,1,1]", stderr);
});
