/** A node that stops does not wait until the calls that its main thread executes reach their time limit. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createBackend } from "@tandem/node";
import { fromHex } from "@tandem/primitives";
import { createWorld, restartsOf, type World, worldSpec } from "../support/world.js";

const loop = new Uint8Array(20).fill(0x1f);
const spec = {
  ...worldSpec,
  genesis: {
    ...worldSpec.genesis,
    gasLimit: 10n ** 13n,
    accounts: [
      ...worldSpec.genesis.accounts,
      { address: loop, balance: 0n, code: fromHex("0x5b600056") },
    ],
  },
};
const latest = { tag: "latest" } as const;

describe("a request of a node that stops", () => {
  let world: World;
  before(async () => {
    world = await createWorld({ spec });
  });
  after(() => world.destroy());

  /** The clock of this chain stands still, so that no time limit ends a call. */
  const stopDuring = async (request: (backend: ReturnType<typeof createBackend>) => unknown) => {
    const { chain, store } = world;
    const leaving = new AbortController();
    const backend = createBackend({
      ...{ chain, store, clientVersion: "Tandem/test", restarts: restartsOf(chain) },
      leaving: leaving.signal,
    });
    const answer = Promise.resolve(request(backend));
    setImmediate(() => leaving.abort());
    await assert.rejects(answer, { name: "AbortError" });
  };
  const call = { to: loop, data: new Uint8Array(0) };

  it("ends if it is a call", () => stopDuring((b) => b.call(call, latest, [])));
  it("ends if it is an estimate", () => stopDuring((b) => b.estimateGas(call, latest, [])));
  it("ends if it is an access list", () => stopDuring((b) => b.accessList(call, latest, [])));
});
