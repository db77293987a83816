/**
 * Validates the headers of a file, one at a time: each by itself, by its parent if the file has it,
 * and by its tag's fork-detection data if the file has enough ancestors.
 *
 * A file is a list, `{ headers: [{ number, hash, rlp }] }`, or one block in the form of JSON-RPC.
 */
import {
  type BlockHash,
  type ChainSpec,
  decodeHeader,
  type Header,
  hashHeader,
  isEqual,
  isJsonObject,
  type JsonObject,
  mainSpec,
  rootstockMainnetSpec,
  rootstockTestnetSpec,
  rulesAt,
  testSpec,
  unusableData,
} from "@tandem/primitives";
import { committedHash } from "../merged-mining/work-hash.js";
import { type Violation, violation } from "../violation.js";
import { checkLengths, headersOfBlockJson, isBlockJson } from "./block-json.js";
import { type Branch, createBranch } from "./branch.js";
import {
  type CheckContext,
  checkRules,
  contextOf,
  type HeaderCheck,
  type HeaderResult,
} from "./check-header.js";
import { bytesField, countField } from "./json-fields.js";

/** The network names that a file may state, public ones first. */
const networks: ReadonlyMap<unknown, ChainSpec> = new Map([
  ["mainnet", rootstockMainnetSpec],
  ["testnet", rootstockTestnetSpec],
  ["test", testSpec],
  ["main", mainSpec],
]);

/**
 * Validates a file. @param file the parsed JSON.
 * @throws {Fault} `unusable-data` for a file of neither form, at once or at the malformed entry.
 */
export function verifyHeaders(file: unknown, check: HeaderCheck = {}): Iterable<HeaderResult> {
  if (isJsonObject(file) && Array.isArray(file.headers))
    return verifyList(file, file.headers, check);
  const block = isJsonObject(file) && isJsonObject(file.result) ? file.result : file;
  if (isJsonObject(block) && isBlockJson(block)) return [verifyBlock(block, check)];
  throw unusableData(
    "expected { headers: [{ number, hash, rlp }] }, or one block as JSON-RPC gives it, " +
      "with its bitcoinMergedMining fields",
  );
}

function* verifyList(
  file: JsonObject,
  entries: readonly unknown[],
  check: HeaderCheck,
): Generator<HeaderResult> {
  const spec = check.spec ?? networks.get(file.network ?? "mainnet");
  if (spec === undefined) {
    throw unusableData(`network: expected one of ${[...networks.keys()].join(", ")}`);
  }
  const context = contextOf(spec, check);
  const branch = createBranch();
  for (const [i, entry] of entries.entries()) {
    if (!isJsonObject(entry)) throw unusableData(`headers[${i}]: expected { number, hash, rlp }`);
    const stated = { number: countField(entry, "number"), hash: bytesField(entry, "hash") };
    yield { ...stated, violations: checkEntry(stated, bytesField(entry, "rlp"), context, branch) };
  }
}

interface Stated {
  readonly number: number;
  readonly hash: Uint8Array;
}

function checkEntry(
  stated: Stated,
  rlp: Uint8Array,
  context: CheckContext,
  branch: Branch,
): Violation[] {
  const header = decoded(() => decodeHeader(rlp));
  if ("rule" in header) return [header];
  const hash = hashHeader(header);
  const violations = [...checkStated(stated, header, hash), ...checkRules(header, context, branch)];
  branch.append(header, hash);
  return violations;
}

function decoded(decode: () => Header): Header | Violation {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return violation("header/undecodable", { found: cause.message });
  }
}

function* checkStated(stated: Stated, header: Header, hash: BlockHash): Generator<Violation> {
  if (!isEqual(stated.hash, hash)) {
    yield violation("header/hash", { expected: stated.hash, found: hash });
  }
  if (stated.number !== header.number) {
    yield violation("header/number", { expected: stated.number, found: header.number });
  }
}

/**
 * Validates a block against the named chain, or the one whose header form results in its hash; of
 * several the one with fewest violations.
 */
function verifyBlock(block: JsonObject, check: HeaderCheck): HeaderResult {
  const stated = { number: countField(block, "number"), hash: bytesField(block, "hash") };
  const named = check.spec ?? networks.get(block.network);
  const headers = headersOfBlockJson(block);
  const attempts = (named ? [named] : fittingSpecs(stated.number)).flatMap((spec) =>
    headers.map((header) => checkBlock(block, stated, header, contextOf(spec, check))),
  );
  const misses = (violations: readonly Violation[]) =>
    violations.some(({ rule }) => rule === "header/hash") ? 1 : 0;
  attempts.sort((a, b) => misses(a) - misses(b) || a.length - b.length);
  return { ...stated, violations: attempts[0] ?? [] };
}

/**
 * Returns the chains that may have a block of this height. Before RSKIP-92 another form was hashed,
 * which is not supported.
 */
function fittingSpecs(number: number): ChainSpec[] {
  return [...networks.values()].filter((spec) => rulesAt(spec.forks, number).compactProof);
}

function checkBlock(
  block: JsonObject,
  stated: Stated,
  possible: Header,
  context: CheckContext,
): readonly Violation[] {
  const header = decoded(() => checkLengths(possible));
  if ("rule" in header) return [header];
  const violations = [
    ...checkStated(stated, header, hashHeader(header)),
    ...checkRules(header, context, createBranch()),
  ];
  if (typeof block.hashForMergedMining !== "string") return violations;
  const expected = bytesField(block, "hashForMergedMining");
  const found = committedHash(header, rulesAt(context.spec.forks, header.number));
  if (found === undefined || isEqual(found, expected)) return violations;
  return [...violations, violation("header/hash-for-merged-mining", { expected, found })];
}
