import assert from "node:assert/strict";
import { test } from "node:test";
import { testSpec } from "@tandem/primitives";
import { resolveConfig } from "./config/config.js";
import { differencesFrom } from "./recorded-chain.js";

test("the genesis of the settings is computed only when a recorded chain is compared", () => {
  let reads = 0;
  const genesis = {
    ...testSpec.genesis,
    get accounts() {
      reads++;
      return [];
    },
  };
  const differences = differencesFrom(resolveConfig([], {}).config, { ...testSpec, genesis });
  assert.equal(reads, 0);
  assert.equal(differences({ get: () => undefined }).length, 3);
  assert.ok(reads > 0);
});
