/** Tests the rules of the EVM in eth_config, for forks at heights of a chain file. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { createNode } from "../create-node.js";

interface Shown {
  readonly current: {
    readonly activationTime: number;
    readonly blockHeight: string;
    readonly forkId: string;
    readonly precompiles: Readonly<Record<string, string>>;
  };
}

const lab = {
  name: "lab",
  chainId: 4242,
  blockSeconds: 3,
  difficultyDivisor: 400,
  minimumDifficulty: 1000,
  minimumGasLimit: 3_000_000,
  futureSecondsMax: 0,
  bitcoinTimeSecondsMax: 300,
  genesis: {
    timestamp: 1_700_000_000,
    difficulty: 1000,
    gasLimit: 10_000_000,
    minimumGasPrice: 0,
    alloc: {},
  },
};

/** Computes CRC-32 (ISO 3309) bit by bit, as EIP-2124 specifies. */
function crcOf(bytes: Uint8Array): string {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return `0x${((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0")}`;
}

describe("eth_config", () => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-config-"));
  after(() => rmSync(directory, { recursive: true }));

  it("returns the fork of the head, with its time and height", async () => {
    const file = join(directory, "chain.json");
    const merging = { orchid: 0, wasabi: 0, papyrus: 0, iris: 0 };
    const forks = { ...merging, london: 0, shanghai: 0, cancun: 2, prague: 3 };
    const spec = { ...lab, forks };
    writeFileSync(file, JSON.stringify(spec));
    const node = await createNode({ chain: file, isListening: false, mining: "manual" });
    try {
      const { request } = node.provider;
      const shown = async () => ((await request("eth_config", [])) as Shown).current;
      const { hash } = (await request("eth_getBlockByNumber", ["0x0", false])) as { hash: string };
      const genesis = Buffer.from(hash.slice(2), "hex");
      const height = (number: number) => Buffer.from(number.toString(16).padStart(16, "0"), "hex");
      const first = await shown();
      assert.equal(first.blockHeight, "0x0");
      assert.equal(first.activationTime, 0);
      assert.equal(first.forkId, crcOf(genesis));
      assert.equal(Object.keys(first.precompiles).length, 9);
      await request("evm_mine", [{ blocks: 4 }]);
      const later = await shown();
      const block = (await request("eth_getBlockByNumber", ["0x3", false])) as {
        timestamp: string;
      };
      assert.equal(later.blockHeight, "0x3");
      assert.equal(later.activationTime, Number(block.timestamp));
      assert.equal(later.forkId, crcOf(Buffer.concat([genesis, height(2), height(3)])));
      assert.equal(later.precompiles.BLS12_G1ADD, `0x${"b".padStart(40, "0")}`);
      assert.equal(later.precompiles.P256VERIFY, undefined);
    } finally {
      await node.close();
    }
  });
});
