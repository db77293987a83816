/** Compares messages to accounts without code with the unpatched library. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvmFork } from "@tandem/primitives";
import { loadStockLibrary } from "../stock/stock-library.js";
import { type Case, createCaseExecutor, sender } from "../testing/engine-pair.js";

const forks: readonly EvmFork[] = ["london", "cancun", "osaka"];
const balance = 1_000n;
const wordMax = (1n << 256n) - 1n;
const accounts = { known: 0xb00n, rich: 0xb01n, new: 0xb02n, precompile: 4n, empty: 0xb03n };
const values = [0n, 1n, balance - 1n, balance, balance + 1n];

const stock = await loadStockLibrary();
const engine = createCaseExecutor(undefined);
const late = createCaseExecutor(undefined, true);
const library = createCaseExecutor(stock.library);

const transfer = (to: bigint, value: bigint, other: Partial<Case>): Case => ({
  fork: "osaka",
  code: new Map(),
  balances: new Map([
    [sender, balance],
    [accounts.known, 5n],
    [accounts.rich, wordMax - 10n],
    [accounts.empty, 0n],
  ]),
  slots: [],
  to,
  value,
  gas: 50_000n,
  data: Uint8Array.of(1, 2, 3),
  warm: [],
  isTraced: true,
  isListed: false,
  ...other,
});

const flags = [true, false];

function* cases(): Generator<Case> {
  for (const fork of forks)
    for (const to of [...Object.values(accounts), sender])
      for (const value of values)
        for (const isTraced of flags)
          for (const isListed of flags) yield transfer(to, value, { fork, isTraced, isListed });
}

test("a transfer to an account without code comes to the same in the library, with its traces", async () => {
  for (const one of cases()) {
    const name = `${one.value} to ${one.to?.toString(16)} in ${one.fork}, ${one.isTraced}, ${one.isListed}`;
    const expected = await library.run(one);
    assert.equal(await engine.run(one), expected, name);
    assert.equal(await late.run(one), expected, `late: ${name}`);
  }
});

test("an account with the code of a delegation is called, and not only paid", async () => {
  const delegation = Uint8Array.from([0xef, 1, 0, ...new Uint8Array(18), 0x0c, 0xde]);
  // LOG0 of nothing.
  const code = new Map([
    [accounts.known, delegation],
    [0xcden, Uint8Array.of(0x5f, 0x5f, 0xa0)],
  ]);
  const one = transfer(accounts.known, 1n, { code });
  const outcome = await engine.run(one);
  assert.equal(outcome, await library.run(one));
  assert.equal(JSON.parse(outcome).logs.length, 1);
});
