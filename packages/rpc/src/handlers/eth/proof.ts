/** Implements the methods that contract/eth/proof.ts declares. */
import { padStart } from "@tandem/primitives";
import type * as contract from "../../contract/eth/proof.js";
import type { Handler } from "../handler.js";

export const getProof: Handler<typeof contract.getProof> = async (
  node,
  { address, slots, block },
  call,
) => {
  const words = slots.map((slot) => padStart(slot, 32));
  const found = await node.proof(address, words, block, call);
  if (found === undefined) return undefined;
  return {
    ...found,
    accountProof: [...found.accountProof],
    storageProof: found.storageProof.map(({ key, value, proof }, index) => ({
      key: slots[index] ?? key,
      value,
      proof: [...proof],
    })),
  };
};

export const getAccount: Handler<typeof contract.getAccount> = async (
  node,
  { address, block },
  call,
) => {
  const found = await node.proof(address, [], block, call);
  if (found === undefined) return undefined;
  const { nonce, balance, storageHash: storageRoot, codeHash } = found;
  return { nonce, balance, storageRoot, codeHash };
};
