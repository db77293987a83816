/** Tests `tandem tx`: mined, failed and waiting transactions, and hashes that are of none. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { encodeErrorResult, parseAbi } from "viem";
import {
  coin,
  developmentAccount,
  emptyAccount,
  plentyGasPrice,
  send,
  sign,
} from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

const word = (value: number | string) => value.toString(16).padStart(64, "0");
const textWords = (text: string) => {
  const hex = Buffer.from(text).toString("hex");
  return `${word(32)}${word(text.length)}${hex.padEnd(64, "0")}`;
};

/** Returns init code that reverts with these bytes, which are at most 255. */
const revertsWith = (output: string): Hex => {
  const length = (output.length / 2).toString(16).padStart(2, "0");
  return `0x60${length}600c60003960${length}6000fd${output}`;
};

/** Init code of a contract without code, which emits a log without topics. */
const logs: Hex = "0x60006000a060006000f3";

interface Facts {
  readonly status: string;
  readonly to: Hex | null;
  readonly value: string;
  readonly mined?: {
    readonly block: { readonly number: number; readonly confirmations: number };
    readonly gasUsed: string;
    readonly fee: string;
    readonly logs: number;
    readonly contract?: Hex;
    readonly failure?: {
      readonly error: string;
      readonly reason?: string;
      readonly output?: Hex;
      readonly customError?: string;
    };
  };
  readonly waiting?: { readonly nextNonce: string };
}

describe("tandem tx", () => {
  let node: RunningNode;
  const [first, second, third] = [0, 1, 2].map(developmentAccount) as [
    ReturnType<typeof developmentAccount>,
    ReturnType<typeof developmentAccount>,
    ReturnType<typeof developmentAccount>,
  ];
  before(async () => {
    node = await startLocalNode();
  });
  after(() => node.stop());

  /** Runs the command on a terminal of 80 columns. @returns its text and its JSON. */
  async function show(hash: Hex, ...flags: string[]): Promise<{ text: string; facts: Facts }> {
    const args = ["tx", hash, "--url", node.url, ...flags];
    const [plain, json] = [await runHere(args), await runHere([...args, "--json"])];
    assert.deepEqual([plain.code, json.code, plain.stderr, json.stderr], [0, 0, "", ""]);
    for (const line of plain.stdout.split("\n")) assert.ok(line.length <= 80, line);
    assert.ok(plain.stdout.startsWith(`Transaction  ${hash}\n`), plain.stdout);
    return { text: plain.stdout, facts: JSON.parse(json.stdout) as Facts };
  }

  const create = (data: Hex) => send(node.url, second, { data, gasLimit: 200_000 });

  it("shows block, sender, recipient, value, gas and fee of a transfer", async () => {
    const value = (coin * 5n) / 4n + 1n;
    const hash = await send(node.url, first, { to: second.address, value });
    await call(node.url, "evm_mine", []);
    const { text, facts } = await show(hash);
    const receipt = await call<Readonly<Record<string, Hex>>>(
      node.url,
      "eth_getTransactionReceipt",
      [hash],
    );
    assert.match(text, /^Status {7}ok$/m);
    assert.match(text, /^Block {8}1 0x[0-9a-f]{4}…[0-9a-f]{4}, position 0, 2 confirmations, 2/m);
    assert.match(text, /^From {9}0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266$/m);
    assert.match(text, /^To {11}0x70997970C51812dc3A010C7d01b50e0d17dc79C8$/m);
    assert.match(text, /^Value {8}1\.250000000000000001 coins$/m);
    assert.match(text, /^Gas {10}21000 of 21000, \d+ wei each$/m);
    assert.match(text, /^Logs {9}0$/m);
    const fee = 21_000n * BigInt(receipt.effectiveGasPrice ?? "0x0");
    assert.deepEqual(
      [facts.status, facts.value, facts.mined?.fee, facts.mined?.block.confirmations],
      ["ok", `${value}`, `${fee}`, 2],
    );
  });

  it("shows one coin and one byte in the singular, and the beginning of a very long reason", async () => {
    const one = await show(await send(node.url, first, { to: second.address, value: coin }));
    assert.match(one.text, /^Value {8}1 coin$/m);
    const halted = await show(await create("0xfe"));
    assert.match(halted.text, /^Type {9}0, with 1 byte of input$/m);
    const reason = "lorem ipsum ".repeat(500);
    const data = encodeErrorResult({ abi: parseAbi(["error Error(string)"]), args: [reason] });
    const length = word((data.length - 2) / 2).slice(-4);
    const code: Hex = `0x61${length}600e60003961${length}6000fd${data.slice(2)}`;
    const hash = await send(node.url, second, { data: code, gasLimit: 3_000_000 });
    const long = await show(hash);
    assert.match(long.text, /^Reason {7}execution reverted: lorem.*\n {13}.*(?:\n {13}.*)*…$/m);
    assert.ok(long.text.length < 2_500, `${long.text.length} characters`);
    assert.equal(long.facts.mined?.failure?.reason, reason);
  });

  it("shows the contract of a creation, and how many logs it made", async () => {
    const hash = await create(logs);
    const { text, facts } = await show(hash);
    const receipt = await call<{ contractAddress: Hex }>(node.url, "eth_getTransactionReceipt", [
      hash,
    ]);
    assert.match(text, /^To {11}a new contract$/m);
    assert.match(text, /^Contract {5}0x[0-9a-fA-F]{40}$/m);
    assert.match(text, /^Type {9}0, with 10 bytes of input$/m);
    assert.match(text, /^Logs {9}1$/m);
    assert.deepEqual([facts.to, facts.mined?.contract], [null, receipt.contractAddress]);
  });

  it("shows why a transaction failed: in words, as a panic, as a custom error, or without more", async () => {
    const inWords = await show(await create(revertsWith(`08c379a0${textWords("too little")}`)));
    assert.match(inWords.text, /^Status {7}failed$/m);
    assert.match(inWords.text, /^Reason {7}execution reverted: too little$/m);
    assert.doesNotMatch(inWords.text, /^Contract/m);
    assert.deepEqual(
      [inWords.facts.status, inWords.facts.mined?.failure?.reason],
      ["failed", "too little"],
    );
    const panic = await show(await create(revertsWith(`4e487b71${word(0x11)}`)));
    assert.match(panic.text, /^Reason .*overflow/m);
    const custom = `dead0001${word(7)}${word(8)}${word(9)}`;
    const named = await show(await create(revertsWith(custom)));
    assert.match(named.text, /^Reason {7}execution reverted: custom error 0xdead0001$/m);
    const output = /^Output {7}(.*(?:\n {13}.*)*)/m.exec(named.text)?.[1]?.replaceAll(/\s+/g, "");
    assert.equal(output, `0x${custom}`);
    assert.equal(named.facts.mined?.failure?.output, `0x${custom}`);
    const bare = await show(await create(revertsWith("")));
    assert.match(bare.text, /^Reason {7}execution reverted$/m);
    const halted = await show(await create("0xfe"));
    assert.match(halted.text, /^Reason {7}invalid opcode/m);
  });

  it("names a custom error by the ABIs of files and by well-known ones, with any text in it", async () => {
    const abi = parseAbi(["error TooLate(uint256 until, string why)", "error Empty()"]);
    const folder = mkdtempSync(join(tmpdir(), "tandem-abi-"));
    try {
      const [alone, artifact] = [join(folder, "abi.json"), join(folder, "artifact.json")];
      writeFileSync(alone, JSON.stringify(abi.slice(1)));
      writeFileSync(artifact, JSON.stringify({ contractName: "Sale", abi: abi.slice(0, 1) }));
      const both = ["--abi", alone, "--abi", artifact];
      const args = [5n, "a\u001b[2Jb"] as const;
      const late = encodeErrorResult({ abi, errorName: "TooLate", args });
      const hash = await create(revertsWith(late.slice(2)));
      const named = await show(hash, ...both);
      assert.match(
        named.text,
        /^Reason {7}execution reverted: TooLate\(until: 5, why: "a\\u001b\[2Jb"\)$/m,
      );
      assert.doesNotMatch(named.text, /^Output/m);
      const { output, customError } = named.facts.mined?.failure ?? {};
      assert.deepEqual(
        [output, customError],
        [late, `TooLate(until: 5, why: ${JSON.stringify(args[1])})`],
      );
      assert.match((await show(hash, "--abi", alone)).text, /: custom error 0x[0-9a-f]{8}$/m);
      const empty = encodeErrorResult({ abi, errorName: "Empty" });
      const bare = await show(await create(revertsWith(empty.slice(2))), ...both);
      assert.match(bare.text, /^Reason {7}execution reverted: Empty\(\)$/m);
      const known = `cf479181${word(1)}${word(2)}`;
      const wellKnown = await show(await create(revertsWith(known)));
      assert.match(wellKnown.text, /: InsufficientBalance\(balance: 1, needed: 2\)$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("refuses a file that has no ABI with 2", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tandem-abi-"));
    try {
      const file = join(folder, "none.json");
      const flags = [`0x${"12".repeat(32)}`, "--url", node.url, "--abi", file];
      const absent = await runHere(["tx", ...flags]);
      assert.match(absent.stderr, /--abi: .*none\.json cannot be read: there is no such file/);
      writeFileSync(file, "{}");
      const wrong = await runHere(["tx", ...flags]);
      assert.match(wrong.stderr, /--abi: .*none\.json: The file has no ABI/);
      assert.deepEqual([absent.code, wrong.code], [2, 2]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("shows what a transaction waits for: a block, or a nonce", async () => {
    await call(node.url, "evm_setAutomine", [false]);
    const to = first.address;
    const pending = await send(node.url, third, { to, value: 1n });
    const ready = await show(pending);
    assert.match(ready.text, /^Status {7}pending, not in a block$/m);
    assert.match(ready.text, /^Waits for {4}the next block that has room for it$/m);
    assert.doesNotMatch(ready.text, /^(?:Block|Logs|Fee)/m);
    assert.deepEqual([ready.facts.status, ready.facts.mined], ["pending", undefined]);
    const { raw, hash } = sign(third, { nonce: 5, to, value: 1n });
    await call(node.url, "eth_sendRawTransaction", [raw]);
    const queued = await show(hash);
    assert.match(queued.text, /^Status {7}queued, not in a block$/m);
    assert.match(queued.text, /^Waits for {4}nonce 1 of its sender, .*: its own nonce is 5$/m);
    assert.deepEqual([queued.facts.status, queued.facts.waiting?.nextNonce], ["queued", "1"]);
    assert.match(
      queued.text,
      new RegExp(`^Gas {10}at most 21000, at most ${plentyGasPrice} wei`, "m"),
    );
  });

  it("says that a hash is of no transaction, or of a block, and exits with 1", async () => {
    const none = `0x${"12".repeat(32)}`;
    const absent = await runHere(["tx", none, "--url", node.url]);
    assert.deepEqual([absent.code, absent.stdout], [1, ""]);
    assert.match(absent.stderr, /has no transaction 0x1212.*: it never arrived there, was dropped/);
    const { hash } = await call<{ hash: Hex }>(node.url, "eth_getBlockByNumber", ["0x1", false]);
    const block = await runHere(["tx", hash, "--url", node.url]);
    assert.equal(block.code, 1);
    assert.match(block.stderr, /is the hash of block 1: type tandem inspect block 1$/m);
  });

  it("refuses what is no hash with 2, and says with 3 that no node answers", async () => {
    const says = async (args: readonly string[], code: number, expected: RegExp) => {
      const run = await runHere(args);
      assert.match(run.stderr, expected);
      assert.equal(run.code, code);
    };
    const digits = "ab".repeat(32);
    await says(["tx", digits, "--url", node.url], 2, new RegExp(`: type 0x${digits}`));
    await says(
      ["tx", emptyAccount(1).address],
      2,
      /64 hex digits, and this is as long as an address/,
    );
    await says(["tx", "0x12"], 2, /expected the hash of a transaction, 0x and 64 hex digits/);
    await says(["tx"], 2, /usage: tandem tx HASH/);
    await says(["inspect", "tx"], 2, /unknown command inspect tx: type tandem tx HASH/);
    await says(["tx", `0x${digits}`, "--url", "http://127.0.0.1:1"], 3, /start a node by/);
  });
});
