/** Implements the methods that contract/eth/proof.ts declares. */
import type * as contract from "../../contract/eth/proof.js";
import type { Handler } from "../handler.js";

export const getProof: Handler<typeof contract.getProof> = async (
  node,
  { address, slots, block },
  call,
) => {
  const found = await node.proof(address, slots, block, call);
  if (found === undefined) return undefined;
  return {
    ...found,
    accountProof: [...found.accountProof],
    storageProof: found.storageProof.map(({ proof, ...slot }) => ({ ...slot, proof: [...proof] })),
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
