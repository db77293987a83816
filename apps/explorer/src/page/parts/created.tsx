/** Shows what a transaction without a recipient created. */
import type { Receipt } from "../session/answers.js";
import { AddressLink } from "./links.js";

interface CreatedProps {
  /** Undefined for a transaction that is not mined, or not in the canonical chain. */
  readonly receipt: Receipt | undefined;
  /** Shows all digits. */
  readonly whole?: boolean;
}

/** Shows the created contract. The receipt of a failed creation has an address too. */
export function Created({ receipt, whole = false }: CreatedProps) {
  if (receipt === undefined) return <>a new contract</>;
  if (receipt.status === 0 || receipt.contractAddress === undefined) {
    return <>nothing was created</>;
  }
  return (
    <>
      created <AddressLink value={receipt.contractAddress} whole={whole} />
    </>
  );
}
