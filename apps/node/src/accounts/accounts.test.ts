import assert from "node:assert/strict";
import { test } from "node:test";
import { toHex } from "@tandem/primitives";
import { mnemonicToAccount } from "viem/accounts";
import { developmentMnemonic } from "../config/account-settings.js";
import { resolveSettings } from "../config/node-settings.js";
import { deriveWallet, walletOf } from "./accounts.js";
import { developmentAccounts } from "./development-accounts.js";

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

test("words that BIP-39 does not list are a mnemonic for Hardhat's network alone", () => {
  const words = "myth like woof scare over problem client lizard pioneer submit female collect";
  const settings = { mnemonic: words, accounts: 2 };
  assert.throws(() => walletOf(resolveSettings(settings)), /mnemonic: .* valid checksum/);
  const { accounts } = walletOf(resolveSettings({ ...settings, compat: "hardhat" }));
  // As Hardhat's network 2.29.1 derives them.
  assert.deepEqual(
    accounts.map(({ address }) => toHex(address)),
    ["0x2d8cbd68e1a76f187561f60f23fb6e9d7fc51ca3", "0x2fcaf944a35f8ef6bc94701a186e78b593d4c6ea"],
  );
  const tooFew = { ...settings, mnemonic: "myth like woof", compat: "hardhat" } as const;
  assert.throws(() => walletOf(resolveSettings(tooFew)), /mnemonic: expected 12, 15, 18, 21 or 24/);
});

test("accounts are at the path in the settings, and the coinbase at its own", () => {
  const addressesAt = (path: string) => {
    const settings = { mnemonic: developmentMnemonic, accounts: 2, derivationPath: path };
    const { accounts, miner } = walletOf(resolveSettings(settings));
    assert.deepEqual(miner, deriveWallet(developmentMnemonic, 0).miner);
    return accounts.map(({ address }) => toHex(address));
  };
  for (const path of ["m/44'/37310'/0'/0", "m/44'/137'/0'/0", "m/0", "m/44'/60'/0'/0"] as const) {
    const wanted = [0, 1].map((index) =>
      mnemonicToAccount(developmentMnemonic, {
        path: `${path}/${index}` as never,
      }).address.toLowerCase(),
    );
    assert.deepEqual(addressesAt(path), wanted, path);
    assert.deepEqual(addressesAt(`${path}/`), wanted, path);
  }
  for (const wrong of ["44'/60'/0'/0", "m", "m/", "m/x", "m/44h", "m/2147483648", "m/1//2"])
    assert.throws(() => addressesAt(wrong), /derivationPath: expected a path such as m/);
});
