/** Contracts choose their codes, and with them hashes whose first bytes are alike: engines find codes as fast then. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Address } from "@ethereumjs/util";
import { type Account, emptyTrieRoot, evmCommon, fromHex } from "@tandem/primitives";
import { createLibraryEvm } from "../create-library-evm.js";
import { vmBlock } from "../environment/block-env.js";
import { MemoryState } from "../testing/memory-state.js";

const accounts = 8_000;
const addressOf = (number: number) => fromHex(`0x${number.toString(16).padStart(40, "0")}`);
const contract = addressOf(0xa00);
const sender = new Address(addressOf(0x5e4de4));
const firstAddress = 0x100_000;

/** EXTCODESIZE of as many accounts as the counter says, which is on top of the stack. */
const code = fromHex("0x611f405b8062100000013b50600190038060035700");

/** Gives each account from the first address on a code of its own. */
class ManyCodes extends MemoryState {
  readonly #hashOf: (index: number) => Uint8Array;

  constructor(hashOf: (index: number) => Uint8Array) {
    super();
    this.#hashOf = hashOf;
  }

  #index(address: Uint8Array): number {
    return Buffer.from(address).readUInt32BE(16) - firstAddress;
  }

  override account(address: Uint8Array): Account | undefined {
    const index = this.#index(address);
    if (index < 0) return super.account(address);
    const codeHash = this.#hashOf(index);
    return { nonce: 1n, balance: 0n, codeHash, storageRoot: emptyTrieRoot };
  }

  override code(address: Uint8Array): Uint8Array {
    return this.#index(address) < 0 ? super.code(address) : Uint8Array.of(0);
  }
}

/** A hash of which the first eight bytes are given, and the others are the index. */
function hashFrom(first: bigint, index: number): Uint8Array {
  const hash = Buffer.alloc(32);
  hash.writeBigUInt64LE(first);
  hash.writeUInt32LE(index, 28);
  return hash;
}

// Not while the file is loaded: it changes the library, which other files read before it is changed.
let machine: Awaited<ReturnType<typeof createLibraryEvm>>;
before(async () => {
  machine = await createLibraryEvm({
    common: evmCommon(31, "osaka"),
    clock: { now: () => 0 },
    state: new MemoryState(),
    loader: undefined,
    stock: undefined,
    usesEngine: true,
    onFallback: () => assert.fail("the engine runs it"),
  });
});

const block = vmBlock({
  number: 300,
  timestamp: 1_700_000_000,
  coinbase: addressOf(0xc01b),
  difficulty: 131_072n,
  gasLimit: 60_000_000n,
  minimumGasPrice: 0n,
});

/** @returns the processor time of a call that asks for the size of each code, in microseconds. */
async function timeOf(hashOf: (index: number) => Uint8Array): Promise<number> {
  const { evm } = machine;
  const state = new ManyCodes(hashOf);
  state.putCode(contract, code);
  machine.state.state = state;
  evm.journal.cleanJournal();
  const before = process.cpuUsage();
  const to = new Address(contract);
  const { execResult } = await evm.runCall({ block, caller: sender, to, gasLimit: 60_000_000n });
  const { user, system } = process.cpuUsage(before);
  assert.equal(execResult.exceptionError, undefined);
  assert.ok(execResult.executionGasUsed > 2_600n * BigInt(accounts), "all were cold");
  await evm.journal.cleanup();
  return user + system;
}

test("codes whose hashes begin alike are found as fast as others", async () => {
  const alike: number[] = [];
  const different: number[] = [];
  for (let round = 0; round < 5; round++) {
    alike.push(await timeOf((index) => hashFrom(7n, index)));
    different.push(await timeOf((index) => hashFrom(BigInt(index) * 0x9e37_79b9n, index)));
  }
  assert.ok(Math.min(...alike) < 3 * Math.min(...different), `${alike} and ${different} µs`);
});
