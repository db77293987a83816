/**
 * Encodes a state in the form that anvil dumps and loads: the accounts, and of the chain only the
 * newest block, with the fields of an Ethereum header. Equal states result in equal bytes.
 */

import { once } from "node:events";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ListedAccount } from "@tandem/chain";
import { padStart, type StoredBlock, toHex, toQuantity } from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";

const zeroHash = `0x${"00".repeat(32)}`;

/**
 * Writes a state in pieces of text, which together are its JSON.
 * @param accounts in output order.
 */
export function* encodeState(
  head: StoredBlock,
  accounts: readonly ListedAccount[],
): Generator<string, void> {
  const { header } = head;
  const whole = JSON.stringify({
    block: {
      number: toQuantity(header.number),
      beneficiary: toHex(header.coinbase),
      timestamp: toQuantity(header.timestamp),
      gas_limit: Number(header.gasLimit),
      basefee: Number(header.minimumGasPrice),
      difficulty: toQuantity(header.difficulty),
      prevrandao: zeroHash,
      blob_excess_gas_and_price: { excess_blob_gas: 0, blob_gasprice: 1 },
    },
    accounts: {},
    best_block_number: header.number,
    blocks: [{ header: headerOf(head), transactions: [], ommers: [] }],
    transactions: [],
  });
  const place = whole.indexOf(noAccounts) + noAccounts.length - 1;
  yield whole.slice(0, place);
  let separator = "";
  for (const account of accounts) {
    yield `${separator}"${toHex(account.address)}":`;
    yield* encodeAccount(account);
    separator = ",";
  }
  yield whole.slice(place);
}

const noAccounts = '"accounts":{}';
/** The number of slots in one piece of text. */
const slotsInPiece = 256;

function* encodeAccount({ nonce, balance, code, storage }: ListedAccount) {
  // Anvil writes a JSON number. A nonce above 2^53 - 1 is written as a quantity.
  const shown = nonce <= Number.MAX_SAFE_INTEGER ? `${nonce}` : `"${toQuantity(nonce)}"`;
  yield `{"nonce":${shown},"balance":"${toQuantity(balance)}","code":"${toHex(code)}","storage":{`;
  for (let from = 0; from < storage.length; from += slotsInPiece) {
    const slots = storage
      .slice(from, from + slotsInPiece)
      .map(([slot, value]) => `"${toHex(slot)}":"${toHex(padStart(value, 32))}"`);
    yield `${from === 0 ? "" : ","}${slots.join(",")}`;
  }
  yield "}}";
}

/** Returns the fields of an Ethereum header; its hash differs from this chain's. */
function headerOf({ header }: StoredBlock) {
  return {
    parentHash: toHex(header.parentHash),
    sha3Uncles: toHex(header.unclesHash),
    miner: toHex(header.coinbase),
    stateRoot: toHex(header.stateRoot),
    transactionsRoot: toHex(header.transactionsRoot),
    receiptsRoot: toHex(header.receiptsRoot),
    logsBloom: toHex(header.logsBloom),
    difficulty: toQuantity(header.difficulty),
    number: toQuantity(header.number),
    gasLimit: toQuantity(header.gasLimit),
    gasUsed: toQuantity(header.gasUsed),
    timestamp: toQuantity(header.timestamp),
    extraData: toHex(header.extraData),
    mixHash: zeroHash,
    nonce: "0x0000000000000000",
    baseFeePerGas: toQuantity(header.minimumGasPrice),
  };
}

/** The byte of gzip for the operating system; 255 is unknown. */
const systemByte = 9;

/** The number of characters that are compressed together. */
const packedTogether = 64 * 1024;

/**
 * Compresses with gzip without a time and a system, so that equal text results in equal bytes. It
 * yields to other work.
 */
export async function compressState(pieces: Iterable<string>): Promise<Uint8Array> {
  const packer = createGzip();
  const packed: Buffer[] = [];
  packer.on("data", (chunk: Buffer) => packed.push(chunk));
  const done = finished(packer);
  let text = "";
  for (const piece of pieces) {
    text += piece;
    await yieldIfDue();
    if (text.length < packedTogether) continue;
    if (!packer.write(text)) await once(packer, "drain");
    text = "";
  }
  packer.end(text);
  await done;
  const bytes = Buffer.concat(packed);
  bytes[systemByte] = 0xff;
  return bytes;
}
