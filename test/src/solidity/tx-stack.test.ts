/** Tests `tandem tx --build-info`: in which functions and lines of Solidity a transaction failed. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";
import { at, startVaults, type Vaults } from "./vaults.js";

for (const isOptimized of [false, true]) {
  const about = isOptimized ? "optimized code, on a forked chain" : "unoptimized code";
  describe(`stack traces of ${about}`, () => {
    let origin: RunningNode;
    let vaults: Vaults;
    before(async () => {
      origin = await startLocalNode();
      const forking = isOptimized ? ["--fork-url", origin.url] : [];
      vaults = await startVaults({ isOptimized, viaIR: false }, ["--calls", "off", ...forking]);
    });
    after(async () => {
      await vaults?.stop();
      await origin.stop();
    });

    it("shows the functions from the failed one to the one that was called", async () => {
      const { owner, calling, stackOf, printedStackOf } = vaults;
      const hash = await calling(owner, "Owner", "run", 8, 0);
      const expected = [
        `Shares.part ${at("divides")}`,
        `Vault.share ${at("shares")}`,
        `Vault.take ${at("takes")}`,
        `Owner.twice ${at("calls")}`,
        `Owner.run ${at("runs")}`,
      ];
      assert.deepEqual(await printedStackOf(hash), expected);
      assert.deepEqual(await stackOf(hash), expected);
    });

    it("returns the functions as data, and null for what did not fail", async () => {
      const { url, vault, owner, inputOf, mined, calling } = vaults;
      const tolerant = await calling(owner, "Owner", "tolerant", 1);
      const [, line] = /:(\d+)\)$/.exec(at("gives up")) ?? [];
      const entry = { address: owner, name: "Owner.tolerant", file: "contracts/Vaults.sol" };
      assert.deepEqual(await call(url, "tandem_getStackTrace", [tolerant]), {
        stack: [{ ...entry, line: Number(line), column: 16 }],
        omitted: 0,
        customError: "NotToday()",
        check: null,
        problem: null,
      });
      const good = await mined(vault, inputOf("Vault", "limit", 1));
      assert.equal(await call(url, "tandem_getStackTrace", [good]), null);
    });

    it("tells which contract an account has the code of", async () => {
      const { url, folder, vault, library } = vaults;
      const { output } = JSON.parse(readFileSync(join(folder, "one.json"), "utf8"));
      const found = (address: Hex, block: string) =>
        call(url, "tandem_getCompiledContract", [address, block]);
      for (const [name, address] of Object.entries({ Vault: vault, Shares: library })) {
        const { abi } = output.contracts["contracts/Vaults.sol"][name];
        const expected = { name, file: "contracts/Vaults.sol", abi, implementation: null };
        assert.deepEqual(await found(address, "latest"), expected);
        assert.equal(await found(address, "earliest"), null);
      }
      assert.equal(await found(developmentAccount(0).address, "latest"), null);
    });

    it("tells whose code a proxy runs", async () => {
      const { url, vault, deploy } = vaults;
      const ofVault = vault.slice(2);
      const account = `0x${"ab".repeat(20)}`;
      for (const code of [
        `0x363d3d373d3d3d363d73${ofVault}5af43d82803e903d91602b57fd5bf3`,
        `0xef0100${ofVault}`,
      ]) {
        await call(url, "hardhat_setCode", [account, code]);
        const expected = { name: null, file: null, abi: null, implementation: vault };
        assert.deepEqual(await call(url, "tandem_getCompiledContract", [account]), expected);
      }
      const proxy = await deploy("Owner", 1);
      const slot = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
      const word = `0x${"00".repeat(12)}${ofVault}`;
      await call(url, "hardhat_setStorageAt", [proxy, slot, word]);
      const found = await call<object>(url, "tandem_getCompiledContract", [proxy]);
      const { abi: _, ...facts } = { abi: [], ...found };
      const expected = { name: "Owner", file: "contracts/Vaults.sol", implementation: vault };
      assert.deepEqual(facts, expected);
    });

    it("names a custom error by the contract's ABI, and the modifier in which it is", async () => {
      const { deploy, calling, failureOf } = vaults;
      const closed = await deploy("Vault", 9_999_999_999n);
      const { text } = await failureOf(await calling(closed, "Vault", "take", 1, 1));
      assert.match(text, /Closed\(until: 9999999999, reason: "häufig zu"\)/);
      const [modifier, taken] = [`Base.whenOpen ${at("opens")}`, `Vault.take ${at("begins")}`];
      assert.ok(text.includes(`At           ${modifier}\n             ${taken}\n`), text);
    });

    it("shows a constructor, also of a contract that a constructor creates", async () => {
      const { mined, creation, stackOf } = vaults;
      assert.deepEqual(await stackOf(await mined(null, creation("Vault", 0))), [
        `Base.constructor ${at("constructs")}`,
      ]);
      assert.deepEqual(await stackOf(await mined(null, creation("Owner", 0))), [
        `Base.constructor ${at("constructs")}`,
        `Owner.constructor ${at("creates")}`,
      ]);
    });

    it("shows a linked library, and an index outside an array", async () => {
      const { vault, calling, stackOf } = vaults;
      assert.deepEqual(await stackOf(await calling(vault, "Vault", "limit", 1000)), [
        `Shares.limited ${at("limits")}`,
        `Vault.limit ${at("calls the library")}`,
      ]);
      assert.deepEqual(await stackOf(await calling(vault, "Vault", "entry", 99)), [
        `Vault.entry ${at("reads")}`,
      ]);
    });

    it("shows neither a failure that was caught, nor what was never called", async () => {
      const { owner, calling, stackOf } = vaults;
      assert.deepEqual(await stackOf(await calling(owner, "Owner", "tolerant", 1)), [
        `Owner.tolerant ${at("gives up")}`,
      ]);
      const nobody = "0x00000000000000000000000000000000000abcde";
      assert.deepEqual(await stackOf(await calling(owner, "Owner", "nothing", nobody)), [
        `Owner.nothing ${at("calls nothing")}`,
      ]);
    });

    it("shows the function that takes no coins, and the contract without a function", async () => {
      const { owner, mined, inputOf, stackOf } = vaults;
      assert.deepEqual(await stackOf(await mined(owner, inputOf("Owner", "unpaid"), 1n)), [
        `Owner.unpaid ${at("takes no coins")}`,
      ]);
      const lines = await stackOf(await mined(owner, "0x12345678"));
      assert.deepEqual(lines, [`Owner ${at("owns")}`]);
      // The arguments are missing.
      const [selector] = inputOf("Owner", "run", 1, 1).match(/^0x.{8}/) ?? [];
      const [line] = await stackOf(await mined(owner, selector as Hex));
      assert.match(line ?? "", /^Owner\.run \(/);
    });

    it("shows where the gas ended", async () => {
      const { url, vault, inputOf, stackOf } = vaults;
      const data = inputOf("Vault", "spend", 1_000_000n);
      const fields = { to: vault, data, gasLimit: 200_000 };
      const [line] = await stackOf(await send(url, developmentAccount(0), fields));
      assert.match(line ?? "", /^Vault\.spend /);
    });

    it("shows a function that calls itself as often as it does", async () => {
      const { owner, calling, stackOf } = vaults;
      assert.deepEqual(await stackOf(await calling(owner, "Owner", "countdown", 3)), [
        `Owner.countdown ${at("is over")}`,
        ...Array(3).fill(`Owner.countdown ${at("counts")}`),
      ]);
    });

    it("does not show a contract that executed nothing, since the caller had no coins for it", async () => {
      const { owner, calling, stackOf } = vaults;
      assert.deepEqual(await stackOf(await calling(owner, "Owner", "overpay")), [
        `Owner.overpay ${at("overpays")}`,
      ]);
    });

    it("shows the function that failed, not another one with equal code or a number of its place", async () => {
      const { mined, creation, stackOf } = vaults;
      const nobody = `0x${"00".repeat(20)}`;
      for (const [divisor, place] of [
        [0, at("divides by it")],
        [100, at("compares")],
      ] as const) {
        assert.deepEqual(await stackOf(await mined(null, creation("Rate", divisor, nobody))), [
          `Rate.rateOf ${place}`,
          `Rate.constructor ${at("rates")}`,
        ]);
      }
    });

    it("shows a precompiled contract by its number", async () => {
      const { owner, calling, stackOf } = vaults;
      const stack = await stackOf(await calling(owner, "Owner", "addPoints"));
      assert.equal(stack[0], "precompiled contract 6");
      assert.deepEqual(stack.slice(1), [`Owner.addPoints ${at("adds points")}`]);
    });

    it("leaves out the middle of a long stack", async () => {
      const { owner, calling, failureOf } = vaults;
      const { text, entries } = await failureOf(await calling(owner, "Owner", "deep", 40));
      assert.equal(entries.length, 32);
      const deeper = `Owner.deep ${at("deeper")}`;
      const begin = `At           Owner.deep ${at("ends")}\n             ${deeper}\n`;
      assert.ok(text.includes(begin), text);
      assert.ok(
        text.includes(`${deeper}\n             … 9 more …\n             ${deeper}\n`),
        text,
      );
    });

    it("shows a contract without known source by its address", async () => {
      const { owner, mined, contractOf, calling, failureOf } = vaults;
      // It deploys PUSH1 0, PUSH0, REVERT.
      const unknown = await contractOf(await mined(null, "0x6360005ffd5f526004601cf3"));
      const { entries } = await failureOf(await mined(unknown, "0x"));
      assert.deepEqual(entries, [{ address: unknown }]);
      const within = await failureOf(await calling(owner, "Owner", "nothing", unknown));
      assert.equal(within.entries[0]?.address, unknown);
      assert.equal(within.entries[1]?.name, "Owner.nothing");
    });
  });
}

describe("stack traces of unoptimized code by way of Yul", () => {
  it("show modifiers, which are functions there, and calls that are mapped to no statement", async () => {
    const { owner, mined, inputOf, calling, stackOf, stop } = await startVaults({
      isOptimized: false,
      viaIR: true,
    });
    try {
      // The compiler tells only the contract of what it checks before a function.
      const unpaid = await mined(owner, inputOf("Owner", "unpaid"), 1n);
      assert.deepEqual(await stackOf(unpaid), [`Owner.unpaid ${at("takes no coins")}`]);
      const withoutArguments = inputOf("Owner", "nothing", owner).slice(0, 10) as Hex;
      const [line] = await stackOf(await mined(owner, withoutArguments));
      assert.match(line ?? "", /^Owner\.nothing \(/);
      const guarded = `Owner.guarded ${at("is guarded")}`;
      assert.deepEqual(await stackOf(await calling(owner, "Owner", "guarded", 0)), [
        `Owner.positive ${at("guards")}`,
        guarded,
      ]);
      const refused = await stackOf(await calling(owner, "Owner", "guarded", 2));
      assert.equal(refused[0], `Owner.tolerate ${at("does not tolerate")}`);
      assert.deepEqual(
        refused.map((line) => line.replace(/ .*/, "")),
        ["tolerate", "refuse", "guarded", "positive", "guarded"].map((name) => `Owner.${name}`),
      );
    } finally {
      await stop();
    }
  });
});

describe("stack traces of optimized code by way of Yul", () => {
  it("show the statement that failed, where the compiler kept nothing of its callers", async () => {
    const { vault, calling, stackOf, stop } = await startVaults({ isOptimized: true, viaIR: true });
    try {
      const [line] = await stackOf(await calling(vault, "Vault", "take", 8, 0));
      assert.equal(line, `Shares.part ${at("divides")}`);
    } finally {
      await stop();
    }
  });
});

describe("tandem tx --build-info", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "build-info-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("refuses what is no compilation, and says why", async () => {
    const hash = `0x${"00".repeat(32)}`;
    const refused = async (path: string, says: RegExp) => {
      const { code, stderr } = await runHere(["tx", hash, "--build-info", path]);
      assert.equal(code, 2);
      assert.match(stderr, says);
    };
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    await refused(join(folder, "none"), /--build-info: .*none/);
    mkdirSync(join(folder, "empty"));
    await refused(join(folder, "empty"), /has no JSON files/);
    await refused(write("a.json", "{"), /a\.json is not JSON/);
    await refused(write("b.json", "{}"), /b\.json has no output of the compiler/);
    await refused(
      write("c.json", `{"input":{},"output":{}}`),
      /c\.json is no compilation of solc: in/,
    );
  });
});
