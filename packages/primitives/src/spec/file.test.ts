import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault } from "../fault.js";
import { readSpec } from "./file.js";
import { testSpec } from "./networks.js";

const parseSpec = (json: unknown) => readSpec(json).spec;

const ours = {
  name: "lab",
  chainId: 4242,
  forks: { orchid: 0, wasabi: 0, papyrus: 0, iris: 0, london: 0, shanghai: 5, cancun: 9 },
  blockSeconds: 3,
  difficultyDivisor: 400,
  minimumDifficulty: "1000",
  minimumGasLimit: "0x2dc6c0",
  futureSecondsMax: 60,
  bitcoinTimeSecondsMax: 300,
  genesis: {
    timestamp: 1_700_000_000,
    difficulty: 1000,
    gasLimit: 10_000_000,
    minimumGasPrice: 0,
    alloc: {
      "0x00000000000000000000000000000000000000aa": {
        balance: "0x10",
        storage: { "0x01": "0x02" },
      },
    },
  },
};

const refuses = (json: unknown, message: RegExp) =>
  assert.throws(
    () => parseSpec(json),
    (error) => error instanceof Fault && message.test(error.message),
  );

describe("chain spec file", () => {
  it("contains every parameter of this project's form", () => {
    const spec = parseSpec(ours);
    assert.equal(spec.chainId, 4242);
    assert.deepEqual(spec.forks, ours.forks);
    assert.equal(spec.minimumDifficulty, 1000n);
    const [account] = spec.genesis.accounts;
    assert.equal(account?.balance, 16n);
    assert.equal(account?.storage?.[0]?.[0].at(-1), 1);
  });

  it("accepts a geth genesis", () => {
    const spec = parseSpec({
      config: { chainId: 1337, homesteadBlock: 0, shanghaiTime: 0, cancunTime: 0 },
      gasLimit: "0x1c9c380",
      difficulty: "0x0",
      alloc: { "00000000000000000000000000000000000000aa": { balance: "1000" } },
    });
    assert.equal(spec.chainId, 1337);
    assert.equal(spec.forks.cancun, 0);
    assert.equal(spec.forks.prague, undefined);
    const config = { chainId: 1, shanghaiTime: 0, cancunTime: 0, pragueTime: 0, osakaTime: 0 };
    assert.equal(parseSpec({ config, gasLimit: 1, alloc: {} }).forks.osaka, 0);
    assert.equal(spec.genesis.difficulty, 1n);
    assert.equal(spec.genesis.accounts[0]?.address.at(-1), 0xaa);
  });

  it("accepts a geth genesis that geth wrote itself, with null for what it leaves out", () => {
    const spec = parseSpec({
      config: { chainId: 1337 },
      gasLimit: "0x5f5e100",
      baseFeePerGas: null,
      excessBlobGas: null,
      blobGasUsed: null,
      alloc: {},
    });
    assert.equal(spec.genesis.minimumGasPrice, testSpec.genesis.minimumGasPrice);
  });

  it("gives a geth genesis with a low gas limit a minimum that its blocks can have", () => {
    const minimumOf = (gasLimit: number) =>
      parseSpec({ config: { chainId: 1 }, gasLimit, alloc: {} }).minimumGasLimit;
    assert.equal(minimumOf(2_100_000), 2_100_000n);
    assert.equal(minimumOf(2_999_999), 3_000_000n);
    assert.equal(minimumOf(0), 5_000n);
  });

  it("refuses accounts and chain ids that no block can have", () => {
    const config = { chainId: 1 };
    const address = "00000000000000000000000000000000000000aa";
    const withAccount = (account: object) => ({
      config,
      gasLimit: 5_000_000,
      alloc: { [address]: account },
    });
    refuses(withAccount({ balance: `0x1${"0".repeat(64)}` }), /balance: expected a balance below/);
    refuses(withAccount({ balance: 0, nonce: "0xffffffffffffffff" }), /nonce: expected a nonce/);
    refuses(
      { config: { chainId: 0 }, gasLimit: 5_000_000 },
      /chainId: expected a chain id above 0/,
    );
    const above = 4_503_599_627_370_477;
    refuses(
      { ...ours, chainId: above },
      /chainId: expected a chain id of at most 4503599627370476/,
    );
    refuses({ config: { chainId: above }, gasLimit: 5_000_000 }, /chainId: expected a chain id of/);
  });

  it("refuses difficulties and prices that are no words of the EVM", () => {
    const above = `0x1${"0".repeat(64)}`;
    const genesis = (changes: object) => ({ ...ours, genesis: { ...ours.genesis, ...changes } });
    refuses(
      genesis({ difficulty: above }),
      /genesis.difficulty: expected a difficulty below 2\^256/,
    );
    refuses(genesis({ minimumGasPrice: above }), /minimumGasPrice: expected a price below 2\^256/);
    refuses(
      { ...ours, minimumDifficulty: above },
      /minimumDifficulty: expected a difficulty below/,
    );
    const geth = { config: { chainId: 1 }, gasLimit: 5_000_000 };
    refuses({ ...geth, difficulty: above }, /difficulty: expected a difficulty below/);
    refuses({ ...geth, baseFeePerGas: above }, /baseFeePerGas: expected a price below/);
  });

  it("names the wrong members", () => {
    refuses({ ...ours, chainId: "x" }, /chainId/);
    refuses({ ...ours, colour: 1 }, /colour/);
    const late = { ...ours.genesis, timestamp: 8_640_000_000_001 };
    refuses({ ...ours, genesis: late }, /timestamp: expected at most 8640000000000/);
    refuses(
      { config: { chainId: 1 }, timestamp: 8_640_000_000_001, gasLimit: 1, alloc: {} },
      /timestamp: expected at most 8640000000000/,
    );
    refuses({ ...ours, forks: { ...ours.forks, london: 3 } }, /london must begin at height 0/);
    refuses({ ...ours, forks: { ...ours.forks, orchid: 1 } }, /orchid must begin at height 0/);
    refuses({ ...ours, forks: { ...ours.forks, reed: 0 } }, /reed/);
    refuses({ ...ours, forks: { ...ours.forks, cancun: 4 } }, /in this order/);
    refuses({ config: { chainId: 1, pragueTime: 5 }, gasLimit: 1, alloc: {} }, /pragueTime/);
    refuses([], /^chain spec:\n {2}the file: expected an object$/);
    refuses({ a: 1 }, /\n {2}name: it is missing: expected text\n/);
    refuses({ a: 1 }, /\n {2}forks: it is missing: expected an object\n/);
    refuses({ a: 1, b: 2 }, /\n {2}the file: not known here: a, b$/);
    refuses({ ...ours, name: "" }, /\n {2}name: expected at least 1 characters$/);
    refuses({ ...ours, name: "a".repeat(65) }, /\n {2}name: expected at most 64 characters$/);
    refuses({ ...ours, genesis: { ...ours.genesis, alloc: [] } }, /alloc: expected an object$/);
    for (const json of [null, [], 1, "main", { config: 1 }, { forks: 1 }, { genesis: null }]) {
      assert.throws(
        () => parseSpec(json),
        (error) => error instanceof Fault && !/Invalid|Unrecognized|Too /.test(error.message),
      );
    }
  });
});
