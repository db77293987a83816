/** Tests where development controls are available, and the errors where they are not. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { contract, type Method, namesOf } from "@tandem/rpc";
import { withLocalNode } from "../support/node-suite.js";
import { ask, call } from "../support/rpc.js";

const controls = contract.filter((method: Method) => method.isControl === true);
const names = controls.flatMap(namesOf);

describe("development controls", () => {
  it("have the same names as in other development nodes", () => {
    for (const name of ["evm_mine", "evm_snapshot", "anvil_mine", "hardhat_reset", "tandem_tip"]) {
      assert.ok(names.includes(name), name);
    }
    for (const name of names)
      assert.match(name, /^(?:evm|hardhat|anvil|tandem|tenderly|miner|admin|eth|personal)_/);
  });

  describe("on the chain main", () => {
    const { url } = withLocalNode(["--chain", "main"]);
    it("are refused under every name, with a message", async () => {
      for (const name of names) {
        const { error } = await ask(url(), name);
        assert.equal(error?.code, -32601, name);
        assert.match(error?.message ?? "", new RegExp(`${name} is for development chains.*main`));
      }
    });
    it("are not needed for ordinary methods", async () => {
      assert.equal(await call(url(), "eth_chainId"), "0x1e");
      assert.equal(await call(url(), "debug_importBlocks", [[]]), "0x0");
    });
  });

  describe("turned off", () => {
    const { url } = withLocalNode(["--no-dev-rpc"]);
    it("are refused, and so are imports of blocks by calls", async () => {
      for (const name of [...names, "debug_importBlocks"]) {
        const { error } = await ask(url(), name, [[]]);
        assert.equal(error?.code, -32601, name);
        assert.match(error?.message ?? "", /--no-dev-rpc/);
      }
    });
    it("do not affect other methods", async () => {
      assert.equal(await call(url(), "eth_blockNumber"), "0x0");
    });
  });
});
