/** Shows the steps in the Bitcoin block: Merkle branch, header and work. */
import { type BitcoinHeader, headerBytes, targetFromBits, toDisplay } from "@tandem/bitcoin";
import type { ProofParts } from "@tandem/consensus";
import { isEqual } from "@tandem/primitives";
import { utc } from "../format/amounts.js";
import { Hex } from "../parts/links.js";
import { type BytePart, ByteSpans } from "./byte-spans.js";

/** Draws the branch as a tree, level by level: the node on the path, its sibling, and their parent. */
export function BranchStep({ parts }: { readonly parts: ProofParts }) {
  const { branch, coinbase, foldedRoot, bitcoinHeader } = parts;
  if (coinbase === undefined || foldedRoot === undefined)
    return <p>There is no leaf to begin with.</p>;
  const isRoot = bitcoinHeader !== undefined && isEqual(bitcoinHeader.merkleRoot, foldedRoot);
  const nodes = [coinbase.id, ...branch.map(({ node }) => node)];
  return (
    <ol class="tree" aria-label="Merkle branch, from the coinbase up">
      {branch.map(({ sibling }, level) => (
        <li key={level}>
          <span class="level">Level {level}</span>
          <span class="node path">
            {level === 0 ? "Coinbase " : "Node "}
            <Hex value={toDisplay(nodes[level] ?? sibling)} />
          </span>
          <span class="node">
            Sibling <Hex value={toDisplay(sibling)} />
          </span>
        </li>
      ))}
      <li>
        <span class="level">Root</span>
        <span class={`node path ${isRoot ? "good" : "bad"}`}>
          <Hex value={toDisplay(foldedRoot)} whole />{" "}
          {isRoot ? "is the root in the Bitcoin header" : "is not the root in the Bitcoin header"}
        </span>
      </li>
    </ol>
  );
}

const fieldBytes = [4, 32, 32, 4, 4, 4] as const;

function headerParts(bytes: Uint8Array, header: BitcoinHeader): readonly BytePart[] {
  const values = [
    ["Version", `${header.version}`],
    ["Previous block", <Hex key="hash" value={toDisplay(header.previousHash)} whole />],
    ["Merkle root", <Hex key="hash" value={toDisplay(header.merkleRoot)} whole />],
    ["Time", utc(header.time)],
    ["Bits", `0x${header.bits.toString(16)}, the target in compact form`],
    ["Nonce", `${header.nonce}, what the miner searched for`],
  ] as const;
  let at = 0;
  return values.map(([name, value], i) => {
    const start = at;
    at += fieldBytes[i] ?? 0;
    return { name, value, tone: i, bytes: bytes.subarray(start, at) };
  });
}

/** @param props.bytes the field of our header, which may be malformed. */
export function FormStep({
  parts,
  bytes,
}: {
  readonly parts: ProofParts;
  readonly bytes: Uint8Array;
}) {
  if (parts.bitcoinHeader === undefined) {
    return (
      <p>
        A Bitcoin header has {headerBytes} bytes; this field has {bytes.length}.
      </p>
    );
  }
  return <ByteSpans parts={headerParts(bytes, parts.bitcoinHeader)} label="Bitcoin header" />;
}

const hex64 = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

function bitcoinTarget(header: BitcoinHeader | undefined): bigint | undefined {
  try {
    return header && targetFromBits(header.bits);
  } catch {
    return undefined;
  }
}

export function WorkStep({ parts }: { readonly parts: ProofParts }) {
  const { work, target, bitcoinHeader } = parts;
  const theirs = bitcoinTarget(bitcoinHeader);
  return (
    <dl class="targets">
      <div>
        <dt>Hash of the Bitcoin header, as a number</dt>
        <dd>
          <Hex value={hex64(work)} whole />
        </dd>
      </div>
      <div>
        <dt>Our target: 2²⁵⁶ divided by the difficulty, by 3 at least</dt>
        <dd>
          <Hex value={hex64(target)} whole />{" "}
          <span class={work <= target ? "good" : "bad"}>
            {work <= target ? "is met" : "is not met"}
          </span>
        </dd>
      </div>
      {theirs !== undefined && (
        <div>
          <dt>Bitcoin's target</dt>
          <dd>
            <Hex value={hex64(theirs)} whole />{" "}
            <span class="note">
              {work <= theirs
                ? "is met: this is a Bitcoin block too"
                : "is not met, and need not be: the work counts for us alone"}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}
