/** Tests limits that a chain defines: contract size, gas of a transaction, bytes of a block. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fromHex, toHex } from "@tandem/primitives";
import { assemble } from "../support/assemble.js";
import { developmentAccount, send, sign } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { ask, call } from "../support/rpc.js";
import { specOf } from "../support/spec-file.js";
import type { Hex, WireBlock, WireReceipt } from "../support/wire.js";

/** Returns init code that creates with this number of zero bytes of init code. */
const creatingWith = (size: number): Hex => toHex(assemble(size, 0, 0, "CREATE"));

const excluded = "this chain takes no transactions of impersonated senders, which need no key";
const [giver, receiver] = [developmentAccount(0), developmentAccount(1)];
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "tandem-limits-"));
});
after(() => rm(folder, { recursive: true }));

async function withNode<T>(flags: readonly string[], use: (url: string) => Promise<T>): Promise<T> {
  const node: RunningNode = await startLocalNode(flags);
  try {
    return await use(node.url);
  } finally {
    await node.stop();
  }
}

/** Writes the test chain's parameters and accounts, with other limits. */
async function chainFile(name: string, limits: object): Promise<string> {
  const file = join(folder, name);
  const pace = { blockSeconds: 10, difficultyDivisor: 2048n, minimumDifficulty: 1n };
  const spec = { ...specOf(pace as never, { difficulty: 1 }), chainId: 31, ...limits };
  await writeFile(file, JSON.stringify(spec));
  return file;
}

/** Returns init code of at least `size` bytes that returns this number of zero bytes. */
const deploying = (size: number, initSize = 0): Hex => {
  const code = assemble(size, 0, "RETURN");
  return toHex(
    Uint8Array.from({ length: Math.max(initSize, code.length) }, (_, i) => code[i] ?? 0),
  );
};

async function deploy(url: string, data: Hex, gasLimit = 28_000_000) {
  const hash = await send(url, giver, { data, gasLimit });
  const receipt = await call<WireReceipt>(url, "eth_getTransactionReceipt", [hash]);
  const code = await call<Hex>(url, "eth_getCode", [receipt.contractAddress, "latest"]);
  return { status: receipt.status, size: fromHex(code).length };
}

const estimate = (url: string, data: Hex) =>
  ask(url, "eth_estimateGas", [{ from: giver.address, data }]);

async function refusalOf(url: string, data: Hex): Promise<string | undefined> {
  const nonce = Number(await call<Hex>(url, "eth_getTransactionCount", [giver.address, "latest"]));
  const { raw } = sign(giver, { nonce, data, gasLimit: 29_000_000 });
  return (await ask(url, "eth_sendRawTransaction", [raw])).error?.message;
}

describe("the size of contracts", () => {
  it("is Ethereum's by default", async () => {
    await withNode([], async (url) => {
      assert.deepEqual(await deploy(url, deploying(24_576)), { status: "0x1", size: 24_576 });
      assert.deepEqual(await deploy(url, deploying(24_577)), { status: "0x0", size: 0 });
      assert.deepEqual(await deploy(url, deploying(1, 49_152)), { status: "0x1", size: 1 });
      assert.match(
        (await refusalOf(url, deploying(1, 49_153))) ?? "",
        /max initcode size exceeded/,
      );
      const { error } = await estimate(url, deploying(24_577));
      assert.equal(error?.message, "max code size exceeded: code size 24577, limit 24576");
      const { error: inside } = await estimate(url, creatingWith(49_153));
      assert.equal(inside?.message, "max initcode size exceeded: code size 49153, limit 49152");
    });
  });

  for (const [how, flags] of [
    ["--code-size-limit", async () => ["--code-size-limit", "30000"]],
    [
      "a chain file",
      async () => ["--chain", await chainFile("code.json", { codeSizeLimit: 30_000 })],
    ],
  ] as const) {
    it(`is lifted by ${how}, and that of init code with it`, async () => {
      await withNode(await flags(), async (url) => {
        assert.deepEqual(await deploy(url, deploying(30_000)), { status: "0x1", size: 30_000 });
        assert.deepEqual(await deploy(url, deploying(30_001)), { status: "0x0", size: 0 });
        assert.deepEqual(await deploy(url, deploying(1, 60_000)), { status: "0x1", size: 1 });
        const tooLong = await refusalOf(url, deploying(1, 60_001));
        assert.match(tooLong ?? "", /max initcode size exceeded/);
        assert.ok((await estimate(url, deploying(30_000))).result);
      });
    });
  }

  it("belongs to the stored chain", async () => {
    const directory = join(folder, "kept");
    const flags = ["--data-dir", directory, "--code-size-limit", "50000"];
    await withNode(flags, (url) => deploy(url, deploying(50_000)));
    await assert.rejects(
      withNode(["--data-dir", directory], async () => {}),
      /holds the chain/,
    );
    await withNode(flags, async (url) => {
      assert.deepEqual(await deploy(url, deploying(50_000)), { status: "0x1", size: 50_000 });
    });
  });
});

describe("the gas of a transaction (EIP-7825)", () => {
  const cap = 16_777_216;
  const asking = (gasLimit: number) => ({ to: giver.address, gasLimit });

  it("is limited only by the block's by default", async () => {
    await withNode([], (url) => send(url, giver, asking(cap + 1)));
  });

  it("is limited if the chain file says so, in pool, estimate and blocks", async () => {
    const file = await chainFile("gas.json", { transactionGasLimitCap: cap });
    await withNode(["--chain", file], async (url) => {
      await send(url, giver, asking(cap));
      await assert.rejects(
        send(url, giver, asking(cap + 1)),
        /transaction gas limit too high \(cap: 16777216, tx: 16777217\)/,
      );
      // JUMPDEST, PUSH1 0, JUMP: it uses all gas.
      const { error } = await estimate(url, "0x5b600056");
      assert.match(error?.message ?? "", /gas required exceeds allowance \(16777216\)/);
    });
  });
});

describe("the bytes of a block (EIP-7934)", () => {
  it("are limited if the chain file says so: further transactions wait for the next block", async () => {
    const file = await chainFile("bytes.json", { blockSizeLimit: 262_144 });
    await withNode(["--chain", file, "--mining", "manual"], async (url) => {
      const data: Hex = `0x${"00".repeat(90_000)}`;
      for (const nonce of [0, 1, 2]) {
        await send(url, giver, { to: giver.address, nonce, data, gasLimit: 1_000_000 });
      }
      await call(url, "evm_mine", []);
      await call(url, "evm_mine", []);
      const counts = await Promise.all(
        ["0x1", "0x2"].map(async (number) => {
          const block = await call<WireBlock>(url, "eth_getBlockByNumber", [number, false]);
          assert.ok(Number(block.size) <= 262_144);
          return block.transactions.length;
        }),
      );
      assert.deepEqual(counts, [2, 1]);
    });
  });
});

describe("transactions of impersonated senders", () => {
  it("are refused if the chain file says so, also in the blocks of others", async () => {
    const [open, closed] = [
      await chainFile("open.json", {}),
      await chainFile("closed.json", { impersonation: false }),
    ];
    await withNode(["--chain", open], async (other) => {
      await call(other, "hardhat_impersonateAccount", [receiver.address]);
      const transfer = { from: receiver.address, to: giver.address, value: "0x1" };
      await call(other, "eth_sendTransaction", [transfer]);
      const block = await call<Hex>(other, "debug_getRawBlock", ["latest"]);
      await withNode(["--chain", closed], async (url) => {
        for (const [method, params] of [
          ["hardhat_impersonateAccount", [receiver.address]],
          ["anvil_autoImpersonateAccount", [true]],
          ["eth_sendUnsignedTransaction", [transfer]],
        ] as const) {
          const { error } = await ask(url, method, [...params]);
          assert.deepEqual([error?.code, error?.message], [-32000, excluded], method);
        }
        const { error } = await ask(url, "debug_importBlocks", [[block]]);
        assert.match(error?.message ?? "", /invalid transaction v, r, s values/);
        await send(url, giver, { to: receiver.address, value: 1n });
      });
    });
  });
});

describe("a setting beside a chain file", () => {
  /** Writes the file of `chainFile` with only these members of genesis. */
  async function openFile(name: string, ...kept: readonly string[]): Promise<string> {
    const file = await chainFile(name, {});
    const spec = JSON.parse(await readFile(file, "utf8")) as { genesis: Record<string, unknown> };
    const genesis = Object.entries(spec.genesis).filter(([member]) => kept.includes(member));
    await writeFile(file, JSON.stringify({ ...spec, genesis: Object.fromEntries(genesis) }));
    return file;
  }
  const settings = {
    "--gas-limit": "8000000",
    "--minimum-gas-price": "5",
    "--accounts": "3",
    "--balance": "2",
  };

  it("is applied if the file leaves the value open", async () => {
    const file = await openFile("open.json", "timestamp", "difficulty");
    await withNode(["--chain", file, ...Object.entries(settings).flat()], async (url) => {
      const genesis = await call<WireBlock>(url, "eth_getBlockByNumber", ["0x0", false]);
      assert.deepEqual([genesis.gasLimit, genesis.minimumGasPrice].map(Number), [8_000_000, 5]);
      const balances = [0, 2, 3].map((n) =>
        call(url, "eth_getBalance", [developmentAccount(n).address, "latest"]),
      );
      const two = `0x${(2n * 10n ** 18n).toString(16)}`;
      assert.deepEqual(await Promise.all(balances), [two, two, "0x0"]);
    });
  });

  it("is refused with a message if the file defines the value", async () => {
    const file = await chainFile("stated.json", {});
    for (const [flag, value] of Object.entries(settings)) {
      const { code, stderr } = await runHere(["run", "--port", "0", "--chain", file, flag, value]);
      assert.equal(code, 2, flag);
      assert.match(stderr, new RegExp(`${flag}: .*stated.json defines the .*: omit it`));
    }
  });
});
