import assert from "node:assert/strict";
import { test } from "node:test";
import type { Chain } from "@tandem/chain";
import type { StoredBlock } from "@tandem/primitives";
import { announcing, HeadAnnouncer, readAnnounced } from "./shared-head.js";

const hashOf = (n: number) => new Uint8Array(32).fill(n);
/** Creates the part of a block that is announced. Its state has the root 100 above the number of its hash. */
const block = (number: number, n: number, parent: number) =>
  ({
    hash: hashOf(n),
    header: { number, parentHash: hashOf(parent), stateRoot: hashOf(100 + n) },
  }) as StoredBlock;

test("rows that readers have cached are dropped unless the head moved to a new block on it", () => {
  let head = block(1, 1, 0);
  const edited = new Map<StoredBlock, Uint8Array>();
  const after = () => edited.get(head) ?? head.header.stateRoot;
  const announcer = new HeadAnnouncer();
  const announced = readAnnounced(announcer.buffer);
  const blocks = { edits: { after } as unknown as Chain["blocks"]["edits"] };
  const announce = announcing({ head: () => head, blocks }, (one) => announcer.announce(one));
  const revisionsAt = (next: StoredBlock) => {
    head = next;
    announce();
    assert.deepEqual(announced().hash, head.hash);
    assert.deepEqual(announced().root, after());
    return announced().revisions;
  };

  const [first, second, third] = [head, block(2, 2, 1), block(3, 3, 2)];
  const begun = revisionsAt(first);
  assert.equal(revisionsAt(second), begun, "a new block");
  edited.set(second, hashOf(7));
  assert.equal(revisionsAt(second), begun + 1, "an edit");
  assert.equal(revisionsAt(third), begun + 1, "a new block on an edited state");
  assert.equal(revisionsAt(first), begun + 2, "blocks are removed");
  assert.equal(revisionsAt(third), begun + 3, "they come back");
  assert.equal(revisionsAt(first), begun + 4);
  assert.equal(revisionsAt(second), begun + 5, "one comes back with its edit");
  assert.equal(revisionsAt(block(3, 4, 1)), begun + 6, "a block of another branch");
});
