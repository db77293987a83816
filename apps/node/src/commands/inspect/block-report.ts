/** Formats the parts of a block's proof as numbered steps, with hex in byte order. */
import { secondsAfter } from "@tandem/bitcoin";
import { columns } from "@tandem/cli";
import type { CoinbaseParts, ProofParts, Violation } from "@tandem/consensus";
import { counted, type Header, toHex } from "@tandem/primitives";

const reversed = (bytes: Uint8Array) => toHex(bytes.toReversed());
const wide = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

/** The width of the column of names, with the indentation. */
const nameWidth = 26;

/** The indentations of a name, and of a value that has lines of its own. */
const nameIndent = 3;
const valueIndent = 6;

const indented = (by: number, text: string) => `${" ".repeat(by)}${text}`;

/**
 * Returns a row of name and value, with aligned values. A value that is too wide for the rest of the
 * line, such as a hash, follows in lines of its own.
 */
function row(name: string, value: string | number): string[] {
  const text = `${value}`;
  const head = indented(nameIndent, name);
  if (nameWidth + text.length <= columns) return [`${head.padEnd(nameWidth)}${text}`];
  const lines = text.match(new RegExp(`.{1,${columns - valueIndent}}`, "g")) ?? [];
  return [head, ...lines.map((line) => indented(valueIndent, line))];
}

/** Returns the same as JSON: bytes in byte order, as they are hashed. */
export const proofFacts = (header: Header, parts: ProofParts, broken: Violation | undefined) => ({
  number: header.number,
  isMined: header.number !== 0,
  holds: header.number === 0 ? null : broken === undefined,
  broken: broken ?? null,
  difficulty: header.difficulty,
  ...parts,
});

export function proofText(
  header: Header,
  parts: ProofParts,
  broken: Violation | undefined,
): string {
  const lines = [
    `Block ${header.number} ${toHex(parts.blockHash)}`,
    "",
    ...hashLines(parts),
    ...(header.number === 0
      ? ["", "Genesis was not mined: it has no proof."]
      : proofLines(header, parts)),
    "",
    ...(header.number === 0 ? [] : [verdict(broken)]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function hashLines({ baseHash, hashForMergedMining, forkTag }: ProofParts): string[] {
  const committed = hashForMergedMining ? toHex(hashForMergedMining) : "no tag of this header";
  return [
    "1. What the miner commits to",
    ...row("keccak-256 of header", toHex(baseHash)),
    ...row("hash for merged mining", committed),
    ...(forkTag === undefined
      ? [...row("fork detection", "none: such data begin with block 449")]
      : [
          ...row("- its first 20 bytes", toHex(forkTag.prefix)),
          ...row("- vector of parents", toHex(forkTag.vector)),
          ...row("- uncles in 32 blocks", forkTag.uncles),
          ...row("- height", forkTag.height),
        ]),
  ];
}

function proofLines(header: Header, parts: ProofParts): string[] {
  return [
    "",
    ...coinbaseLines(parts.coinbase),
    "",
    "3. From the coinbase to the Merkle root, hashes as computed",
    ...branchLines(parts),
    "",
    ...bitcoinLines(header, parts),
  ];
}

function coinbaseLines(coinbase: CoinbaseParts | undefined): string[] {
  const title = "2. The coinbase, as a SHA-256 midstate and the bytes that follow";
  if (coinbase === undefined) return [title, ...row("", "cannot be read")];
  const { midstate, tail, tagOffset, length, id } = coinbase;
  return [
    title,
    ...row("bytes in the midstate", midstate.count),
    ...row("midstate", toHex(midstate.state)),
    ...row(`tail, ${counted(tail.length, "byte")}`, toHex(tail)),
    ...row(
      "tag",
      tagOffset === undefined
        ? "none"
        : `at byte ${tagOffset} of the tail, ${midstate.count + tagOffset} of ${length}`,
    ),
    ...row("transaction id", reversed(id)),
  ];
}

function branchLines({ coinbase, branch, foldedRoot }: ProofParts): string[] {
  if (coinbase === undefined || foldedRoot === undefined) return [];
  const steps = branch.flatMap(({ sibling, node }, i) => [
    ...row(`sibling ${i + 1}`, toHex(sibling)),
    ...row("- together", toHex(node)),
  ]);
  return [...row("coinbase", toHex(coinbase.id)), ...steps];
}

function bitcoinLines(header: Header, parts: ProofParts): string[] {
  const { bitcoinHeader, bitcoinHash, work, target } = parts;
  const title = "4. The Bitcoin header";
  if (bitcoinHeader === undefined) return [title, ...row("", "does not have 80 bytes")];
  const { version, previousHash, merkleRoot, time, bits, nonce } = bitcoinHeader;
  const apart = secondsAfter(time, header.timestamp);
  return [
    title,
    ...row("version", `0x${(version >>> 0).toString(16).padStart(8, "0")}`),
    ...row("previous block", reversed(previousHash)),
    ...row("Merkle root", toHex(merkleRoot)),
    ...row("time", `${time}, ${Math.abs(apart)} s ${apart < 0 ? "before" : "after"} the block's`),
    ...row("bits", `0x${bits.toString(16).padStart(8, "0")}`),
    ...row("nonce", nonce),
    ...row("hash", reversed(bitcoinHash)),
    "",
    "5. The work",
    ...row("difficulty", header.difficulty.toString()),
    ...row("target", wide(target)),
    ...row("hash as a number", wide(work)),
    "",
    "6. The block hash: keccak-256 of the header and the Bitcoin header",
    ...row("block hash", toHex(parts.blockHash)),
  ];
}

function verdict(broken: Violation | undefined): string {
  if (broken === undefined) return "The proof holds.";
  const { rule, expected, found } = broken;
  const shown = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(found === undefined ? [] : [`found ${found}`]),
  ];
  return `The proof does not hold: ${[rule, ...shown].join(", ")}`;
}
