import assert from "node:assert/strict";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import {
  emptyBytes,
  type FailureExplanation,
  fromHex,
  type TracerResult,
} from "@tandem/primitives";
import { encodeErrorResult, type Hex } from "viem";
import { FailureExplainer } from "./failure-explainer.js";
import {
  abiLengthMax,
  contractRequestsMax,
  entryNameLengthMax,
  errorValuesLengthMax,
  explainerStartsMax,
  explanationsMax,
} from "./limits.js";

const address = `0x${"12".repeat(20)}`;

/** Has one contract, whose code fails at its first instruction, and many declarations. */
function compilationOf(contract: string, declarations = 1) {
  const declaration = { nodeType: "FunctionDefinition", name: "f", src: "0:1:0" };
  const code = { object: "fe", sourceMap: "0:1:0:-" };
  return JSON.stringify({
    input: { sources: { "a.sol": { content: "contract" } } },
    output: {
      sources: { "a.sol": { id: 0, ast: { nodes: Array(declarations).fill(declaration) } } },
      contracts: { "a.sol": { [contract]: { evm: { bytecode: code, deployedBytecode: code } } } },
    },
  });
}

/** Is the result of the script that finds open frames. */
const failedFrame = async (): Promise<TracerResult> => {
  const frame = { order: 0, to: address, selector: "0x", isPrecompile: false, value: "0" };
  const frames = [{ ...frame, functions: [{ arrivals: [] }], position: 0, outputBytes: 0 }];
  const result = JSON.stringify({ frames, codes: { [address]: "0xfe" } });
  return { kind: "script", json: JSON.stringify(result) };
};

describe("the explanation of failures", () => {
  let folder: string;
  let explainer: FailureExplainer;
  const warnings: object[] = [];

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "build-info-"));
  });
  after(() => rmSync(folder, { recursive: true }));
  afterEach(() => explainer.close());

  /** Writes the compilation with a time that differs from the one before. */
  function write(file: string, text: string, seconds: number): string {
    const path = join(folder, file);
    writeFileSync(path, text);
    utimesSync(path, seconds, seconds);
    return path;
  }

  function open(path: string, heapMbMax?: number): void {
    const logger = { warn: (fields: object) => void warnings.push(fields) };
    const options = { paths: [path], explainsErrors: false, logger };
    explainer = new FailureExplainer(heapMbMax === undefined ? options : { ...options, heapMbMax });
  }

  const nameOf = async (explained: Promise<FailureExplanation | undefined> | undefined) =>
    (await explained)?.stack[0]?.name;

  it("lets the event loop turn while it reads compilations", async () => {
    const path = write("large.json", compilationOf("A"), 1);
    open(path);
    assert.equal(await nameOf(explainer.explain(failedFrame, emptyBytes)), "f");
    write("large.json", compilationOf("A", 5_000), 2);
    let [turns, isReading] = [0, true];
    const count = () => {
      turns++;
      if (isReading) setImmediate(count);
    };
    count();
    const execute = () => {
      isReading = false;
      return failedFrame();
    };
    assert.equal(await nameOf(explainer.explain(execute, emptyBytes)), "f");
    assert.ok(turns > 20, `${turns} turns`);
  });

  it("does without a file that cannot be used, and warns of it", async () => {
    write("good.json", compilationOf("A"), 1);
    write("torn.json", "{", 2);
    open(folder);
    assert.equal(await nameOf(explainer.explain(failedFrame, emptyBytes)), "f");
    assert.match(JSON.stringify(warnings.at(-1)), /torn\.json is not JSON/);
    rmSync(join(folder, "torn.json"));
  });

  it("is made once of a transaction, but sought again if there was no compilation", async () => {
    const path = join(folder, "late.json");
    open(path);
    let executions = 0;
    const execute = () => {
      executions++;
      return failedFrame();
    };
    const once = () => explainer.explainOnce("one", execute, emptyBytes);
    assert.equal(await once(), undefined);
    assert.match(JSON.stringify(warnings.at(-1)), /late\.json/);
    write("late.json", compilationOf("A"), 1);
    const both = await Promise.all([once(), once()]);
    assert.deepEqual(both[0], both[1]);
    assert.equal(await nameOf(once()), "f");
    // Without steps, and with them.
    assert.equal(executions, 2);
  });

  it("has the functions alone if the steps cannot be executed again", async () => {
    open(write("steps.json", compilationOf("A"), 1));
    let executions = 0;
    const execute = () =>
      ++executions === 1 ? failedFrame() : Promise.reject(new Error("too many steps"));
    const once = () => explainer.explainOnce("one", execute, emptyBytes);
    const explanation = await once();
    assert.deepEqual(
      [explanation?.stack.map(({ name }) => name), explanation?.problem],
      [["f"], "too many steps"],
    );
    assert.equal(await once(), explanation);
    assert.equal(executions, 2);
  });

  it("is made by a new thread after one that had too little memory", async () => {
    const path = write("memory.json", compilationOf("A", 60_000), 1);
    open(path, 32);
    const explain = () => explainer.explain(failedFrame, emptyBytes);
    warnings.length = 0;
    assert.match(`${(await explain())?.problem}`, /memory/);
    assert.match(JSON.stringify(warnings), /memory/);
    write("memory.json", compilationOf("A"), 2);
    assert.equal(await nameOf(explain()), "f");
  });

  it("is no longer made when threads ended too often", async () => {
    // The thread does not even begin.
    open(join(folder, "any.json"), 4);
    warnings.length = 0;
    for (let i = 0; i <= explainerStartsMax; i++) {
      const explanation = await explainer.explain(failedFrame, emptyBytes);
      assert.match(`${explanation?.problem}`, /memory/);
    }
    assert.equal(warnings.length, explainerStartsMax);
  });

  it("has a custom error and names of limited length", async () => {
    const inputs = ["first", "second"].map((name) => ({ name, type: "bytes" }));
    const abi = [{ type: "error", name: "Long", inputs }];
    const longName = "N".repeat(entryNameLengthMax + 1);
    const compiled = compilationOf("A")
      .replace('"evm"', `"abi":${JSON.stringify(abi)},"evm"`)
      .replace('"f"', `"${longName}"`);
    open(write("names.json", compiled, 1));
    const long: Hex = `0x${"ab".repeat(errorValuesLengthMax)}`;
    const output = encodeErrorResult({ abi, args: [long, "0xcd"] });
    const explanation = await explainer.explain(failedFrame, fromHex(output));
    assert.deepEqual(
      explanation?.customError?.args.map(({ value }) => value),
      [`${long.slice(0, errorValuesLengthMax)}… of ${long.length} characters`, "… of 4 characters"],
    );
    assert.equal(
      explanation?.stack[0]?.name,
      `${longName.slice(0, -1)}… of ${longName.length} characters`,
    );
  });

  it("finds a contract by its code, with names of limited length, without an ABI that is too large", async () => {
    const large = [{ type: "function", name: "N".repeat(abiLengthMax) }];
    const longName = "N".repeat(entryNameLengthMax + 1);
    const compiled = (abi: object) =>
      compilationOf(longName).replace('"evm"', `"abi":${JSON.stringify(abi)},"evm"`);
    const path = write("found.json", compiled([{ type: "receive" }]), 1);
    open(path);
    const name = `${longName.slice(0, -1)}… of ${longName.length} characters`;
    const code = fromHex("0xfe");
    const expected = { name, file: "a.sol", abi: [{ type: "receive" }] };
    assert.deepEqual(await explainer.contractOf(code), expected);
    assert.equal(await explainer.contractOf(fromHex("0xfe00")), undefined);
    write("found.json", compiled(large), 2);
    assert.deepEqual(await explainer.contractOf(code), { ...expected, abi: undefined });
    write("found.json", "{", 3);
    assert.equal(await explainer.contractOf(code), undefined);
  });

  it("is refused while too many failures wait, and ends with the node", async () => {
    open(write("many.json", compilationOf("A"), 1));
    let begun: () => void = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const execute = () => {
      begun();
      return new Promise<never>(() => {});
    };
    const waiting = Array.from({ length: explanationsMax }, () =>
      explainer.explain(execute, emptyBytes),
    );
    assert.equal(explainer.explain(execute, emptyBytes), undefined);
    const requests = Array.from({ length: contractRequestsMax }, () =>
      explainer.contractOf(fromHex("0xfe")),
    );
    await assert.rejects(explainer.contractOf(fromHex("0xfe")), {
      message: `limit exceeded: requests for compiled contracts is at most ${contractRequestsMax}`,
    });
    await hasBegun;
    await explainer.close();
    const [first, second] = await Promise.all(waiting);
    assert.equal(first?.problem, "the node stops");
    assert.equal(second, undefined);
    assert.ok((await Promise.all(requests)).every((found) => found === undefined));
  });
});
