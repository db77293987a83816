import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { execute, UsageError } from "@tandem/cli";
import { decodeForkTag, type Fork, type ObservationKind } from "@tandem/consensus";
import { findCommand } from "../find.js";
import { commands } from "../table.js";
import { forksAsJson, forksAsText } from "./forks-report.js";

const counts: Record<ObservationKind, number> = {
  untagged: 4,
  "main-chain": 10,
  sibling: 2,
  witness: 3,
  repeat: 1,
  unplaced: 0,
};

const tag = decodeForkTag(new Uint8Array(32).map((_, i) => i));
const fork: Fork = {
  id: 8324,
  level: 1,
  range: { from: 4672, to: 4736 },
  lengthMin: 488,
  lengthMax: 551,
  lastHeight: 5223,
  ahead: -12,
  share: 0.6,
  witnessCount: 9,
  witnesses: [8324, 8327, 8330, 8331, 8333, 8335, 8340].map((bitcoinHeight) => ({
    bitcoinHeight,
    bitcoinHash: new Uint8Array(32).fill(0xcd),
    tag,
  })),
  pace: { secondsPerBlock: 25.04, beganAt: 1_700_000_000, reaches4000At: 1_700_100_000 },
};
const finding = {
  source: "http://node",
  headHeight: 5235,
  bitcoinFrom: 8321,
  bitcoinTo: 8340,
  counts,
  forks: [fork, { ...fork, level: 0 as const, range: { from: 0, to: 4608 }, witnesses: [] }],
};

test("the table shows the level, range, length and newest witnesses of every fork, in 80 columns", () => {
  const text = forksAsText(finding);
  for (const line of text.split("\n")) assert.ok(line.length <= 80, line);
  // A line that is too wide goes on below, indented.
  const lines = text.replaceAll(/\n {2}(?=\S)/g, " ").split("\n");
  assert.equal(lines[0], "Bitcoin blocks 8321 to 8340: 20, 16 of them tagged");
  assert.equal(
    lines[1],
    "tags: 10 of the main chain, 2 of siblings, 4 of hidden branches, 0 of unknown position",
  );
  assert.match(lines[4] ?? "", /^LEVEL +LEFT MAIN CHAIN +BLOCKS +HEIGHT +AHEAD +SHARE +WITNESSES$/);
  assert.match(
    lines[5] ?? "",
    /^1 urgent +4672 to 4736 +488 to 551 +5223 +-12 +60 % +9: \.\.\. 8327 8330 8331 8333 8335 8340$/,
  );
  assert.match(lines[6] ?? "", /^0 seen +before 4608 /);
  assert.match(
    lines[7] ?? "",
    /25\.0 s, begun about 2023-11-14T22:13, 4,000 blocks about 2023-11-16/,
  );
});

test("without forks, or without blocks, the table says so", () => {
  assert.match(forksAsText({ ...finding, forks: [] }), /\n\nno fork\n$/);
  const none = { ...finding, bitcoinFrom: undefined, bitcoinTo: undefined };
  assert.equal(forksAsText(none), "no Bitcoin blocks\n");
});

test("the JSON has every fork with its witnesses, bytes as hex", () => {
  const json = JSON.parse(forksAsJson(finding));
  assert.deepEqual(json.bitcoin, { from: 8321, to: 8340, tags: counts });
  assert.deepEqual(json.mainChain, { source: "http://node", headHeight: 5235 });
  const [first] = json.forks;
  assert.equal(first.levelName, "urgent");
  assert.deepEqual(first.range, { from: 4672, to: 4736 });
  assert.deepEqual(first.witnesses[0], {
    bitcoinHeight: 8324,
    bitcoinHash: "cd".repeat(32),
    time: null,
    height: 0x1c1d1e1f,
    prefix: "0x000102030405060708090a0b0c0d0e0f10111213",
    vector: "0x1415161718191a",
    uncles: 0x1b,
  });
});

async function run(...args: readonly string[]): Promise<{ code: number; text: string }> {
  const output = new PassThrough();
  const { command, rest } = await findCommand(commands, ["inspect", ...args]);
  const code = await execute(command, rest, { output });
  output.end();
  return { code, text: await text(output) };
}

test("inspect alone lists its subjects, each of which has its own help", async () => {
  const { code, text } = await run();
  assert.equal(code, 0);
  assert.match(text, /^ {2}inspect block /m);
  assert.match(text, /^ {2}inspect forks /m);
  for (const subject of ["block", "forks"]) {
    const help = await run(subject, "--help");
    assert.equal(help.code, 0);
    assert.match(help.text, new RegExp(`^Usage: tandem inspect ${subject}`));
    assert.match(help.text, /^ {2}--url URL /m);
  }
});

test("invalid arguments are refused, with the nearest valid name", async () => {
  const file = ["--bitcoin-file", "f"];
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [["fork"], /did you mean inspect forks/],
    [["forks"], /either --bitcoin-rpc or --bitcoin-file/],
    [["forks", "--bitcoin-rpc", "http://a", ...file], /either/],
    [["forks", ...file, "--last", "3"], /require --bitcoin-rpc/],
    [["forks", ...file, "--url", "http://a", "--chain-file", "c"], /only one of --url/],
    [["forks", ...file, "--url", "here"], /--url: expected the address/],
    [["forks", ...file, "more"], /unexpected argument more/],
    [["forks", "--bitcoin-rcp", "http://a"], /did you mean --bitcoin-rpc/],
    [["forks", "--bitcoin-file"], /--bitcoin-file needs a value/],
    [["forks", "--bitcoin-rpc", "http://a", "--last", "0"], /--last: expected an integer from 1/],
    [["forks", "--bitcoin-rpc", "http://a", "--from", "9", "--to", "8"], /--from and --to/],
    [["forks", "--bitcoin-rpc", "http://a", "--from", "9", "--last", "8"], /--last and --from/],
    [["block"], /usage/],
    [["block", "1", "2"], /usage/],
    [["block", "0xzz"], /a block's number, its hash or latest/],
    [["block", "1", "--ulr", "http://a"], /did you mean --url/],
  ];
  for (const [args, message] of wrong) {
    await assert.rejects(
      run(...args),
      (thrown) => thrown instanceof UsageError && message.test(thrown.message),
      args.join(" "),
    );
  }
});
