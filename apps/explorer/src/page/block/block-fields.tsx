/** Shows every field of a header with its meaning. */

import { toHex } from "@tandem/primitives";
import { isMergeMined, type MergeMined } from "@tandem/rpc/client";
import type { ComponentChildren } from "preact";
import { coins, grouped, gwei, percent, utc } from "../format/amounts.js";
import { Copy } from "../parts/copy.js";
import { Field, Fields } from "../parts/fields.js";
import { AddressLink, BlockHashLink, Hex } from "../parts/links.js";
import type { ListedBlock } from "../session/answers.js";
import { basePriceOf } from "../session/base-price.js";
import type { ShownBlock } from "./read-block.js";

type Row = readonly [name: string, meaning: string, value: ComponentChildren];

/** Returns text if the bytes are printable ASCII. */
function asText(bytes: Uint8Array): string | undefined {
  const isPrintable = bytes.length > 0 && bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isPrintable ? String.fromCharCode(...bytes) : undefined;
}

function placeRows({ details, hash, number }: ShownBlock): readonly Row[] {
  const { block } = details;
  return [
    ["Hash", "Keccak-256 of the header", <BlockId hash={hash} />],
    ["Number", "Blocks before this one", grouped(number)],
    ["Time", "Unix seconds that the miner set", `${utc(block.timestamp)} (${block.timestamp})`],
    ["Parent", "Hash of the block before", <BlockHashLink value={block.parentHash} whole />],
    ["Miner", "Receives the fees", <AddressLink value={block.miner} whole />],
    ["Extra data", "Free bytes of the miner", extraOf(block)],
  ];
}

function BlockId({ hash }: { readonly hash: Uint8Array }) {
  return (
    <>
      <Hex value={hash} whole /> <Copy text={toHex(hash)} what="the block hash" />
    </>
  );
}

function extraOf({ extraData }: ListedBlock): ComponentChildren {
  const text = asText(extraData);
  return (
    <>
      {text !== undefined && `${text} `}
      <Hex value={extraData} whole />
    </>
  );
}

function feeRows({ details }: ShownBlock): readonly Row[] {
  const { block, totalFees } = details;
  const used = `${grouped(block.gasUsed)} (${percent(block.gasUsed, block.gasLimit)})`;
  return [
    ["Gas used", "By all transactions", used],
    ["Gas limit", "The most that transactions may use", grouped(block.gasLimit)],
    ...given(
      basePriceOf(block),
      ({ name, wei }): Row => [name, "The least a transaction pays for a unit", gwei(wei)],
    ),
    ["Fees", "Paid by the transactions", coins(totalFees)],
    ...given(
      block.paidFees,
      (fees): Row => ["paidFees", "The fees that the header states", coins(fees)],
    ),
    ["Size", "Bytes of the whole block", grouped(block.size)],
  ];
}

/** Returns a row for a value; none for one that the block lacks, which is of a forked chain then. */
const given = <T,>(value: T | undefined, row: (value: T) => Row): readonly Row[] =>
  value === undefined ? [] : [row(value)];

function workRows({ details }: ShownBlock): readonly Row[] {
  const { block } = details;
  return [
    ["Difficulty", "Hashes that work for it takes on average", grouped(block.difficulty)],
    ...given(
      block.totalDifficulty,
      (total): Row => [
        "Total difficulty",
        "Of the branch up to here, uncles included",
        grouped(total),
      ],
    ),
    ...(isMergeMined(block) ? proofRows(block) : []),
  ];
}

function proofRows(block: MergeMined<ListedBlock>): readonly Row[] {
  return [
    [
      "Hash for merged mining",
      "What the coinbase of the Bitcoin block commits to",
      <Hex value={block.hashForMergedMining} whole />,
    ],
    ["Bitcoin header", "80 bytes whose hash is the work", long(block.bitcoinMergedMiningHeader)],
    [
      "Bitcoin coinbase",
      "Midstate and end of the transaction that has the tag",
      long(block.bitcoinMergedMiningCoinbaseTransaction),
    ],
    [
      "Bitcoin Merkle proof",
      "Hashes from the coinbase up to the Merkle root",
      long(block.bitcoinMergedMiningMerkleProof),
    ],
  ];
}

function rootRows({ details }: ShownBlock): readonly Row[] {
  const { block } = details;
  return [
    ["State root", "Of all accounts after the block", <Hex value={block.stateRoot} whole />],
    [
      "Transactions root",
      "Of the trie of transactions",
      <Hex value={block.transactionsRoot} whole />,
    ],
    ["Receipts root", "Of the trie of receipts", <Hex value={block.receiptsRoot} whole />],
    ["sha3Uncles", "Keccak-256 of the list of uncles", <Hex value={block.sha3Uncles} whole />],
  ];
}

const long = (bytes: Uint8Array) =>
  bytes.length === 0 ? <span class="note">none</span> : <Hex value={bytes} whole />;

/** Shows all fields of a block, in four groups. */
export function BlockFields({ block }: { readonly block: ShownBlock }) {
  const rows = [...placeRows(block), ...feeRows(block), ...workRows(block), ...rootRows(block)];
  return (
    <Fields>
      {rows.map(([name, meaning, value]) => (
        <Field key={name} name={name} meaning={meaning}>
          {value}
        </Field>
      ))}
    </Fields>
  );
}
