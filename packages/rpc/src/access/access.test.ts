import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { absentMethods } from "../contract/absent.js";
import { contract, namesOf } from "../contract/index.js";
import type { Method } from "../contract/method.js";
import { refusalsOf, unknownMethod } from "./access.js";

const names = (refusals: ReadonlyMap<Method, string>) =>
  [...refusals.keys()].map(({ name }) => name);
const controls = contract.filter((method: Method) => method.isControl).map(({ name }) => name);

describe("access to methods", () => {
  it("is granted to all of them by default", () => {
    assert.deepEqual(names(refusalsOf({})), []);
  });

  it("is denied to controls on a guarded chain, which is named", () => {
    const refusals = refusalsOf({ guardedChain: "main" });
    assert.deepEqual(names(refusals), controls);
    for (const words of refusals.values()) assert.match(words, /the chain main$/);
  });

  it("is denied to controls and imports if they are turned off", () => {
    const refused = names(refusalsOf({ areControlsOff: true, guardedChain: "main" }));
    assert.deepEqual(new Set(refused), new Set([...controls, "debug_importBlocks"]));
  });

  it("names the replacement of a method that is absent by design", () => {
    const declared = new Set(contract.flatMap(namesOf));
    for (const name of absentMethods.keys()) assert.ok(!declared.has(name), name);
    const { code, message } = unknownMethod("anvil_setChainId");
    assert.equal(code, -32601);
    assert.match(message, /^the method anvil_setChainId does not exist: --chain-id sets/);
    assert.match(unknownMethod("eth_nothing").message, /eth_nothing does not exist or is not/);
  });

  it("proposes the same word in another namespace, or else the nearest name", () => {
    const proposed = (name: string) => /did you mean (\w+)/.exec(unknownMethod(name).message)?.[1];
    assert.equal(proposed("eth_getWork"), "mnr_getWork");
    assert.equal(proposed("hardhat_snapshot"), "evm_snapshot");
    assert.equal(proposed("evm_setBalance"), "hardhat_setBalance");
    assert.equal(proposed("eth_getBlockbyNumber"), "eth_getBlockByNumber");
    for (const name of ["eth_nothing", "getWork", "_", "eth_"])
      assert.equal(proposed(name), undefined);
  });
});
