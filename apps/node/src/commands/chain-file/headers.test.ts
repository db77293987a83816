import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { execute, UsageError } from "@tandem/cli";
import {
  decodeHeader,
  encodeBlock,
  fromHex,
  rootstockMainnetSpec,
  testSpec,
} from "@tandem/primitives";
import { findCommand } from "../find.js";
import { commands } from "../table.js";
import { verifyFile } from "./headers.js";

const vectors = new URL("../../../../../test/vectors/rootstock/", import.meta.url);
const older = fileURLToPath(new URL("mainnet-older-headers.json", vectors));
const folder = await mkdtemp(join(tmpdir(), "tandem-headers-"));
after(() => rm(folder, { recursive: true }));

async function run(...args: readonly string[]): Promise<{ code: number; lines: string[] }> {
  const { command, rest } = await findCommand(commands, ["headers", "verify", ...args]);
  const output = new PassThrough();
  const code = await execute(command, rest, { output });
  output.end();
  return { code, lines: (await text(output)).trimEnd().split("\n") };
}

async function written(text: string | Uint8Array): Promise<string> {
  const file = join(folder, "file.json");
  await writeFile(file, text);
  return file;
}

test("valid headers result in the summary, the list of checks, and exit code 0", async () => {
  const { code, lines } = await run(older);
  assert.equal(code, 0);
  assert.equal(lines.length, 3);
  assert.match(lines[0] ?? "", /^3 headers, 3 valid, 0 invalid, \d+ headers\/s$/);
  assert.match(lines[1] ?? "", /^Checked of each: hash, parent/);
  const { lines: json } = await run(older, "--json");
  const facts = JSON.parse(json.join("\n")) as object;
  assert.deepEqual(
    { ...facts, headersPerSecond: 0 },
    {
      file: older,
      isValid: true,
      headers: 3,
      valid: 3,
      invalid: 0,
      uncles: 0,
      headersPerSecond: 0,
      broken: [],
    },
  );
});

test("an invalid header results in a line with its name and its rule, and exit code 1", async () => {
  const text = await readFile(older, "utf8");
  const [{ hash }] = (JSON.parse(text) as { headers: [{ hash: string }] }).headers;
  const wrong = `0x${"ab".repeat(32)}`;
  const { code, lines } = await run(await written(text.replace(hash, wrong)));
  assert.equal(code, 1);
  assert.equal(lines[0], `900123 ${wrong} header/hash: expected ${wrong}, found ${hash}`);
  assert.match(lines[1] ?? "", /^3 headers, 2 valid, 1 invalid, /);
});

test("no header results in exit code 1", async () => {
  const { code, lines } = await run(await written('{ "headers": [] }'));
  assert.equal(code, 1);
  assert.match(lines[0] ?? "", /^0 headers, /);
});

test("a file that is missing, not JSON or of another form is a wrong operand", async () => {
  const refuses = (file: string, message: RegExp) =>
    assert.rejects(
      run(file),
      (thrown) =>
        thrown instanceof UsageError &&
        thrown.message.startsWith(file) &&
        message.test(thrown.message),
    );
  await refuses(join(folder, "nowhere.json"), /cannot be read: there is no/);
  await refuses(await written("{"), /: neither JSON nor/);
  await refuses(await written("{}"), /: expected \{ headers/);
  // Editors of Windows write a byte order mark.
  await refuses(await written("\ufeff{}"), /: expected \{ headers/);
  await refuses(await written('{"headers":[5]}'), /: headers\[0\]: expected/);
  await refuses(await written(Uint8Array.of(0xc0)), /: block 0 of the file: /);
});

test("a file of RLP blocks is checked by the rules of the given chain", async () => {
  const text = await readFile(older, "utf8");
  const { headers } = JSON.parse(text) as { headers: readonly { rlp: string }[] };
  const lone = headers
    .map(({ rlp }) => decodeHeader(fromHex(rlp)))
    .filter(({ uncleCount }) => uncleCount === 0);
  assert.ok(lone.length > 0);
  const blocks = lone.map((header) => encodeBlock({ header, transactions: [], uncles: [] }));
  const file = await written(Buffer.concat(blocks));
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const real = await verifyFile(file, write, rootstockMainnetSpec);
  assert.deepEqual(lines, []);
  assert.deepEqual([real.headers, real.invalid], [lone.length, 0]);
  const soon = { ...testSpec, bitcoinTimeSecondsMax: 1 };
  assert.ok((await verifyFile(file, write, soon)).invalid > 0);
  assert.ok(lines.some((line) => /bitcoin-time\/too-far/.test(line)));
  await assert.rejects(
    run(await written(Buffer.concat(blocks).subarray(0, -1))),
    (error) => error instanceof UsageError && /not a file of RLP blocks/.test(error.message),
  );
});

async function headers(args: readonly string[]): Promise<number> {
  const { command, rest } = await findCommand(commands, ["headers", ...args]);
  return execute(command, rest, { output: new PassThrough() });
}

test("a command that is named by one word is followed by all others", async () => {
  const { command, rest } = await findCommand(commands, ["headers verify", older]);
  assert.deepEqual([command.name, rest], ["tandem headers verify", [older]]);
});

test("unknown flags and names are refused with the correct ones", async () => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [["verify"], /^FILE is missing; usage: tandem headers verify FILE/],
    [["check", older], /^unknown command headers check; tandem help/],
    [["verify", older, older], /^unexpected argument .*; usage/],
    [["verify", older, "--chian", "main"], /--chian \(did you mean --chain\?\)/],
    [["verify", older, "--chain"], /--chain needs a value/],
    [["verify", older, "--chain", join(folder, "none.json")], /readable file/],
  ];
  for (const [args, message] of wrong) {
    await assert.rejects(
      headers(args),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  }
  assert.equal(await headers(["verify", older]), 0);
});
