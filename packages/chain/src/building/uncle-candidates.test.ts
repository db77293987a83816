import assert from "node:assert/strict";
import { it } from "node:test";
import { oldestUncleHeight } from "@tandem/consensus";
import type { Header, StoredBlock } from "@tandem/primitives";
import { openStore, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { Blocks } from "../reads/blocks.js";
import { UncleCandidates } from "./uncle-candidates.js";

const hashOf = (height: number, n: number) => {
  const hash = new Uint8Array(32).fill(height);
  hash[1] = n;
  return hash;
};

it("reads no blocks that are too old to be listed, which would take the place of others", async () => {
  const store = await openStore({ directory: undefined, isDurable: false });
  const parent = { hash: hashOf(20, 0), header: { number: 20 } } as StoredBlock;
  const oldest = oldestUncleHeight(21);
  const batch = store.batch();
  const add = (height: number, n: number) =>
    batch.put(table.blocksByHeight, { height, hash: hashOf(height, n) }, true);
  for (let n = 0; n < chainLimits.uncleCandidatesMax; n++) add(oldest - 1, n);
  add(oldest, 1);
  await batch.commit();
  const blocks = {
    onRemembered: () => {},
    header: (hash: Uint8Array) => ({ number: hash[0] }) as Header,
  } as unknown as Blocks;
  const ancestry = { header: () => undefined, hash: () => undefined, uncles: () => [] };
  const found = await new UncleCandidates(store, blocks).at({ parent, ancestry });
  assert.deepEqual(
    found.map(({ number }) => number),
    [oldest],
  );
  await store.close();
});

it("keeps no keys that were read while rows were deleted, and reads others once", async () => {
  const store = await openStore({ directory: undefined, isDurable: false });
  const parent = { hash: hashOf(20, 0), header: { number: 20 } } as StoredBlock;
  const blocks = { onRemembered: () => {}, header: () => undefined } as unknown as Blocks;
  const ancestry = { header: () => undefined, hash: () => undefined, uncles: () => [] };
  let reads = 0;
  const keys: typeof store.keys = (...range) => {
    reads++;
    return store.keys(...range);
  };
  const candidates = new UncleCandidates({ ...store, keys }, blocks);
  const reading = candidates.at({ parent, ancestry });
  candidates.clear();
  await reading;
  for (let n = 0; n < 2; n++) await candidates.at({ parent, ancestry });
  assert.equal(reads, 2);
  await store.close();
});
