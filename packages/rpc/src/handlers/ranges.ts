/** Implements the methods that contract/ranges.ts declares. */
import { padStart, toHex } from "@tandem/primitives";
import type { RangedAccount, RangedSlot } from "../backend/range-api.js";
import { JsonCollector } from "../contract/codec/json-collector.js";
import type * as contract from "../contract/ranges.js";
import type { Handler } from "./handler.js";

const word = (value: Uint8Array) => toHex(padStart(value, 32));
const plain = (bytes: Uint8Array) => toHex(bytes).slice(2);
const quoted = (value: Uint8Array | undefined) =>
  value === undefined ? "null" : `"${word(value)}"`;

export const storageRangeAt: Handler<typeof contract.storageRangeAt> = async (
  node,
  { hash: block, index, address, start: from, count },
  call,
) => {
  const found = await node.storageRange({ block, index, address, from, count }, call);
  if (found === undefined) return undefined;
  const text = new JsonCollector(call);
  text.add('{"storage":{');
  await text.addList(
    found.items,
    ({ hash, slot, value }) => `"${toHex(hash)}":{"key":${quoted(slot)},"value":"${word(value)}"}`,
  );
  text.add(`},"nextKey":${quoted(found.next)}}`);
  return text.finish();
};

interface Parts {
  readonly hasCode: boolean;
  readonly hasStorage: boolean;
}

const slotText = ({ hash, slot, value }: RangedSlot) =>
  `"${toHex(slot ?? hash)}":"${plain(value)}"`;

async function addAccount(
  text: JsonCollector,
  account: RangedAccount,
  { hasCode, hasStorage }: Parts,
): Promise<void> {
  const { address, hash, balance, nonce, storageRoot, codeHash } = account;
  text.add(`"${address === undefined ? `pre(${toHex(hash)})` : toHex(address)}":`);
  text.add(`{"balance":"${balance}","nonce":${nonce},"root":"${toHex(storageRoot)}",`);
  text.add(`"codeHash":"${toHex(codeHash)}","key":"${toHex(hash)}"`);
  const code = hasCode ? account.code() : [];
  if (code instanceof Uint8Array && code.length > 0) text.add(`,"code":"${toHex(code)}"`);
  if (hasStorage) {
    text.add(',"storage":{');
    await text.addList(account.slots(), slotText);
    text.add("}");
  }
  text.add("}");
}

export const accountRangeAt: Handler<typeof contract.accountRangeAt> = async (
  node,
  { block, start, count, noCode, noStorage, incompletes },
  call,
) => {
  const found = await node.accountRange(block, start, count);
  if (found === undefined) return undefined;
  const shown = found.items.filter(({ address }) => incompletes || address !== undefined);
  const text = new JsonCollector(call);
  text.add(`{"root":"${plain(found.stateRoot)}","accounts":{`);
  const parts = { hasCode: !noCode, hasStorage: !noStorage };
  await text.addList(shown, (account) => addAccount(text, account, parts));
  text.add(`}${found.next === undefined ? "" : `,"next":"${toHex(found.next)}"`}}`);
  return text.finish();
};
