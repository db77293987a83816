import assert from "node:assert/strict";
import { test } from "node:test";
import { printConfig, resolveConfig } from "./config.js";
import { UsageError } from "./usage-error.js";

const url = "http://miner:sesame@127.0.0.1:8332";

test("the address of a Bitcoin node is taken from flag or environment, and never shown", () => {
  for (const resolved of [
    resolveConfig(["--bitcoin-rpc", url], {}),
    resolveConfig([], { TANDEM_BITCOIN_RPC: url }),
  ]) {
    assert.equal(resolved.config["bitcoin-rpc"], url);
    const lines = printConfig(resolved);
    assert.ok(lines.some((line) => /^bitcoin-rpc +\(not shown\)/.test(line)));
    assert.ok(lines.every((line) => !line.includes("sesame")));
  }
  assert.equal(resolveConfig([], {}).config["bitcoin-rpc"], undefined);
});

test("an address that is none is refused without repeating it", () => {
  for (const wrong of ["ftp://miner:sesame@host", "miner:sesame@host:8332", "http://:sesame@"]) {
    assert.throws(
      () => resolveConfig(["--bitcoin-rpc", wrong], {}),
      (error) =>
        error instanceof UsageError &&
        /--bitcoin-rpc: expected http/.test(error.message) &&
        !error.message.includes("sesame"),
    );
  }
});

test("a payout is an output script in hex, by default one that anybody may spend", () => {
  const payoutOf = (...args: string[]) => resolveConfig(args, {}).config["bitcoin-payout"];
  assert.equal(payoutOf(), "51");
  const script = `0014${"ab".repeat(20)}`;
  assert.equal(payoutOf("--bitcoin-payout", script), script);
  for (const wrong of ["", "5", "0x51", "bc1qexample", "51".repeat(101)]) {
    assert.throws(() => payoutOf("--bitcoin-payout", wrong), /expected an output script/);
  }
});
