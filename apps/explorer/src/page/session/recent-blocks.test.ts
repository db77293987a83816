import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import { RpcError } from "@tandem/rpc/client";
import type { BlockDetails } from "./answers.js";
import { RecentBlocks } from "./recent-blocks.js";

const hashOf = (number: number, branch: number) => {
  const hash = new Uint8Array(32).fill(branch);
  hash[0] = number;
  return hash;
};

/** Creates a chain whose blocks from `fork` on are of another branch, and counts the reads. */
function chainOf(length: number) {
  let fork = length;
  let reads = 0;
  let known = 0;
  const branchAt = (number: number) => (number >= fork ? 2 : 1);
  const detailsOf = (number: number, branch = branchAt(number)) => {
    reads += 1;
    if (number < known) throw new RpcError("method", "no such method");
    const parent = number - 1;
    const parentBranch = branch === 2 && parent >= fork ? 2 : 1;
    const hash = hashOf(number, branch);
    const parentHash = hashOf(parent, parentBranch);
    return { block: { number, hash, parentHash } } as unknown as BlockDetails;
  };
  return {
    headAt: (number: number) => ({ number, hash: toHex(hashOf(number, branchAt(number))) }),
    forkAt(number: number) {
      fork = number;
    },
    knowsFrom(number: number) {
      known = number;
    },
    readsSince() {
      const count = reads;
      reads = 0;
      return count;
    },
    reads: {
      ots_getBlockDetails: async ({ block }: { block: unknown }) =>
        detailsOf((block as { number: number }).number),
      ots_getBlockDetailsByHash: async ({ hash }: { hash: Uint8Array }) =>
        detailsOf(hash[0] as number, hash[1] as number),
    } as ConstructorParameters<typeof RecentBlocks>[0],
  };
}

const hashesOf = (blocks: readonly { readonly hash?: Uint8Array | undefined }[]) =>
  blocks.map(({ hash }) => [hash?.[0], hash?.[1]]);

describe("the newest blocks", () => {
  it("are read once each, down to the first block", async () => {
    const chain = chainOf(40);
    const recent = new RecentBlocks(chain.reads, 4);
    assert.deepEqual(hashesOf(await recent.upTo(chain.headAt(2))), [
      [2, 1],
      [1, 1],
      [0, 1],
    ]);
    chain.readsSince();
    const next = await recent.upTo(chain.headAt(4));
    assert.deepEqual(
      next.map(({ number }) => number),
      [4, 3, 2, 1],
    );
    assert.equal(chain.readsSince(), 2);
  });

  it("end before the blocks that a forked node does not describe", async () => {
    const chain = chainOf(40);
    chain.knowsFrom(19);
    const recent = new RecentBlocks(chain.reads, 4);
    assert.deepEqual(hashesOf(await recent.upTo(chain.headAt(20))), [
      [20, 1],
      [19, 1],
    ]);
    chain.knowsFrom(30);
    const none = new RecentBlocks(chain.reads, 4);
    await assert.rejects(none.upTo(chain.headAt(20)), RpcError);
  });

  it("are those of the other branch after a reorg", async () => {
    const chain = chainOf(40);
    const recent = new RecentBlocks(chain.reads, 4);
    await recent.upTo(chain.headAt(20));
    chain.forkAt(19);
    assert.deepEqual(hashesOf(await recent.upTo(chain.headAt(21))), [
      [21, 2],
      [20, 2],
      [19, 2],
      [18, 1],
    ]);
  });
});
