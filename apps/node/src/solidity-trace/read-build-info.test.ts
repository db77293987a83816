import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fromHex } from "@tandem/primitives";
import { readBuildInfo as read, stampOf } from "./read-build-info.js";
import { readSourceMap } from "./source-map.js";

/** PUSH1 0, PUSH20 of a library's address, an immutable word after PUSH32, REVERT. */
const linked = `6000${"73"}__$${"ab".repeat(17)}$__7f${"00".repeat(32)}fd`;

const codeOf = (object: string) => ({
  object,
  sourceMap: "0:20:7:-;5:3;;:::i",
  linkReferences: { "L.sol": { L: [{ start: 3, length: 20 }] } },
  immutableReferences: { "12": [{ start: 24, length: 32 }] },
});

const compilationOf = (source: string, contract: string, object = linked) => ({
  input: { sources: { [source]: { content: "contract A {\n  ä;}\n" } } },
  output: {
    sources: { [source]: { id: 7 } },
    contracts: {
      [source]: {
        [contract]: {
          abi: [],
          evm: { bytecode: codeOf("6001"), deployedBytecode: codeOf(object) },
        },
      },
    },
  },
});

/** Reads compilations of which none is left out. */
const readBuildInfo = (paths: readonly string[]) => read(paths, assert.fail);

const deployed = (address: string, word: string) => fromHex(`0x600073${address}7f${word}fd`);

describe("files of compilations", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "build-info-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const write = (name: string, content: object, seconds = 1000) => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    utimesSync(join(folder, name), seconds, seconds);
  };

  it("are found by code whose libraries and immutable values are filled in", () => {
    write("a.json", compilationOf("a.sol", "A"));
    const contracts = readBuildInfo([folder]);
    const code = deployed("12".repeat(20), "34".repeat(32));
    const found = contracts.find(code, false);
    assert.equal(found?.name, "A");
    const other = code.slice();
    other[1] = 1;
    assert.equal(contracts.find(other, false), undefined);
    assert.equal(contracts.find(code.subarray(0, -1), false), undefined);
    assert.equal(contracts.find(fromHex("0x6001aabb"), true)?.name, "A");
    assert.equal(contracts.find(fromHex("0x60"), true), undefined);
  });

  it("are the newest first, and those of Hardhat 3 have their output beside them", () => {
    const { input, output } = compilationOf("project/contracts/B.sol", "B");
    const userSourceNameMap = { "contracts/B.sol": "project/contracts/B.sol" };
    write("b.json", { input, userSourceNameMap }, 2000);
    write("b.output.json", { output }, 500);
    const found = readBuildInfo([folder]).find(deployed("00".repeat(20), "00".repeat(32)), false);
    assert.equal(found?.name, "B");
    const part = { start: 17, length: 1, file: 7 };
    assert.equal(found?.sourceOf(part)?.name, "contracts/B.sol");
    // The character before has two bytes.
    assert.deepEqual(found?.sourceOf(part)?.positionOf(part), { line: 2, column: 4 });
    assert.equal(found?.sourceOf({ ...part, file: -1 }), undefined);
    for (const start of [-1, Number.NaN, 1e9]) {
      assert.equal(found?.sourceOf(part)?.positionOf({ ...part, start }), undefined, `${start}`);
    }
  });

  it("may have contracts of another language, which do not hide the others", () => {
    const file = "vyper.json";
    const { input, output } = compilationOf("v.sol", "V");
    const code = { object: "6002", sourceMap: { breakpoints: [] } };
    const { sources, contracts } = output;
    const vyper = { evm: { bytecode: code, deployedBytecode: code } };
    const nonsense = { evm: { bytecode: codeOf("6003"), deployedBytecode: codeOf("6004") } };
    nonsense.evm.bytecode.immutableReferences["12"] = [{ start: -5, length: 3 }];
    write(file, {
      input,
      output: {
        sources: { ...sources, "w.vy": { id: 8, ast: { ast_type: "Module", body: [] } } },
        contracts: { ...contracts, "w.vy": { vyper, nonsense, empty: {} } },
      },
    });
    const found = readBuildInfo([join(folder, file)]);
    assert.equal(found.size, 1);
    assert.equal(found.find(fromHex("0x6001"), true)?.name, "V");
    assert.equal(found.find(fromHex("0x6003"), true), undefined);
  });

  it("are not folders and named pipes, even if these have their names", () => {
    const inner = join(folder, "inner");
    mkdirSync(join(inner, "folder.json"), { recursive: true });
    execFileSync("mkfifo", [join(inner, "pipe.json")]);
    assert.throws(() => readBuildInfo([inner]), /inner has no JSON files$/);
    const pipe = join(inner, "pipe.json");
    assert.throws(() => readBuildInfo([pipe]), /pipe\.json is neither a file nor a folder$/);
    write("inner/c.json", {});
    execFileSync("mkfifo", [join(inner, "c.output.json")]);
    assert.throws(() => readBuildInfo([inner]), /c\.output\.json is neither a file nor a folder$/);
  });

  it("are read beside symbolic links that lead nowhere", () => {
    const circle = join(folder, "circle");
    mkdirSync(circle);
    for (const name of ["circle.json", "circle"]) symlinkSync(name, join(circle, name));
    assert.throws(
      () => read([circle], assert.fail),
      /circle\.json cannot be read: its symbolic links/,
    );
    write("circle/whole.json", compilationOf("c.sol", "C"));
    const reasons: string[] = [];
    assert.equal(read([circle], (reason) => reasons.push(reason)).size, 1);
    assert.match(reasons.join(), /^--build-info: \S+circle\.json cannot be read: [^,]+$/);
    assert.match(stampOf([circle]), /whole\.json 1000000$/m);
    // The output of Hardhat 3 is in a file beside that of the input.
    write("circle/input.json", {});
    symlinkSync("input.output.json", join(circle, "input.output.json"));
    const left: string[] = [];
    assert.equal(read([circle], (reason) => left.push(reason)).size, 1);
    assert.match(left.join(), /input\.json has no output of the compiler/);
    assert.match(stampOf([join(circle, "circle")]), /circle 0$/);
  });

  it("leave out a file that is broken or another tool's, if their folder has another one", () => {
    const mixed = join(folder, "mixed");
    mkdirSync(mixed);
    writeFileSync(join(mixed, "half.json"), '{ "input": {');
    writeFileSync(join(mixed, "other.json"), '{ "id": 1 }');
    const paths = [mixed, join(mixed, "half.json")];
    assert.throws(() => readBuildInfo([mixed]), /half\.json is not JSON|other\.json has no output/);
    write("mixed/whole.json", compilationOf("w.sol", "W"));
    const reasons: string[] = [];
    assert.equal(read([mixed], (reason) => reasons.push(reason)).size, 1);
    assert.deepEqual(
      reasons.map((reason) => /\w+\.json .*$/.exec(reason)?.[0].split(":")[0]).sort(),
      ["half.json is not JSON", "other.json has no output of the compiler"],
    );
    assert.throws(() => read(paths, () => {}), /half\.json is not JSON$/);
  });

  it("change the stamp of their folder, each one if there are few", () => {
    const many = join(folder, "many");
    mkdirSync(many);
    for (let i = 0; i < 1025; i++) writeFileSync(join(many, `${i}`), "");
    utimesSync(many, 1, 1);
    const before = stampOf([many]);
    utimesSync(join(many, "7"), 1, 1);
    assert.equal(stampOf([many]), before);
    rmSync(join(many, "8"));
    const few = stampOf([many]);
    assert.notEqual(few, before);
    utimesSync(join(many, "7"), 2, 2);
    assert.notEqual(stampOf([many]), few);
  });

  it("may have source maps that are longer than the code", () => {
    assert.equal(readSourceMap(fromHex("0x6000fd"), ";".repeat(100)).size, 2);
  });

  it("have the fields of the instruction before where a source map leaves them out", () => {
    const code = fromHex(`0x6000${"73"}${"00".repeat(20)}7f${"00".repeat(32)}fd`);
    const common = { start: 5, length: 3, file: 7, jump: "-" };
    assert.deepEqual(
      [...readSourceMap(code, "0:20:7:-;5:3;;:::i")],
      [
        [0, { start: 0, length: 20, file: 7, jump: "-" }],
        [2, common],
        [23, common],
        [56, { ...common, jump: "i" }],
      ],
    );
  });
});
