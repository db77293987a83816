/** Implements the methods that contract/dev/signing.ts declares. */
import { personalMessageDigest, typedDataDigest } from "@tandem/primitives";
import type * as contract from "../../contract/dev/signing.js";
import type { Handler } from "../handler.js";

export const sign: Handler<typeof contract.sign> = async (node, { address, message }) =>
  node.sign(address, await personalMessageDigest(message));

export const personalSign: Handler<typeof contract.personalSign> = sign;

export const signTypedData: Handler<typeof contract.signTypedData> = (
  node,
  { address, typedData },
) => node.sign(address, typedDataDigest(typedData));

export const signTransaction: Handler<typeof contract.signTransaction> = (node, { transaction }) =>
  node.signTransaction(transaction);
