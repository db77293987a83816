/** Shows the steps in this chain: the header's hash, and the hash to which Bitcoin's coinbase commits. */

import type { ProofParts } from "@tandem/consensus";
import { encodeHeaderForWork, type Header } from "@tandem/primitives";
import { Hex } from "../parts/links.js";
import { type BytePart, ByteSpans } from "./byte-spans.js";

export function HashStep({ parts }: { readonly parts: ProofParts }) {
  return (
    <p>
      Keccak-256 of the header, without Merkle proof and coinbase, is the block hash{" "}
      <Hex value={parts.blockHash} whole />.
    </p>
  );
}

const keptBytes = 20;
const vectorBytes = 7;

/** Splits the 32 bytes after a tag into the hash prefix and the fork-detection data (RSKIP-110). */
export function commitmentParts({
  forkTag,
  baseHash,
  hashForMergedMining,
}: ProofParts): BytePart[] {
  if (forkTag === undefined) {
    return [{ name: "Base hash", bytes: hashForMergedMining ?? baseHash, tone: 1 }];
  }
  const hash = hashForMergedMining ?? baseHash;
  const uncles = hash.subarray(keptBytes + vectorBytes, keptBytes + vectorBytes + 1);
  const height = hash.subarray(keptBytes + vectorBytes + 1);
  return [
    { name: "Base hash, first 20 bytes", bytes: forkTag.prefix, tone: 1 },
    {
      name: "Commit-to-parents vector",
      bytes: forkTag.vector,
      tone: 2,
      value: "one byte of seven ancestors, 64 blocks apart",
    },
    {
      name: "Uncles",
      bytes: uncles,
      tone: 3,
      value: `${forkTag.uncles} of the 32 blocks before`,
    },
    { name: "Height", bytes: height, tone: 4, value: `${forkTag.height}` },
  ];
}

export function CommitmentStep({
  header,
  parts,
}: {
  readonly header: Header;
  readonly parts: ProofParts;
}) {
  return (
    <>
      <p>
        Keccak-256 of the {encodeHeaderForWork(header).length} bytes of the header without its proof
        is <Hex value={parts.baseHash} whole />.{" "}
        {parts.forkTag === undefined
          ? "Below height 449 this is the hash for merged mining."
          : "Its last twelve bytes are replaced by fork-detection data, which shows hidden branches."}
      </p>
      <ByteSpans parts={commitmentParts(parts)} label="Hash for merged mining" />
    </>
  );
}
