/**
 * A state as a file, in the form anvil dumps and loads: the accounts, and of the chain the newest
 * block alone, in the fields an Ethereum header has. The same state gives the same bytes.
 */
import { gzipSync } from "node:zlib";
import type { ListedAccount } from "@tandem/chain";
import { padStart, type StoredBlock, toHex, toQuantity } from "@tandem/primitives";

const zeroHash = `0x${"00".repeat(32)}`;

/** @param accounts in the order they are to have. */
export function encodeState(head: StoredBlock, accounts: readonly ListedAccount[]): string {
  const { header } = head;
  return JSON.stringify({
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
    accounts: Object.fromEntries(accounts.map((one) => [toHex(one.address), accountOf(one)])),
    best_block_number: header.number,
    blocks: [{ header: headerOf(head), transactions: [], ommers: [] }],
    transactions: [],
  });
}

function accountOf({ nonce, balance, code, storage }: ListedAccount) {
  return {
    // As anvil writes it; one that no JSON number holds exactly is a quantity.
    nonce: nonce <= Number.MAX_SAFE_INTEGER ? Number(nonce) : toQuantity(nonce),
    balance: toQuantity(balance),
    code: toHex(code),
    storage: Object.fromEntries(
      storage.map(([slot, value]) => [toHex(slot), toHex(padStart(value, 32))]),
    ),
  };
}

/** What of our header an Ethereum one has; its hash is another than ours. */
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

/** Where gzip says which system it was made on: 255 is none of them. */
const systemByte = 9;

/** gzip without a time and without a system, so that the same text gives the same bytes. */
export function compressState(json: string): Uint8Array {
  const bytes = gzipSync(json);
  bytes[systemByte] = 0xff;
  return bytes;
}
