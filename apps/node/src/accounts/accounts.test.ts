import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveSettings } from "../config/node-settings.js";
import { deriveWallet, walletOf } from "./accounts.js";
import { developmentAccounts, developmentMnemonic } from "./development-accounts.js";

const settingsOf = (mnemonic: string, accounts: number) => resolveSettings({ mnemonic, accounts });

test("the listed accounts are those that the default mnemonic derives, whatever their number", () => {
  for (let count = 0; count <= developmentAccounts.length + 1; count++)
    assert.deepEqual(
      walletOf(settingsOf(developmentMnemonic, count)),
      deriveWallet(developmentMnemonic, count),
    );
});

test("another mnemonic has other accounts", () => {
  const other = "legal winner thank year wave sausage worth useful legal winner thank yellow";
  assert.deepEqual(walletOf(settingsOf(other, 2)), deriveWallet(other, 2));
  assert.notDeepEqual(walletOf(settingsOf(other, 2)), walletOf(settingsOf(developmentMnemonic, 2)));
});
