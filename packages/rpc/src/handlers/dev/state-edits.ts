/** Implements the methods that contract/dev/state-edits.ts declares. */
import { Fault, type StateOverrides, type StateReader } from "@tandem/primitives";
import type { DevApi } from "../../backend/dev-api.js";
import type * as contract from "../../contract/dev/state-edits.js";
import { withoutOutput } from "../../errors/hardhat-errors.js";
import type { Handler } from "../handler.js";

/** The exclusive maximum of a nonce (EIP-2681). */
const nonceEnd = 2n ** 64n;
const weiEnd = 2n ** 256n;

const refused = (message: string) => new Fault({ code: "bad-request", message });

async function edit(node: DevApi, change: (state: StateReader) => StateOverrides): Promise<true> {
  await node.edit(change);
  return true;
}

export const setBalance: Handler<typeof contract.setBalance> = (node, { address, balance }) =>
  edit(node, () => [[address, { balance }]]);

export const addBalance: Handler<typeof contract.addBalance> = (node, { address, wei }) =>
  edit(node, (state) => {
    const balance = state.balanceOf(address) + wei;
    if (balance >= weiEnd) throw refused("params[1] (wei): expected a sum below 2^256");
    return [[address, { balance }]];
  });

export const setCode: Handler<typeof contract.setCode> = (node, { address, code }) =>
  edit(node, () => [[address, { code }]]);

export const setNonce: Handler<typeof contract.setNonce> = (
  node,
  { address, nonce },
  { errorForm },
) => {
  if (nonce >= nonceEnd) throw refused("params[1] (nonce): expected a nonce below 2^64");
  if (errorForm === "hardhat" && node.poolSize() > 0) throw transactionsWait();
  return edit(node, (state) => {
    const existing = state.nonceOf(address);
    if (errorForm === "hardhat" && nonce < existing) throw smallerNonce(nonce, existing);
    return [[address, { nonce }]];
  });
};

const transactionsWait = () =>
  withoutOutput("internal", "Cannot set account nonce when the transaction pool is not empty");

const smallerNonce = (nonce: bigint, existing: bigint) =>
  withoutOutput(
    "refused",
    `New nonce (${nonce}) must not be smaller than the existing nonce (${existing})`,
  );

export const setStorageAt: Handler<typeof contract.setStorageAt> = (
  node,
  { address, position, value },
) => edit(node, () => [[address, { stateDiff: [[position, value]] }]]);
