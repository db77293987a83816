/** Tests the log of a node that knows the sources of its contracts (`--build-info`). */
import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { eventually } from "../support/eventually.js";
import { call } from "../support/rpc.js";
import { at, startVaults, type Vaults } from "./vaults.js";

interface Line {
  readonly msg: string;
  readonly hash?: string;
  readonly reverted?: string;
  readonly reason?: string;
  readonly stack?: readonly string[];
}

describe("the log of a node with --build-info", () => {
  let vaults: Vaults;
  before(async () => {
    vaults = await startVaults({ isOptimized: true, viaIR: false }, ["--calls", "executed"]);
  });
  after(() => vaults.stop());

  const lines = () =>
    vaults.node
      .output()
      .split("\n")
      .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));

  const lineOf = async (what: string, isIt: (line: Line) => boolean): Promise<Line> => {
    await eventually(what, () => lines().some(isIt));
    return lines().find(isIt) as Line;
  };
  const lineOfTransaction = (hash: string) =>
    lineOf(
      "the line of the transaction",
      (line) => line.msg === "transaction" && line.hash === hash,
    );

  it("names the functions and the custom error of a transaction", async () => {
    const { deploy, calling } = vaults;
    const closed = await deploy("Vault", 9_999_999_999n);
    const { reverted, stack } = await lineOfTransaction(
      await calling(closed, "Vault", "take", 1, 1),
    );
    assert.equal(reverted, 'Closed(until: 9999999999, reason: "häufig zu")');
    assert.deepEqual(stack, [`Base.whenOpen ${at("opens")}`, `Vault.take ${at("begins")}`]);
  });

  it("names the functions of calls and estimates", async () => {
    const { url, owner, vault, inputOf } = vaults;
    const tolerant = { to: owner, data: inputOf("Owner", "tolerant", 1) };
    await assert.rejects(call(url, "eth_call", [tolerant, "latest"]));
    const called = await lineOf(
      "the line of the call",
      ({ reverted }) => reverted === "NotToday()",
    );
    assert.deepEqual(called.stack, [`Owner.tolerant ${at("gives up")}`]);
    const limited = { to: vault, data: inputOf("Vault", "limit", 1000) };
    await assert.rejects(call(url, "eth_estimateGas", [limited]), /too much/);
    const estimated = await lineOf(
      "the line of the estimate",
      (line) => line.reverted === "too much",
    );
    assert.deepEqual(estimated.stack, [
      `Shares.limited ${at("limits")}`,
      `Vault.limit ${at("calls the library")}`,
    ]);
  });

  it("reads the files again when they change, and says when they are gone", async () => {
    const { folder, vault, calling } = vaults;
    const [file, away] = ["one.json", "away"].map((name) => join(folder, name)) as [string, string];
    renameSync(file, away);
    const without = await lineOfTransaction(await calling(vault, "Vault", "entry", 1));
    assert.equal(without.stack, undefined);
    const { reason } = await lineOf("the warning", ({ msg }) =>
      msg.startsWith("there are no compilations"),
    );
    assert.equal(reason, `--build-info: ${folder} has no JSON files`);
    renameSync(away, file);
    const { stack } = await lineOfTransaction(await calling(vault, "Vault", "entry", 2));
    assert.deepEqual(stack, [`Vault.entry ${at("reads")}`]);
  });
});
