/** Recognizes the logs of token transfers. */
import { type Address, bytesOfHex, isEqual, type LogFilter } from "@tandem/primitives";
import type { Log } from "../session/answers.js";

type Topic = NonNullable<LogFilter["topics"][number]>[number];

const topic = (hex: string) => bytesOfHex(hex) as Topic;

/** The topics of `Transfer` of ERC-20 and ERC-721, and of `TransferSingle` and `TransferBatch` of ERC-1155. */
const transfer = topic("0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
const single = topic("0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62");
const batch = topic("0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb");

const kinds = [transfer, single, batch];

/** Returns whether a log is a token transfer, by its first topic. */
export function isTransfer({ topics: [kind] }: Pick<Log, "topics">): boolean {
  return kind !== undefined && kinds.some((one) => isEqual(one, kind));
}

/** Returns the selections of the transfers from an account, to it, and of the token that it is itself. @param address 20 bytes. */
export function transferSelections(address: Uint8Array): readonly LogFilter[] {
  const word = new Uint8Array(32) as Topic;
  word.set(address, 12);
  const ofAll = [
    [[transfer], [word]],
    [kinds, undefined, [word]],
    [[single, batch], undefined, undefined, [word]],
  ].map((topics) => ({ addresses: [], topics }));
  return [...ofAll, { addresses: [address as Address], topics: [kinds] }];
}

/** Returns whether a log transfers a token from an account, to it, both, or between others: the token is the account then. */
export function directionOf(log: Log, address: Uint8Array): "in" | "out" | "self" | "own" {
  const isMulti = !isEqual(log.topics[0] as Uint8Array, transfer);
  const endsWith = (word: Uint8Array | undefined) =>
    word !== undefined && isEqual(word.subarray(12), address);
  const [from, to] = isMulti ? [log.topics[2], log.topics[3]] : [log.topics[1], log.topics[2]];
  if (endsWith(from)) return endsWith(to) ? "self" : "out";
  return endsWith(to) ? "in" : "own";
}
