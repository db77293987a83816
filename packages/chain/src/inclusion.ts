/** Waiting for the block of a transaction, where blocks are made at once. */
import type { HeadMoved, SignedTransaction } from "@tandem/primitives";
import { chainLimits } from "./limits.js";

/** Happens when a block with the transaction is canonical, or after a while without one. */
export function awaitInclusion(
  transaction: SignedTransaction,
  listen: (listener: (event: HeadMoved) => void) => () => void,
): { readonly happened: Promise<void>; readonly forget: () => void } {
  let forget = () => {};
  const happened = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, chainLimits.inclusionWaitMs);
    const stop = listen(({ added }) => {
      if (added.some((block) => block.transactions.includes(transaction))) resolve();
    });
    forget = () => {
      clearTimeout(timer);
      stop();
    };
  });
  return { happened, forget };
}
