import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import type { Header } from "@tandem/primitives";
import { toHex } from "@tandem/primitives";
import { checkForkData } from "./fork-data.js";
import { type ProofSource, sourcesOfText } from "./source.js";

const file = new URL(
  "../../../../../test/vectors/rootstock/mainnet-4479841-4480540.json",
  import.meta.url,
);
const sources = sourcesOfText(readFileSync(file, "utf8"));
const first = sources[0]?.header.number ?? 0;

const answerOf = ({ header }: ProofSource) => ({
  parentHash: header.parentHash,
  bitcoinMergedMiningHeader: header.bitcoinMergedMiningHeader,
  uncles: Array<Uint8Array>(header.uncleCount).fill(new Uint8Array(32)),
});
const byHash = new Map(sources.map((source) => [toHex(source.hash ?? new Uint8Array(0)), source]));

/** Returns the headers of the file as a node would; `change` can make one invalid. */
const readsOf = (change: (header: Header) => Header = (header) => header) => {
  const shown = (source: ProofSource | undefined) =>
    source && answerOf({ ...source, header: change(source.header) });
  return {
    eth_getBlockByHash: async ({ hash }: { hash: Uint8Array }) => shown(byHash.get(toHex(hash))),
    eth_getBlockByNumber: async ({ block }: { block: unknown }) =>
      shown(sources[(block as { number: number }).number - first]),
  } as unknown as Parameters<typeof checkForkData>[0];
};

describe("fork-detection data recomputed from ancestors", () => {
  it("match real headers", async () => {
    for (const source of sources.slice(600, 610)) {
      const result = await checkForkData(readsOf(), source);
      assert.equal(result.state, "holds");
    }
  });

  it("differ if an ancestor is another block", async () => {
    const [source] = sources.slice(620);
    assert.ok(source);
    const moreUncles = (header: Header) =>
      header.number === source.header.number - 3
        ? { ...header, uncleCount: header.uncleCount + 1 }
        : header;
    assert.equal((await checkForkData(readsOf(moreUncles), source)).state, "broken");
  });

  it("are unknown if ancestors are missing, and absent in low blocks", async () => {
    const [early] = sources;
    assert.ok(early);
    assert.equal((await checkForkData(readsOf(), early)).state, "unknown");
    const low = { ...early, header: { ...early.header, number: 449 } };
    assert.equal((await checkForkData(readsOf(), low)).state, "none");
  });
});
