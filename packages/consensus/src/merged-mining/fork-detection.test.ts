import assert from "node:assert/strict";
import { test } from "node:test";
import { type Header, rulesAt } from "@tandem/primitives";
import { createSealedChain, spec } from "../testing/sealed-chain.js";
import {
  forkDataHeightMin,
  forkDetectionData,
  oldestForkAncestor,
  uncleWindow,
} from "./fork-detection.js";

const template = createSealedChain().head;

/** Returns the header at a height of a branch: uncles and Bitcoin bytes differ with both. */
const headerAt = (branch: number, height: number): Header => ({
  ...template,
  number: height,
  uncleCount: (height * 7 + branch) % 11,
  bitcoinMergedMiningHeader: new Uint8Array(80).fill((height + branch) % 256),
});

/** Returns the headers of a branch that leaves another one's at a height. */
const branchOf = (branch: number, height: number, onto: readonly Header[] = []): Header[] =>
  Array.from({ length: height }, (_, at) => onto[at] ?? headerAt(branch, at));

const dataOn = (headers: readonly Header[], number: number): Uint8Array | undefined =>
  forkDetectionData(
    number,
    { header: (height) => headers[height], hash: () => undefined, uncles: () => [] },
    rulesAt(spec.forks, number),
  );

/** Reads copies of the headers, of which nothing is known yet. */
const freshlyOn = (headers: readonly Header[], number: number) =>
  dataOn(
    headers.map((header) => ({ ...header })),
    number,
  );

test("block after block the data is what the ancestors alone give, on either branch", () => {
  const one = branchOf(0, forkDataHeightMin + 140);
  const other = branchOf(5, one.length, one.slice(0, forkDataHeightMin + 20));
  for (let number = forkDataHeightMin; number <= one.length; number++) {
    for (const headers of [one, other]) {
      const found = dataOn(headers, number);
      assert.deepEqual(found, freshlyOn(headers, number), `block ${number}`);
    }
  }
  assert.notDeepEqual(dataOn(one, one.length), dataOn(other, other.length));
});

test("the uncles are those of the 32 blocks before, up to 255, and the height follows", () => {
  const headers = branchOf(0, forkDataHeightMin + 3);
  for (const number of [forkDataHeightMin, forkDataHeightMin + 1, headers.length]) {
    const sum = headers
      .slice(number - uncleWindow, number)
      .reduce((uncles, { uncleCount }) => uncles + uncleCount, 0);
    const data = dataOn(headers, number);
    assert.ok(data);
    assert.equal(data[7], Math.min(sum, 255));
    assert.equal(Buffer.from(data).readUInt32BE(8), number);
  }
});

test("without an ancestor that the data needs it is not made up", () => {
  const headers: (Header | undefined)[] = branchOf(0, forkDataHeightMin);
  delete headers[oldestForkAncestor(forkDataHeightMin)];
  assert.throws(() => dataOn(headers as Header[], forkDataHeightMin), RangeError);
});
