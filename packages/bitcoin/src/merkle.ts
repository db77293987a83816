/**
 * Computes Merkle trees: the root, the branch that proves the first transaction, and the root of
 * such a branch. All hashes are in internal order.
 */
import { doubleSha256, type InternalHash } from "./hash.js";
import { decodeBitcoinTransaction, valueMax } from "./transaction.js";

function join(left: InternalHash, right: InternalHash): Uint8Array {
  const pair = new Uint8Array(64);
  pair.set(left);
  pair.set(right, 32);
  return pair;
}

/** Nodes of a tree that are computed between two steps: less than a millisecond. */
const nodesInStep = 64;

/** Computes the next level of the tree, in steps: an odd last hash is paired with itself. */
function* levelAboveSteps(hashes: readonly InternalHash[]): Generator<void, InternalHash[]> {
  const above: InternalHash[] = [];
  for (let i = 0; i < hashes.length; i += 2) {
    const left = hashes[i] as InternalHash;
    above.push(doubleSha256(join(left, hashes[i + 1] ?? left)));
    if (above.length % nodesInStep === 0) yield;
  }
  return above;
}

function levelAbove(hashes: readonly InternalHash[]): InternalHash[] {
  return finish(levelAboveSteps(hashes));
}

/** Runs steps to their end. */
function finish<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
  }
}

/**
 * Computes the Merkle root over the transaction ids of a block.
 * @throws {RangeError} when there is none.
 */
export function merkleRoot(ids: readonly InternalHash[]): InternalHash {
  const [first] = ids;
  if (first === undefined) throw new RangeError("a block has at least one transaction");
  return ids.length === 1 ? first : merkleRoot(levelAbove(ids));
}

/** Returns the siblings of the first transaction from the bottom up; none if it is the only one. */
export const coinbaseBranch = (ids: readonly InternalHash[]): InternalHash[] =>
  finish(coinbaseBranchSteps(ids));

/** Computes the same in steps: a block of other people may have 16,000 transactions. */
export function* coinbaseBranchSteps(
  ids: readonly InternalHash[],
): Generator<void, InternalHash[]> {
  const [first, second] = ids;
  if (first === undefined || ids.length === 1) return [];
  const above = yield* levelAboveSteps(ids);
  return [second ?? first, ...(yield* coinbaseBranchSteps(above))];
}

/**
 * Returns whether 64 bytes can be decoded as a possible transaction. Such an inner node could be
 * presented as a leaf, so it is not accepted.
 */
export function looksLikeTransaction(pair: Uint8Array): boolean {
  // Only a transaction with one input and one output has 64 bytes; checking the count first calls
  // the decoder for one node in 256 only.
  if (pair[4] !== 1) return false;
  try {
    const { outputs } = decodeBitcoinTransaction(pair);
    return outputs.length > 0 && outputs.every((output) => output.value <= valueMax);
  } catch {
    return false;
  }
}

/**
 * Computes the root of a leaf on the left edge and its siblings. Returns undefined if a node on the
 * path looks like a transaction.
 */
export function foldBranch(
  leaf: InternalHash,
  siblings: readonly InternalHash[],
): InternalHash | undefined {
  let hash = leaf;
  for (const sibling of siblings) {
    const pair = join(hash, sibling);
    if (looksLikeTransaction(pair)) return undefined;
    hash = doubleSha256(pair);
  }
  return hash;
}
