/** Implements the methods that contract/dev/tokens.ts declares. */
import {
  type Address,
  type Bytes,
  concat,
  Fault,
  fromBigInt,
  fromHex,
  isEqual,
  padStart,
  type StateOverrides,
} from "@tandem/primitives";
import type { Backend } from "../../backend/backend.js";
import type * as contract from "../../contract/dev/tokens.js";
import type { Call, Handler } from "../handler.js";

/** The selectors of `balanceOf(address)` and `allowance(address,address)` (ERC-20). */
const balanceOf = fromHex("0x70a08231");
const allowance = fromHex("0xdd62ed3e");

/** The maximum number of slots that are tried. A proxy of a token reads fewer than ten. */
const triedSlotsMax = 64;

const latest = { tag: "latest" } as const;

/** A view function of a token with its arguments. */
interface View {
  readonly name: string;
  readonly token: Address;
  readonly data: Bytes;
}

const viewOf = (name: string, token: Address, selector: Bytes, accounts: readonly Address[]) => ({
  name,
  token,
  data: concat(selector, ...accounts.map((account) => padStart(account, 32))),
});

/** Returns the word that the view returns with these overrides; undefined for anything else. */
async function readView(
  node: Backend,
  { token, data }: View,
  overrides: StateOverrides,
  call: Call,
) {
  try {
    const output = await node.call({ to: token, data }, latest, overrides, undefined, call);
    return output?.length === 32 ? output : undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code } = error.data;
    if (code === "reverted" || code === "execution-failed") return undefined;
    throw error;
  }
}

/**
 * Finds the slot whose value the view returns, and returns the override that makes it return `word`.
 * @throws {Fault} `bad-request` if there is none, `limit-exceeded` if the view takes too long.
 */
async function overrideOf(
  node: Backend,
  view: View,
  word: Bytes,
  call: Call,
): Promise<StateOverrides> {
  const request = { to: view.token, data: view.data };
  const { accessList = [] } = (await node.accessList(request, latest, [], call)) ?? {};
  const slots = accessList.flatMap(({ address, storageKeys }) =>
    storageKeys.map((slot) => [address, slot] as const),
  );
  for (const [address, slot] of slots.slice(0, triedSlotsMax)) {
    const overrides: StateOverrides = [[address, { stateDiff: [[slot, word]] }]];
    const shown = await readView(node, view, overrides, call);
    if (shown !== undefined && isEqual(shown, word)) return overrides;
  }
  const message = `params: expected a token that stores the result of ${view.name} in a slot of its own`;
  throw new Fault({ code: "bad-request", message });
}

async function setView(node: Backend, view: View, amount: bigint, call: Call): Promise<void> {
  const word = padStart(fromBigInt(amount), 32);
  const shown = await readView(node, view, [], call);
  // A slot that has the value already could be any slot, and needs no change.
  if (shown !== undefined && isEqual(shown, word)) return;
  const overrides = await overrideOf(node, view, word, call);
  await node.edit(() => overrides);
}

export const dealToken: Handler<typeof contract.dealToken> = (
  node,
  { account, token, amount },
  call,
) => setView(node, viewOf("balanceOf", token, balanceOf, [account]), amount, call);

export const setTokenAllowance: Handler<typeof contract.setTokenAllowance> = (
  node,
  { owner, spender, token, amount },
  call,
) => setView(node, viewOf("allowance", token, allowance, [owner, spender]), amount, call);
