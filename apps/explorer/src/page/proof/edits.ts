/** Edits fields of a header, as text. */
import { bytesOfHex, type Header, toHex } from "@tandem/primitives";

type BytesField = {
  [Name in keyof Header]-?: Header[Name] extends Uint8Array ? Name : never;
}[keyof Header];
type NumberField = {
  [Name in keyof Header]-?: Header[Name] extends bigint | number ? Name : never;
}[keyof Header];

/** The fields that can be edited, by their JSON-RPC names. */
const bytesFields: Readonly<Record<string, BytesField>> = {
  parentHash: "parentHash",
  miner: "coinbase",
  stateRoot: "stateRoot",
  transactionsRoot: "transactionsRoot",
  receiptsRoot: "receiptsRoot",
  extraData: "extraData",
  bitcoinMergedMiningHeader: "bitcoinMergedMiningHeader",
  bitcoinMergedMiningCoinbaseTransaction: "bitcoinMergedMiningCoinbaseTransaction",
  bitcoinMergedMiningMerkleProof: "bitcoinMergedMiningMerkleProof",
};
const numberFields: Readonly<Record<string, NumberField>> = {
  number: "number",
  difficulty: "difficulty",
  timestamp: "timestamp",
  gasUsed: "gasUsed",
  paidFees: "paidFees",
};

/** The edited texts by the names of fields. */
export type Edits = Readonly<Record<string, string>>;

export const editableFields: readonly string[] = [
  ...Object.keys(numberFields),
  ...Object.keys(bytesFields),
];

/** Returns the text of a field: hex with `0x`, or a decimal number. */
export function textOfField(header: Header, name: string): string {
  const bytesName = bytesFields[name];
  if (bytesName !== undefined) return toHex(header[bytesName]);
  const numberName = numberFields[name];
  return numberName === undefined ? "" : `${header[numberName]}`;
}

/** Returns the error in the text of a field, or undefined. */
export function faultOf(name: string, text: string): string | undefined {
  if (name in bytesFields) {
    return bytesOfHex(text.trim()) === undefined
      ? "Expected 0x and two hex digits for each byte."
      : undefined;
  }
  return /^\d{1,30}$/.test(text.trim()) ? undefined : "Expected a decimal number.";
}

/** Returns the header with the edited fields whose texts are valid. */
export function editedHeader(header: Header, edits: Edits): Header {
  const changed: Partial<Record<keyof Header, unknown>> = {};
  for (const [name, text] of Object.entries(edits)) {
    if (faultOf(name, text) !== undefined) continue;
    const bytesName = bytesFields[name];
    const numberName = numberFields[name];
    if (bytesName !== undefined) changed[bytesName] = bytesOfHex(text.trim());
    if (numberName !== undefined) {
      const isCount = typeof header[numberName] === "number";
      changed[numberName] = isCount ? Number(text) : BigInt(text.trim());
    }
  }
  return { ...header, ...changed } as Header;
}
