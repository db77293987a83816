/** Tests that the genesis state of many accounts is computed in slices, and can be cancelled. */
import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { type ChainSpec, fromBigInt, type GenesisAccount, padStart } from "@tandem/primitives";
import { cancellationOf, systemClock } from "@tandem/runtime";
import { isNewDatabase, openStore } from "@tandem/store";
import { rebuildChain } from "../repair/rebuild-chain.js";
import { openSmallChain, smallSpec } from "../testing/small-chain.js";

const accountCount = 10_000;

/** Returns the chain with many accounts. @param onRead is called when the balance of one is read. */
function chainOf(onRead: () => void): ChainSpec {
  const accounts = Array.from({ length: accountCount }, (_, index): GenesisAccount => {
    const address = padStart(fromBigInt(BigInt(index + 1)), 20);
    return Object.defineProperty({ address, balance: 1n }, "balance", {
      get() {
        onRead();
        return 1n;
      },
    });
  });
  return { ...smallSpec, genesis: { ...smallSpec.genesis, accounts } };
}

/** Returns a chain that aborts a signal in the turn of the event loop after it has begun to compute its state. */
function abortingChain() {
  const leaving = new AbortController();
  let reads = 0;
  const spec = chainOf(() => {
    if (reads++ === 0) setImmediate(() => leaving.abort());
  });
  return { spec, signal: leaving.signal, reads: () => reads };
}

it("an opening that is cancelled while it computes the state ends, and leaves the database new", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tandem-genesis-"));
  const { spec, signal, reads } = abortingChain();
  const opening = openSmallChain("manual", { directory, spec, leaving: signal });
  await assert.rejects(opening, { name: "AbortError" });
  assert.ok(reads() > 0 && reads() < accountCount, `${reads()} accounts were read`);
  const store = await openStore({ directory, isDurable: false });
  assert.ok(isNewDatabase(store));
  await store.close();
  const opened = await openSmallChain("manual", { directory, spec: chainOf(() => {}) });
  await opened.destroy();
});

it("a restart that is cancelled while it compares the accounts with the recorded ones ends", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tandem-genesis-"));
  const first = await openSmallChain("manual", { directory, spec: chainOf(() => {}) });
  const { spec, signal, reads } = abortingChain();
  await assert.rejects(first.reopen({ spec, leaving: signal }), { name: "AbortError" });
  assert.ok(reads() < accountCount, `${reads()} accounts were read`);
  const opened = await openSmallChain("manual", { directory, spec: chainOf(() => {}) });
  await opened.destroy();
});

it("a repair that is cancelled while it computes the state ends", async () => {
  const options = { directory: undefined, isDurable: false };
  const [source, target] = [await openStore(options), await openStore(options)];
  const { spec, signal, reads } = abortingChain();
  const cancellation = cancellationOf(signal);
  const rebuilt = rebuildChain({ source, target, spec, clock: systemClock, cancellation });
  await assert.rejects(rebuilt, { name: "AbortError" });
  assert.ok(reads() < accountCount, `${reads()} accounts were read`);
  await source.close();
  await target.close();
});
