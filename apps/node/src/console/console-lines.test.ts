import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { columns, paletteOf } from "@tandem/cli";
import { createLogger } from "./logger.js";
import { createProgress } from "./progress.js";
import { age, coins } from "./short-forms.js";

const hash = `0x12${"ab".repeat(31)}`;
const address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const fee = `${29_999_999n * 60_000_000n}`;
const fields = { hash, from: address, to: address, status: "ok", gas: "29999999", fee };

function printed(message: string, given: object, isColoured = false): string {
  let text = "";
  const logger = createLogger({
    format: "pretty",
    level: "info",
    write: (line) => {
      text += line;
    },
    palette: paletteOf(isColoured),
  });
  logger.info(given, message);
  return text;
}

describe("console lines", () => {
  it("have a short hash, status, checksummed addresses, gas and fee of a transaction in 80 columns", () => {
    const text = printed("transaction", fields);
    assert.equal(text, "  0x12ab…abab ok  0xf39F…2266 → 0xf39F…2266  29999999 gas  fee 0.001799\n");
    assert.ok(text.length <= columns);
  });

  it("show the result of a transaction, or why it failed", () => {
    const { to: _, ...creation } = fields;
    assert.match(
      printed("transaction", { ...creation, contract: address }),
      /→ creation .*\n {4}contract 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n$/,
    );
    const failed = { ...fields, status: "failed", reverted: "too\u001b[2J little" };
    const text = printed("transaction", failed, true);
    assert.ok(text.includes("\u001b[31mfailed\u001b[39m"));
    assert.match(text, /too\\u001b\[2J little\n$/);
  });

  it("show the functions of Solidity below a failure", () => {
    const stack = ["Vault.share (contracts/Vaults.sol:46)", "Vault\u001b.take"];
    const shown = "\n      at Vault.share (contracts/Vaults.sol:46)\n      at Vault\\u001b.take\n";
    const transaction = { ...fields, status: "failed", reverted: "no", stack };
    assert.ok(printed("transaction", transaction).endsWith(`    reverted: no${shown}`));
    const text = printed("call", { to: address, stack, reverted: "no" });
    assert.ok(text.endsWith(`call  to=0xf39F…2266 reverted=no${shown}`), text);
  });

  it("name a revert, a halt and an undetermined cause, and the size of the code of a creation", () => {
    const { to: _, ...creation } = { ...fields, status: "failed" };
    const halted = "max code size exceeded: code size 24577, limit 24576";
    assert.equal(
      printed("transaction", { ...creation, halted, initCodeBytes: 24_600 }),
      "  0x12ab…abab failed  0xf39F…2266 → creation  29999999 gas  fee 0.001799\n" +
        `    halted: ${halted}\n    init code of 24600 bytes\n`,
    );
    assert.match(
      printed("transaction", { ...fields, status: "failed", isExplained: false }),
      /\n {4}the cause of the failure was not determined\n$/,
    );
  });

  it("of other kinds have short hashes and addresses too", () => {
    assert.match(
      printed("call", { to: address, hash, gas: "21000" }),
      /info call {2}to=0xf39F…2266 hash=0x12ab…abab gas=21000\n$/,
    );
  });
});

it("amounts are rounded to four digits, and durations to their largest unit", () => {
  assert.deepEqual(
    [0n, 1n, 12_345_678n, 10n ** 18n, 1_234_567n * 10n ** 15n, 10n ** 16n].map(coins),
    ["0", "0.000000000000000001", "0.00000000001234", "1", "1234.567", "0.01"],
  );
  assert.deepEqual([0, 1, 59, 60, 7200, 90_000].map(age), [
    "0 seconds",
    "1 second",
    "59 seconds",
    "1 minute",
    "2 hours",
    "1 day",
  ]);
});

it("progress is shown on a terminal only, with the remaining time", async () => {
  const written = async (isTTY: boolean) => {
    const stream = Object.assign(new PassThrough(), {
      isTTY,
      columns,
      cursorTo() {},
      clearLine() {},
    });
    const progress = createProgress("blocks", 10, stream);
    progress.at(5);
    progress.end();
    stream.end();
    return text(stream);
  };
  assert.equal(await written(false), "");
  const shown = await written(true);
  assert.match(shown, /50% 5\/10 blocks, .* left/);
  assert.match(shown, / 0% 0\/10 blocks/);
  assert.doesNotMatch(shown, / 0% 0\/10 blocks,/, "nothing tells the time before the first step");
});
