/**
 * Messages on one state, of which an engine keeps the slots from one to the next, have the results of
 * the library, whatever else changes the state between them.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Address } from "@ethereumjs/util";
import {
  concat,
  type EvmFork,
  emptyCodeHash,
  evmCommon,
  fromHex,
  keccak256,
  toHex,
} from "@tandem/primitives";
import { createLibraryEvm } from "../create-library-evm.js";
import { vmBlock } from "../environment/block-env.js";
import { runCall } from "../execution/run-call.js";
import type { LibraryEvm } from "../library/library-evm.js";
import { testEnv as env } from "../testing/block-env.js";
import { MemoryState } from "../testing/memory-state.js";
import { drawFrom } from "../testing/random-program.js";

const stepsEach = 40;
const seeds = 12;

const sender = fromHex(`0x${"5e".repeat(20)}`);
const store = fromHex(`0x${"0a".repeat(20)}`);
const factory = fromHex(`0x${"0b".repeat(20)}`);

/** Returns the slot of its second word, writes its third there, and fails or destroys itself by its first. */
const storeCode = fromHex(
  "0x6020355460005260403560203555600035600114602557600035600214602b5760206000f35b60206000fd5b60deff",
);
/** Writes 5 to slot 1 and becomes a store. */
const initCode = concat(fromHex("0x6005600155602f8060106000396000f3"), storeCode);
/** Creates a store with CREATE2, and returns its address. */
const factoryCode = concat(fromHex("0x603f80601860003960009060006000f560005260206000f3"), initCode);
const created = keccak256(
  concat(Uint8Array.of(0xff), factory, new Uint8Array(32), keccak256(initCode)),
).slice(12);

const word = (value: number) => {
  const bytes = new Uint8Array(32);
  bytes[31] = value;
  return bytes;
};

/** Counts the slots whose original values are asked of it. */
class AskedState extends MemoryState {
  asked = 0;

  override originalSlot(address: Uint8Array, slot: Uint8Array): Uint8Array {
    this.asked++;
    return super.originalSlot(address, slot);
  }
}

interface World {
  readonly library: LibraryEvm;
  readonly state: AskedState;
}

async function createWorld(fork: EvmFork, usesEngine: boolean): Promise<World> {
  const state = new AskedState();
  state.putAccount(sender, { nonce: 3n, balance: 10n ** 20n, codeHash: emptyCodeHash });
  state.putCode(store, storeCode);
  state.putCode(factory, factoryCode);
  state.forgetOriginals();
  const common = evmCommon(31, fork);
  return {
    library: await createLibraryEvm({ common, clock: { now: () => 0 }, state, usesEngine }),
    state,
  };
}

/** Executes a message as a transaction does, with what follows it. */
async function send({ library, state }: World, to: Uint8Array, data: Uint8Array) {
  const { evm } = library;
  evm.journal.cleanJournal();
  const { execResult } = await evm.runCall({
    block: vmBlock(env),
    caller: new Address(sender),
    to: new Address(to),
    gasLimit: 1_000_000n,
    gasPrice: 9n,
    data,
  });
  const gone = [...(execResult.selfdestruct ?? new Map()).keys()].filter(
    (key) => !library.common.isActivatedEIP(6780) || execResult.createdAddresses?.has(key),
  );
  for (const key of gone) state.deleteAccount(fromHex(key));
  await evm.journal.cleanup();
  evm.transientStorage.clear();
  state.forgetOriginals();
  return [toHex(execResult.returnValue), execResult.executionGasUsed, execResult.gasRefund ?? 0n];
}

/** Executes a call of which nothing remains, on the same engines. The library's changes are undone. */
async function ask({ library, state }: World, to: Uint8Array, data: Uint8Array) {
  const owed = { intrinsic: 21_000n, floor: 21_000n };
  const request = { to, data };
  const call = { request, from: sender, env, gasPrice: 9n, gas: 1_000_000n, owed };
  if (!library.usesEngine) state.checkpoint();
  const { output, gasUsed } = await runCall(library, { ...call, isForgotten: true });
  if (!library.usesEngine) state.revert();
  state.forgetOriginals();
  return [toHex(output), gasUsed];
}

type Step = (world: World) => unknown;

function stepFrom(draw: (below: number) => number): Step {
  const to = draw(3) === 0 ? created : store;
  const data = concat(word(draw(4)), word(draw(3)), word(draw(3)));
  const steps: readonly Step[] = [
    (world) => send(world, to, data),
    (world) => send(world, to, data),
    (world) => send(world, factory, new Uint8Array(0)),
    (world) => ask(world, to, data),
    ({ state }) => {
      if (state.code(to).length > 0) state.putSlot(to, word(draw(3)), word(draw(3)));
      state.forgetOriginals();
    },
    async (world) => {
      world.state.checkpoint();
      const result = await send(world, to, data);
      world.state.revert();
      return result;
    },
  ];
  return steps[draw(steps.length)] as Step;
}

const isCreatedCode = ({ state }: World) => state.code(created).length > 0;

async function historyOf(fork: EvmFork, seed: number, usesEngine: boolean) {
  const world = await createWorld(fork, usesEngine);
  const draw = drawFrom(seed);
  const history: unknown[] = [];
  for (let i = 0; i < stepsEach; i++) {
    const result = await stepFrom(draw)(world);
    history.push({ result, isCreated: isCreatedCode(world), state: world.state.contents() });
  }
  return history;
}

describe("slots that an engine keeps", () => {
  for (const fork of ["osaka", "london"] as const) {
    it(`are those of the state, by the rules of ${fork}`, async () => {
      let creations = 0;
      for (let seed = 1; seed <= seeds; seed++) {
        const history = await historyOf(fork, seed, true);
        assert.deepEqual(history, await historyOf(fork, seed, false), `seed ${seed}`);
        creations += history.filter((one) => (one as { isCreated: boolean }).isCreated).length;
      }
      assert.ok(creations > 0, "some messages met the created store");
    });
  }

  it("are not asked of the state again by the next messages", async () => {
    const world = await createWorld("osaka", true);
    const results: unknown[] = [];
    for (const value of [1, 2, 0, 3]) {
      const [output] = await send(world, store, concat(word(0), word(1), word(value)));
      results.push([output, world.state.asked]);
    }
    assert.deepEqual(
      results,
      [0, 1, 2, 0].map((before) => [toHex(word(before)), 1]),
    );
  });
});
