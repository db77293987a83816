import { fromHex } from "@tandem/primitives";
import type { BlockEnv } from "../environment/block-env.js";

/** The block in which tests of this package execute. */
export const testEnv: BlockEnv = {
  number: 300,
  timestamp: 1,
  coinbase: fromHex(`0x${"05".repeat(20)}`),
  difficulty: 1n,
  gasLimit: 30_000_000n,
  minimumGasPrice: 7n,
};
