/** Tests that real headers are accepted, and each mutated one is refused with the violated rule. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyHeaders } from "@tandem/consensus";
import {
  type ChainSpec,
  decodeHeader,
  encodeHeader,
  fromHex,
  type Header,
  hashHeader,
  rootstockMainnetSpec,
  rootstockTestnetSpec,
  rulesAt,
  toHex,
} from "@tandem/primitives";
import { verifyBlock } from "../../independent-proof.mjs";
import {
  blockOfHeader,
  headerOfBlock,
  type ListedHeader,
  readBlocks,
  readHeaderList,
} from "../support/chain-checks/rootstock-vectors.js";
import { fewOrMany } from "../support/extent.js";
import { mutations } from "../support/mutations/header-mutations.js";
import { flip, type Mutation, mutate } from "../support/mutations/mutation.js";

const consecutive = readHeaderList("mainnet-4479841-4480540.json");
const older = readHeaderList("mainnet-older-headers.json");
const blocks = readBlocks();

/** Returns the rules that the last header of a file violates. */
function lastRules(file: unknown): readonly string[] {
  const last = [...verifyHeaders(file)].at(-1);
  assert.ok(last);
  return last.violations.map(({ rule }) => rule);
}

const decode = (entry: ListedHeader) => decodeHeader(fromHex(entry.rlp));
const listed = (header: Header): ListedHeader => ({
  number: header.number,
  hash: toHex(hashHeader(header)),
  rlp: toHex(encodeHeader(header)),
});

test("all 700 consecutive mainnet headers are valid", () => {
  const results = [...verifyHeaders({ headers: consecutive })];
  assert.equal(results.length, 700);
  assert.deepEqual(
    results.filter((result) => result.violations.length > 0),
    [],
  );
});

test("every header encodes to its original bytes", () => {
  for (const entry of [...consecutive, ...older]) {
    assert.equal(toHex(encodeHeader(decode(entry))), entry.rlp);
    assert.equal(toHex(hashHeader(decode(entry))), entry.hash);
  }
});

test("the older headers of 19 fields are valid", () => {
  assert.ok(older.length >= 3);
  for (const { violations } of verifyHeaders({ headers: older })) assert.deepEqual(violations, []);
});

test("there are ten blocks in JSON, and each is valid", () => {
  assert.equal(blocks.size, 10);
  for (const [name, block] of blocks) {
    for (const { violations } of verifyHeaders(block)) assert.deepEqual(violations, [], name);
  }
});

test("a block is valid with its numbers in hex, in decimal, and inside a JSON-RPC answer", () => {
  const names = ["number", "gasLimit", "gasUsed", "timestamp", "difficulty", "paidFees"];
  for (const [name, block] of blocks) {
    const written = (write: (value: bigint) => unknown) => ({
      ...block,
      ...Object.fromEntries(names.map((key) => [key, write(BigInt(block[key] as string))])),
    });
    const decimal = written((value) => value.toString());
    const hex = written((value) => `0x${value.toString(16)}`);
    assert.deepEqual(lastRules(decimal), [], name);
    assert.deepEqual(lastRules(hex), [], name);
    assert.deepEqual(lastRules({ jsonrpc: "2.0", id: 1, result: block }), [], name);
  }
});

interface Subject {
  readonly name: string;
  readonly header: Header;
  readonly spec: ChainSpec;
  readonly hasParent: boolean;
  readonly isJson: boolean;
  /** Returns a file that ends with the header and the given hash. */
  file(header: Header, hash: Uint8Array): unknown;
}

function listSubject(entry: ListedHeader, before?: ListedHeader): Subject {
  return {
    name: `mainnet ${entry.number}`,
    header: decode(entry),
    spec: rootstockMainnetSpec,
    hasParent: before !== undefined,
    isJson: false,
    file: (header, hash) => ({
      headers: [...(before ? [before] : []), { ...listed(header), hash: toHex(hash) }],
    }),
  };
}

function blockSubjects(): Subject[] {
  return [...blocks].map(([name, block]) => {
    const isMainnet = /mainnet|7350282|7351440/.test(name);
    const spec = isMainnet ? rootstockMainnetSpec : rootstockTestnetSpec;
    const { ummRoot } = rulesAt(spec.forks, Number(block.number));
    const file: Subject["file"] = (header, hash) => blockOfHeader(block, header, hash);
    const header = headerOfBlock(block, ummRoot);
    return { name, header, spec, hasParent: false, isJson: true, file };
  });
}

/** Is the number of headers of which one is mutated. */
const between = fewOrMany(57, 19);

/** Lists some of the 700 headers with their parents, the older ones, and the blocks. */
const subjects: readonly Subject[] = [
  ...consecutive.flatMap((entry, i) =>
    i % between === 1 ? [listSubject(entry, consecutive[i - 1])] : [],
  ),
  ...older.map((entry) => listSubject(entry)),
  ...blockSubjects(),
];

test("the subjects of the mutations are valid before they are mutated", () => {
  assert.equal(subjects.length, fewOrMany(13, 37) + 3 + 10);
  for (const { name, header, file } of subjects) {
    assert.deepEqual(lastRules(file(header, hashHeader(header))), [], name);
  }
});

function fits(mutation: Mutation, subject: Subject): boolean {
  if (mutation.needsParent && !subject.hasParent) return false;
  if (mutation.needsRlp && subject.isJson) return false;
  const rules = rulesAt(subject.spec.forks, subject.header.number);
  return mutation.applies?.(rules, subject.header) ?? true;
}

test("there are at least forty mutations", () => {
  assert.ok(mutations.length >= 60, `${mutations.length}`);
  assert.equal(new Set(mutations.map(({ name }) => name)).size, mutations.length);
});

for (const mutation of mutations) {
  test(`${mutation.name} is refused as ${mutation.rule}`, () => {
    const fitting = subjects.filter((subject) => fits(mutation, subject));
    assert.ok(fitting.length >= 3, "too few headers to try it on");
    for (const subject of fitting) {
      const spoiled = mutate(subject.header, mutation);
      const hash = hashHeader(spoiled);
      const rules = lastRules(subject.file(spoiled, hash));
      assert.ok(rules.includes(mutation.rule), `${subject.name}: ${rules.join(", ")}`);
      const original = hashHeader(subject.header);
      if (Buffer.compare(hash, original) === 0) continue;
      const restated = lastRules(subject.file(spoiled, original));
      assert.ok(restated.includes("header/hash"), `${subject.name}: ${restated.join(", ")}`);
    }
  });
}

test("a changed bit of the fork-detection data of any header from the 450th on is detected", () => {
  for (const [i, entry] of consecutive.entries()) {
    // Few headers are checked with the 449 before them: each check takes the rules through 450
    // headers.
    if (i < 449 || i % fewOrMany(500, 100) !== 0) continue;
    const header = decode(entry);
    const field = header.bitcoinMergedMiningCoinbaseTransaction;
    const tag = Buffer.from(field).lastIndexOf("RSKBLOCK:");
    for (const at of [20, 26, 27, 31]) {
      const spoiled = {
        ...header,
        bitcoinMergedMiningCoinbaseTransaction: flip(field, tag + 9 + at),
      };
      const rules = lastRules({ headers: [...consecutive.slice(i - 449, i), listed(spoiled)] });
      assert.ok(rules.includes("fork-detection/other-branch"), `${header.number} byte ${at}`);
    }
  }
});

test("a header with another header's proof is refused", () => {
  const [a, b] = [consecutive[100], consecutive[101]].map((entry) => decode(entry as ListedHeader));
  assert.ok(a && b);
  const mixed = {
    ...b,
    bitcoinMergedMiningHeader: a.bitcoinMergedMiningHeader,
    bitcoinMergedMiningMerkleProof: a.bitcoinMergedMiningMerkleProof,
    bitcoinMergedMiningCoinbaseTransaction: a.bitcoinMergedMiningCoinbaseTransaction,
  };
  const rules = lastRules({ headers: [consecutive[100], listed(mixed)] });
  assert.deepEqual(rules, ["merged-mining/tag-missing"]);
});

test("a wrong stated hash, number or hash for merged mining is detected", () => {
  const [first] = consecutive;
  assert.ok(first);
  const hash = toHex(flip(fromHex(first.hash), 5));
  assert.deepEqual(lastRules({ headers: [{ ...first, hash }] }), ["header/hash"]);
  const number = first.number + 1;
  assert.deepEqual(lastRules({ headers: [{ ...first, number }] }), ["header/number"]);
  const block = blocks.get("mainnet-9000000.json");
  const wrong = { ...block, hashForMergedMining: first.hash };
  assert.deepEqual(lastRules(wrong), ["header/hash-for-merged-mining"]);
});

test("the independent script accepts every block and names the failed step", () => {
  for (const [name, block] of blocks) assert.ok(verifyBlock(block).ok, name);
  const failed = (subject: Subject, change: (header: Header) => Partial<Header>) => {
    const header = { ...subject.header, ...change(subject.header) };
    const { ok, steps } = verifyBlock(subject.file(header, hashHeader(header)));
    assert.equal(ok, false);
    return steps.filter((step) => !step.ok).map((step) => step.name);
  };
  for (const subject of blockSubjects()) {
    const { bitcoinMergedMiningHeader: bitcoin, stateRoot } = subject.header;
    const coinbase = subject.header.bitcoinMergedMiningCoinbaseTransaction;
    assert.deepEqual(
      failed(subject, () => ({ stateRoot: flip(stateRoot, 0) })),
      ["tag"],
    );
    assert.deepEqual(
      failed(subject, () => ({ bitcoinMergedMiningCoinbaseTransaction: flip(coinbase, 20) })),
      ["branch"],
    );
    assert.deepEqual(
      failed(subject, () => ({ bitcoinMergedMiningHeader: flip(bitcoin, 76) })),
      ["work"],
    );
  }
});
