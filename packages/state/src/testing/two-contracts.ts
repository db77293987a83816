/** Opens states with two contracts of which the first may call the second. */
import { fromHex, toHex } from "@tandem/primitives";
import { addressOf, openScene, word } from "./scene.js";

export const contract = addressOf(7);
export const other = addressOf(8);

/** Returns the instruction that pushes an address. */
export const push = (address: Uint8Array): string => `73${toHex(address).slice(2)}`;

export type Scene = ReturnType<typeof openScene>;

/** @param code of the first contract, whose slot 1 has the value 5. @param otherCode of the second. */
export const withCode = (code: string, otherCode = "0x00"): Scene =>
  openScene([
    {
      address: contract,
      balance: 3n,
      nonce: 1n,
      code: fromHex(code),
      storage: [[word(1), word(5)]],
    },
    { address: other, balance: 0n, nonce: 1n, code: fromHex(otherCode) },
  ]);
