/**
 * Validates the headers of a chain that was exported as RLP blocks, and of the uncles they list.
 */
import {
  type ChainSpec,
  decodeBlockHeaders,
  type Header,
  hashHeader,
  isEqual,
  unclesHash,
  unusableData,
} from "@tandem/primitives";
import { createUncleRules, parentNotAncestor } from "../validate-uncles.js";
import { type Violation, violation } from "../violation.js";
import { type Branch, createBranch } from "./branch.js";
import {
  type CheckContext,
  checkRules,
  contextOf,
  type HeaderCheck,
  type HeaderResult,
} from "./check-header.js";

export interface BlockHeaderResult extends HeaderResult {
  readonly isUncle: boolean;
}

export interface BlockCheck extends HeaderCheck {
  readonly spec: ChainSpec;
}

/**
 * Validates blocks. Yields a result for each block's header, then one for each of its uncles.
 * @param blocks RLP of `[header, transactions, uncles]`, oldest first.
 * @throws {Fault} `unusable-data` at the first that cannot be decoded.
 */
export function* verifyBlocks(
  blocks: Iterable<Uint8Array>,
  check: BlockCheck,
): Generator<BlockHeaderResult> {
  const context = contextOf(check.spec, check);
  const branch = createBranch();
  let position = 0;
  for (const bytes of blocks) {
    const { header, uncles } = decode(bytes, position++);
    const hash = hashHeader(header);
    const violations = [...checkListed(header, uncles), ...checkRules(header, context, branch)];
    yield { number: header.number, hash, violations, isUncle: false };
    if (uncles.length > 0) yield* checkUncles(header.number, uncles, context, branch);
    branch.append(header, hash, uncles);
  }
}

function decode(bytes: Uint8Array, position: number) {
  try {
    return decodeBlockHeaders(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw unusableData(`block ${position} of the file: ${cause.message}`, cause);
  }
}

function* checkListed(header: Header, uncles: readonly Header[]): Generator<Violation> {
  if (header.uncleCount !== uncles.length) {
    yield violation("uncles/count", { expected: uncles.length, found: header.uncleCount });
  }
  const expected = unclesHash(uncles);
  if (!isEqual(header.unclesHash, expected)) {
    yield violation("uncles/hash", { expected, found: header.unclesHash });
  }
}

/** Validates the uncles of the block at a height, whose ancestors are on the branch. */
function* checkUncles(
  number: number,
  uncles: readonly Header[],
  context: CheckContext,
  branch: Branch,
): Generator<BlockHeaderResult> {
  // The rules of their headers are checked apart, since the file may lack ancestors that those need.
  const isKnownValid = () => true;
  const findMisplaced = createUncleRules({ ...context, number, ancestry: branch, isKnownValid });
  for (const uncle of uncles) {
    const misplaced = findMisplaced(uncle);
    // A parent at a height that the file lacks may be an ancestor.
    const isOpen =
      misplaced?.rule === parentNotAncestor && branch.header(uncle.number - 1) === undefined;
    const ofPlace = misplaced === undefined || isOpen ? [] : [misplaced];
    const violations = [...ofPlace, ...checkRules(uncle, context, branch)];
    yield { number: uncle.number, hash: hashHeader(uncle), violations, isUncle: true };
  }
}
