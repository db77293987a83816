import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBigInt, type GenesisAccount, padStart, testSpec } from "@tandem/primitives";
import { resolveConfig } from "../config/config.js";
import { differencesFrom } from "./recorded-chain.js";

test("the genesis of the settings is computed only when a recorded chain is compared", async () => {
  let reads = 0;
  const genesis = {
    ...testSpec.genesis,
    get accounts() {
      reads++;
      return [];
    },
  };
  const differences = differencesFrom(resolveConfig([], {}), { ...testSpec, genesis });
  assert.equal(reads, 0);
  assert.equal((await differences({ get: () => undefined })).length, 3);
  assert.ok(reads > 0);
});

test("a comparison that is cancelled while it computes the genesis ends", async () => {
  const cancellation = { isAborted: false };
  let reads = 0;
  const accounts = Array.from({ length: 10_000 }, (_, index): GenesisAccount => {
    const address = padStart(fromBigInt(BigInt(index)), 20);
    return Object.defineProperty({ address, balance: 1n }, "balance", {
      get() {
        if (reads++ === 0) setImmediate(() => Object.assign(cancellation, { isAborted: true }));
        return 1n;
      },
    });
  });
  const wanted = { ...testSpec, genesis: { ...testSpec.genesis, accounts } };
  const differences = differencesFrom(resolveConfig([], {}), wanted, cancellation);
  await assert.rejects(differences({ get: () => undefined }), { name: "AbortError" });
  assert.ok(reads < accounts.length, `${reads} accounts were read`);
});
