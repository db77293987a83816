/** Tests the errors of a node in Hardhat's form that knows the sources of its contracts. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";
import { at, startVaults, type Vaults } from "./vaults.js";

interface Failure {
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe("errors in Hardhat's form with --build-info", () => {
  let vaults: Vaults;
  before(async () => {
    const flags = ["--errors", "hardhat", "--report-failures", "--unlocked", "--threads", "1"];
    vaults = await startVaults({ isOptimized: true, viaIR: false }, flags);
  });
  after(() => vaults.stop());

  async function failureOf(method: string, params: readonly unknown[]): Promise<Failure> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(vaults.url, { method: "POST", headers, body });
    return ((await answer.json()) as { error: Failure }).error;
  }

  it("name the custom error with its values, and the functions, of a transaction that was mined", async () => {
    const { url, deploy, inputOf } = vaults;
    const [from] = await call<Hex[]>(url, "eth_accounts", []);
    const closed = await deploy("Vault", 9_999_999_999n);
    const request = { from, to: closed, data: inputOf("Vault", "take", 1, 1), gas: "0x186a0" };
    const { message, data } = await failureOf("eth_sendTransaction", [request]);
    const prefix = "Error: VM Exception while processing transaction: reverted with";
    assert.equal(message, `${prefix} custom error 'Closed(9999999999, "häufig zu")'`);
    assert.deepEqual(
      [data.message, data.stack],
      [message, [`Base.whenOpen ${at("opens")}`, `Vault.take ${at("begins")}`]],
    );
    assert.match(`${data.txHash}`, /^0x[0-9a-f]{64}$/);
  });

  it("name the functions of a call in a thread, and of an estimate", async () => {
    const { owner, inputOf } = vaults;
    const request = { to: owner, data: inputOf("Owner", "tolerant", 1) };
    for (const [method, params] of [
      ["eth_call", [request, "latest"]],
      ["eth_estimateGas", [request]],
    ] as const) {
      const { message, data } = await failureOf(method, params);
      assert.match(message, /reverted with custom error 'NotToday\(\)'$/);
      assert.deepEqual(data.stack, [`Owner.tolerant ${at("gives up")}`]);
    }
  });
});
