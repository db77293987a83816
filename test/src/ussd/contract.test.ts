/** Tests the contract of the USSD relay: its balances, who may transfer them, and its invariants. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { microLoanAbi } from "@tandem/ussd-relay";
import fc from "fast-check";
import { concat, encodeDeployData, encodeFunctionData, parseAbi, parseEther } from "viem";
import type { HDAccount } from "viem/accounts";
import { compileOne } from "../support/compile.js";
import { fewOrMany, seedOr } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { cachedText } from "../support/processes/file-cache.js";
import {
  type ContractWorld,
  callOf,
  deployContracts,
  refusalOf,
  userCount,
} from "../support/ussd/ussd-contract.js";
import {
  type Action,
  actionsOf,
  apply,
  emptyLedger,
  type Ledger,
  liabilitiesOf,
  loanWei,
} from "../support/ussd/ussd-ledger.js";
import type { Hex } from "../support/wire.js";

let node: RunningNode;
before(async () => {
  node = await startLocalNode();
});
after(() => node.stop());

type View = "liabilities" | "pool" | "LOAN_AMOUNT";
type ViewOf = "getBalance" | "loans" | "contributions";

const readView = ({ chain, contract }: ContractWorld, functionName: View) =>
  chain.readContract({ address: contract, abi: microLoanAbi, functionName });
const readViewOf = ({ chain, contract }: ContractWorld, functionName: ViewOf, user: Hex) =>
  chain.readContract({ address: contract, abi: microLoanAbi, functionName, args: [user] });

/** Returns all balances of the contract, in the form of the model. */
async function ledgerOf(world: ContractWorld): Promise<Ledger> {
  const accounts = await Promise.all(
    world.users.map(async ({ address }) => {
      const [balance, loan, contribution] = await Promise.all([
        readViewOf(world, "getBalance", address),
        readViewOf(world, "loans", address),
        readViewOf(world, "contributions", address),
      ]);
      return { balance, loan, contribution };
    }),
  );
  return { accounts, pool: await readView(world, "pool") };
}

/** Asserts that all liabilities can be paid at any time. */
async function assertBacked(world: ContractWorld): Promise<void> {
  const [liabilities, pool, backing] = await Promise.all([
    readView(world, "liabilities"),
    readView(world, "pool"),
    world.chain.getBalance({ address: world.contract }),
  ]);
  assert.ok(liabilities + pool <= backing, `${liabilities} and ${pool}, backed by ${backing}`);
}

async function assertSound(world: ContractWorld, expected: Ledger): Promise<void> {
  const [found, liabilities] = await Promise.all([ledgerOf(world), readView(world, "liabilities")]);
  assert.deepEqual(found, expected);
  assert.equal(liabilities, liabilitiesOf(found), "balances are the liabilities");
  await assertBacked(world);
  for (const { loan } of found.accounts) assert.ok(loan === 0n || loan === loanWei);
}

/** Runs an action on the chain and in the model; what the model refuses must revert. */
async function act(world: ContractWorld, ledger: Ledger, action: Action): Promise<Ledger> {
  const user = world.users[action.user] as HDAccount;
  const call = callOf(action, world.users);
  const expected = apply(ledger, action);
  const isRefused = typeof expected === "string";
  // The forwarder pays the amount of a request, so only direct calls are checked before.
  if (!action.isForwarded) {
    const refusal = await refusalOf(world, user.address, call);
    assert.equal(refusal, isRefused ? expected : undefined);
  }
  const { status } = action.isForwarded
    ? await forwarded(world, user, call)
    : await world.send(user, { to: world.contract, ...call });
  assert.equal(status, isRefused ? "reverted" : "success", JSON.stringify(action, stringify));
  return isRefused ? ledger : expected;
}

async function forwarded(
  world: ContractWorld,
  user: HDAccount,
  { data, value }: { readonly data: Hex; readonly value: bigint },
) {
  const request = await world.request(user, data, value);
  return world.forward(request, await world.signRequest(user, request));
}

const stringify = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);

describe("the contract", () => {
  it("is the compiled version of its source", () => {
    const script = fileURLToPath(
      new URL("../../../apps/ussd-relay/contracts/compile.mjs", import.meta.url),
    );
    const folder = new URL("./", pathToFileURL(script));
    const lockfile = new URL("../../../pnpm-lock.yaml", import.meta.url);
    const inputs = ["compile.mjs", "MicroLoan.sol", "artifacts.json"].map(
      (name) => new URL(name, folder),
    );
    // Compiled once for these sources, because the compiler takes seconds.
    const texts = [...inputs, lockfile].map((file) => readFileSync(file, "utf8"));
    cachedText("checked", texts, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--check"], {
        encoding: "utf8",
      });
      assert.equal(status, 0, `${stdout}${stderr}`);
      return stdout;
    });
  });

  it("has the balances of the model, for any actions in any order", async () => {
    const runs = fewOrMany(2, 40);
    const longest = fewOrMany(20, 40);
    await fc.assert(
      fc.asyncProperty(actionsOf(userCount, longest), async (actions) => {
        const world = await deployContracts(node.url);
        let ledger = emptyLedger(world.users.length);
        for (const action of actions) {
          ledger = await act(world, ledger, action);
          await assertBacked(world);
        }
        await assertSound(world, ledger);
        await assertEmptiable(world, ledger);
      }),
      { numRuns: runs, seed: seedOr(31), endOnFailure: true },
    );
  });

  /** Asserts that everyone can withdraw everything; loans that cannot be repaid stay with the pool. */
  async function assertEmptiable(world: ContractWorld, ledger: Ledger): Promise<void> {
    let left = ledger;
    for (const [user, { balance }] of ledger.accounts.entries()) {
      if (balance === 0n) continue;
      const all = { kind: "withdraw", user, to: user, wei: balance, isForwarded: false } as const;
      left = await act(world, left, all);
    }
    assert.equal(await readView(world, "liabilities"), 0n);
    assert.equal(await world.chain.getBalance({ address: world.contract }), left.pool);
  }
});

describe("a loan", () => {
  it("is 0.01, once for each address, and paid from the pool", async () => {
    const world = await deployContracts(node.url);
    assert.equal(await readView(world, "LOAN_AMOUNT"), parseEther("0.01"));
    const deed = (kind: Action["kind"], user: number, wei = 0n): Action => ({
      kind,
      user,
      wei,
      to: user,
      isForwarded: false,
    });
    let ledger = emptyLedger(world.users.length);
    // Deposits of others are not for loans.
    ledger = await act(world, ledger, deed("deposit", 0, loanWei * 5n));
    for (const action of [
      deed("applyForLoan", 1),
      deed("fundPool", 2, loanWei),
      deed("applyForLoan", 1),
      deed("applyForLoan", 1),
      deed("applyForLoan", 0),
      deed("withdrawFromPool", 2, loanWei),
      deed("repayLoan", 1),
      deed("repayLoan", 1),
      deed("applyForLoan", 0),
    ]) {
      ledger = await act(world, ledger, action);
    }
    await assertSound(world, ledger);
    assert.deepEqual(
      ledger.accounts.map(({ loan }) => loan),
      [loanWei, 0n, 0n],
    );
  });
});

describe("the forwarder", () => {
  const deposit = encodeFunctionData({ abi: microLoanAbi, functionName: "deposit" });
  const withdraw = encodeFunctionData({
    abi: microLoanAbi,
    functionName: "withdraw",
    args: [loanWei],
  });

  it("executes a request once, unchanged, in time, and from its signer", async () => {
    const world = await deployContracts(node.url);
    const [victim, thief] = world.users as [HDAccount, HDAccount];
    await world.send(victim, { to: world.contract, data: deposit, value: 3n * loanWei });
    const request = await world.request(victim, withdraw);
    const signature = await world.signRequest(victim, request);
    const stealing = {
      ...request,
      data: encodeFunctionData({
        abi: microLoanAbi,
        functionName: "transfer",
        args: [thief.address, loanWei],
      }),
    };
    const late = { ...request, deadline: 1 };
    const wrong = [
      [stealing, signature],
      [request, await world.signRequest(thief, request)],
      [{ ...request, from: thief.address }, signature],
      [late, await world.signRequest(victim, late)],
    ] as const;
    for (const [changed, signed] of wrong) {
      assert.equal((await world.forward(changed, signed)).status, "reverted");
    }
    assert.equal((await world.forward(request, signature)).status, "success");
    assert.equal((await world.forward(request, signature)).status, "reverted");
    assert.equal(await readViewOf(world, "getBalance", victim.address), 2n * loanWei);
  });

  it("is the only account that can act for another", async () => {
    const world = await deployContracts(node.url);
    const [victim, thief] = world.users as [HDAccount, HDAccount];
    await world.send(victim, { to: world.contract, data: deposit, value: loanWei });
    const data = concat([withdraw, victim.address]);
    const { status } = await world.send(thief, { to: world.contract, data });
    assert.equal(status, "reverted");
    assert.equal(await readViewOf(world, "getBalance", victim.address), loanWei);
  });
});

describe("money", () => {
  const reentrantAbi = parseAbi([
    "constructor(address target)",
    "function attackBalance() payable",
    "function attackPool() payable",
    "function isSecondPaid() view returns (bool)",
  ]);
  const miserAbi = parseAbi([
    "function deposit(address target) payable",
    "function withdraw(address target, uint256 amount)",
  ]);
  const forcerAbi = parseAbi(["constructor(address target) payable"]);

  const create = async (world: ContractWorld, data: Hex, value = 0n): Promise<Hex> => {
    const { status, contractAddress } = await world.send(world.relayer, { data, value });
    assert.equal(status, "success");
    return contractAddress as Hex;
  };

  it("is paid once for two concurrent requests", async () => {
    const world = await deployContracts(node.url);
    const [user] = world.users as [HDAccount];
    const others = 10n * loanWei;
    const fund = encodeFunctionData({ abi: microLoanAbi, functionName: "fundPool" });
    const deposit = encodeFunctionData({ abi: microLoanAbi, functionName: "deposit" });
    await world.send(user, { to: world.contract, data: fund, value: others });
    await world.send(user, { to: world.contract, data: deposit, value: others });
    const { bytecode } = compileOne("Reentrant.sol", "Reentrant");
    const address = await create(
      world,
      encodeDeployData({ abi: reentrantAbi, bytecode, args: [world.contract] }),
    );
    for (const functionName of ["attackBalance", "attackPool"] as const) {
      const data = encodeFunctionData({ abi: reentrantAbi, functionName });
      const { status } = await world.send(user, { to: address, data, value: loanWei });
      assert.equal(status, "success");
      const isSecondPaid = await world.chain.readContract({
        address,
        abi: reentrantAbi,
        functionName: "isSecondPaid",
      });
      assert.equal(isSecondPaid, false);
    }
    assert.equal(await world.chain.getBalance({ address: world.contract }), 2n * others);
    assert.equal(await world.chain.getBalance({ address }), 2n * loanWei);
  });

  it("that cannot be paid out stays in the contract", async () => {
    const world = await deployContracts(node.url);
    const [user] = world.users as [HDAccount];
    const address = await create(world, compileOne("Reentrant.sol", "Miser").bytecode);
    const deposit = encodeFunctionData({
      abi: miserAbi,
      functionName: "deposit",
      args: [world.contract],
    });
    await world.send(user, { to: address, data: deposit, value: loanWei });
    const withdraw = encodeFunctionData({
      abi: miserAbi,
      functionName: "withdraw",
      args: [world.contract, loanWei],
    });
    const { status } = await world.send(user, { to: address, data: withdraw });
    assert.equal(status, "reverted");
    assert.equal(await readViewOf(world, "getBalance", address), loanWei);
  });

  it("that was not requested belongs to nobody, and a payment without a call is refused", async () => {
    const world = await deployContracts(node.url);
    const [user] = world.users as [HDAccount];
    const plain = await world.send(user, { to: world.contract, data: "0x", value: 1n });
    assert.equal(plain.status, "reverted");
    const { bytecode } = compileOne("Reentrant.sol", "Forcer");
    const data = encodeDeployData({ abi: forcerAbi, bytecode, args: [world.contract] });
    await create(world, data, 5n);
    assert.equal(await world.chain.getBalance({ address: world.contract }), 5n);
    await assertSound(world, emptyLedger(world.users.length));
  });
});
