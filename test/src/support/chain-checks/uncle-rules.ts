/** Checks uncles against the chain that lists them, on the JSON of all of them. */
import assert from "node:assert/strict";
import { callAll } from "../rpc-batch.js";
import type { Hex, WireBlock } from "../wire.js";
import { assertFollows, type Pace } from "./header-rules.js";
import { proofFailures } from "./independent-proof.js";

const unclesMax = 10;
const generationsMax = 7;

export interface Family {
  /** Every canonical block from genesis, by height. */
  readonly chain: readonly WireBlock[];
  /** The uncles of each block, in its order. */
  readonly uncles: readonly (readonly WireBlock[])[];
  /** The difficulty of blocks off the chain, by hash. */
  readonly asideWork: ReadonlyMap<Hex, bigint>;
}

/** Reads the uncles of a chain by position, and the uncles of those by hash. */
export async function readFamily(url: string, chain: readonly WireBlock[]): Promise<Family> {
  const positions = chain.flatMap(({ number, uncles }) =>
    uncles.map((_, i) => [number, i] as const),
  );
  const found = await callAll<WireBlock>(
    url,
    positions.map(([number, i]) => ({
      method: "eth_getUncleByBlockNumberAndIndex",
      params: [number, `0x${i.toString(16)}`],
    })),
  );
  const further = found.flatMap(({ uncles }) => uncles);
  const blocks = await callAll<WireBlock>(
    url,
    further.map((hash) => ({ method: "eth_getBlockByHash", params: [hash, false] })),
  );
  const byHash = new Map(found.map((uncle) => [uncle.hash, uncle]));
  return {
    chain,
    uncles: chain.map(({ uncles }) => uncles.flatMap((hash) => byHash.get(hash) ?? [])),
    asideWork: new Map([...found, ...blocks].map((one) => [one.hash, BigInt(one.difficulty)])),
  };
}

/** Returns the sum of the difficulties of a block's uncles. */
const unclesWork = ({ uncles }: WireBlock, { asideWork }: Family) =>
  uncles.reduce((sum, hash) => {
    const work = asideWork.get(hash);
    assert.ok(work !== undefined, `the uncle ${hash} is not known`);
    return sum + work;
  }, 0n);

/** Asserts that every block follows its parent, and that every uncle is valid. */
export function assertFamily(family: Family, pace: Pace): void {
  const { chain, uncles } = family;
  const canonical = new Set(chain.map(({ hash }) => hash));
  const listed = new Set<Hex>();
  for (const [height, block] of chain.entries()) {
    const parent = chain[height - 1];
    if (parent === undefined) continue;
    assertFollows(parent, block, pace, unclesWork(block, family));
    const own = uncles[height] ?? [];
    assert.ok(own.length <= unclesMax, `block ${height} has ${own.length} uncles`);
    assert.deepEqual(
      own.map(({ hash }) => hash),
      block.uncles,
    );
    for (const uncle of own) {
      const about = `uncle ${uncle.hash} of block ${height}`;
      assert.ok(!listed.has(uncle.hash), `${about} is listed twice`);
      listed.add(uncle.hash);
      assert.ok(!canonical.has(uncle.hash), `${about} is of the chain itself`);
      const number = Number(uncle.number);
      assert.ok(number < height && height - (number - 1) <= generationsMax, about);
      const ancestor = chain[number - 1] as WireBlock;
      assertFollows(ancestor, uncle, pace, unclesWork(uncle, family));
      assert.deepEqual(proofFailures(uncle), [], about);
    }
  }
}
