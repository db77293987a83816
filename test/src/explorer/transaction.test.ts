/**
 * Tests what the explorer shows of a transaction besides its fields: calls, changes, proof of the
 * receipt, bytes, commands.
 */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { assertUsable, axeSource } from "../support/browser/accessible.js";
import { noBrowser } from "../support/browser/browser.js";
import { type Explorer, openedUntilEnd } from "../support/browser/explorer.js";
import { alice, bob, withScene } from "../support/browser/explorer-scene.js";
import { authorize, developmentAccount, send } from "../support/development.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

describe("a transaction in the explorer", { skip: noBrowser }, () => {
  const { scene, browser, opened: open } = withScene();
  async function opened(t: TestContext, hash: string): Promise<Explorer> {
    const explorer = await open(t);
    await explorer.go(`/tx/${hash}`, /^Transaction$/);
    await explorer.shows("#trace .bar", /./);
    return explorer;
  }

  it("draws the calls as a flame graph, and describes each", async (t) => {
    const explorer = await opened(t, scene().transfer);
    await explorer.shows("#trace .bar", /^CALL transfer$/);
    await explorer.shows("#trace .call-facts", /transfer\(address,uint256\)/);
    await explorer.go(`/tx/${scene().failure}`, /^Transaction$/);
    await explorer.shows("#trace .call-facts", /execution reverted/);
    await explorer.go(`/tx/${scene().nested}`, /^Transaction$/);
    await explorer.shows("#trace .bar:nth-child(3)", /./);
    const last = "#trace .bar:last-child";
    await explorer.page.focus(last);
    await explorer.page.keyboard.press("Enter");
    await explorer.comesTo(
      `document.querySelector("${last}").getAttribute("aria-pressed")`,
      "true",
    );
  });

  it("lists its token transfers, in units of the token", async (t) => {
    const { contract, deployment, transfer, failure } = scene();
    const explorer = await opened(t, transfer);
    const short = (address: string) => `${address.slice(0, 10)}…${address.slice(-6)}`;
    const [token, from, to] = [contract, alice.address, bob.address].map(short);
    const rows = "[aria-labelledby=transfers] .rows";
    await explorer.shows(
      rows,
      new RegExp(`^0\\.000000000000000005\\s+of ${token} “T”\\s+${from} → ${to}$`),
    );
    await explorer.go(`/tx/${deployment}`, /^Transaction$/);
    const zero = short(`0x${"00".repeat(20)}`);
    await explorer.shows(rows, new RegExp(`^100\\s+of ${token} “T”\\s+${zero} → ${from}$`));
    await explorer.go(`/tx/${failure}`, /^Transaction$/);
    await explorer.shows(".status", /^Failed/);
    await explorer.comesTo(`document.querySelector("${rows}") === null`, true);
  });

  it("lists the state changes", async (t) => {
    const explorer = await opened(t, scene().transfer);
    await explorer.click("#changes summary");
    const changes = await explorer.shows("#changes tbody", /storage/);
    assert.match(changes, /nonce\s+1\s+2/);
    assert.match(changes, /0x0\s+0x5/);
    assert.match(changes, new RegExp(alice.address.slice(0, 10)));
  });

  it("proves the receipt, and the hash of the signed bytes", async (t) => {
    const explorer = await opened(t, scene().transfer);
    await explorer.click("#receipt-proof summary");
    await explorer.shows("#receipt-proof .nodes li:first-child", /^✓ Node 0.*is the root/);
    assert.doesNotMatch(await explorer.text("#receipt-proof .nodes"), /✗/);
    await explorer.click("#raw summary");
    await explorer.shows("#raw", /✓ Keccak-256 of these bytes is the hash/);
    const raw = await call<Hex>(scene().node.url, "eth_getRawTransactionByHash", [
      scene().transfer,
    ]);
    assert.ok((await explorer.text("#raw")).includes(raw));
  });

  it("shows commands that repeat it", async (t) => {
    const explorer = await opened(t, scene().failure);
    await explorer.click("#copy-as summary");
    await explorer.shows("#copy-as", /cast call --rpc-url http:\/\/127/);
    const [, curl] = await explorer.ask<string[]>(
      "[...document.querySelectorAll('#copy-as pre')].map(({ innerText }) => innerText)",
    );
    const body = JSON.parse(/-d '(.*)'$/.exec(curl ?? "")?.[1] ?? "");
    await assert.rejects(call(scene().node.url, body.method, body.params), /insufficient balance/);
  });

  it("names the accounts that signed authorizations, and counts what an access list announces", async (t) => {
    const { node, contract } = scene();
    const signer = developmentAccount(5);
    const hash = await send(node.url, bob, {
      type: 4,
      to: bob.address,
      gasLimit: 200_000,
      accessList: [{ address: contract, storageKeys: [`0x${"01".repeat(32)}`] }],
      authorizationList: [
        authorize(signer, { chainId: 31, address: contract, nonce: 0 }),
        authorize(signer, { chainId: 0, address: `0x${"00".repeat(20)}`, nonce: 9 }),
      ],
    });
    const explorer = await opened(t, hash);
    const short = (address: string) => `${address.slice(0, 10)}…${address.slice(-6)}`;
    const list = await explorer.shows(
      "[aria-labelledby=authorizations]",
      /Authorizations \(2\)[\s\S]*→/,
    );
    await explorer.fieldIs("Access list", "1 account, 1 storage slot");
    assert.match(list, new RegExp(`${short(signer.address)} → code of ${short(contract)}`));
    assert.match(list, new RegExp(`${short(signer.address)} → no code any more\\s+nonce 9\\s+any`));
    await explorer.click("#changes summary");
    await explorer.shows("#changes tbody", new RegExp(`code\\s+none\\s+that of ${contract}`));
    await explorer.go(`/address/${signer.address}`, /^Address$/);
    await explorer.fieldIs("Kind", /^runs the code of/);
  });

  it("says which nonce a pending one waits for", async (t) => {
    const { url } = scene().node;
    const sender = developmentAccount(6);
    const fields = { to: alice.address, value: 1n };
    const later = await send(url, sender, { ...fields, nonce: 2 });
    const explorer = await openedUntilEnd(t, browser(), url);
    await explorer.go(`/tx/${later}`, /^Transaction$/);
    await explorer.shows(".status", /^Pending: it waits for .* with the nonce 0, which/);
    await explorer.comesTo("document.querySelector('[aria-labelledby=logs]') === null", true);
    await send(url, sender, { ...fields, nonce: 0 });
    await explorer.shows(".status", /^Pending: it waits for .* with the nonce 1, which/);
    await send(url, sender, { ...fields, nonce: 1 });
    await explorer.shows(".status", /^Success$/);
  });

  it("is accessible with everything open", async (t) => {
    const explorer = await opened(t, scene().transfer);
    await explorer.page.evaluate(axeSource);
    for (const id of ["changes", "receipt-proof", "raw", "copy-as"]) {
      await explorer.click(`#${id} summary`);
    }
    await explorer.shows("#copy-as", /cast/);
    await explorer.shows("#changes tbody", /storage/);
    await assertUsable(explorer.page);
  });
});
