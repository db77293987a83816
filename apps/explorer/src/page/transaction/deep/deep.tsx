/** Shows data beyond the transaction and its receipt. The code is loaded on demand. */
import { toHex } from "@tandem/primitives";
import { Disclosure } from "../../parts/disclosure.js";
import type { Mined, ShownTransaction } from "../read-transaction.js";
import { AuthorizationsSection } from "./authorizations-section.js";
import { ChangesSection } from "./changes-section.js";
import { CopySection, RawSection } from "./raw-section.js";
import { ReceiptProof } from "./receipt-proof.js";
import { StackSection } from "./stack-section.js";
import { TraceSection } from "./trace-section.js";

/** A reorg may move a transaction to another block, in which it does something else. */
const placeOf = ({ receipt }: Mined) => toHex(receipt.blockHash);

/** Shows where in Solidity a transaction failed. */
export function FailurePlace({
  shown: { transaction, mined },
}: {
  readonly shown: ShownTransaction;
}) {
  if (mined?.failure === undefined) return null;
  return <StackSection key={placeOf(mined)} hash={transaction.hash} />;
}

export function Deep({ shown: { transaction, mined } }: { readonly shown: ShownTransaction }) {
  const { hash, authorizationList = [] } = transaction;
  return (
    <>
      {authorizationList.length > 0 && <AuthorizationsSection list={authorizationList} />}
      {mined !== undefined && (
        <>
          <Disclosure title="Call trace" id="trace" isOpen>
            {() => <TraceSection key={placeOf(mined)} hash={hash} />}
          </Disclosure>
          <Disclosure title="State changes" id="changes">
            {() => <ChangesSection key={placeOf(mined)} hash={hash} />}
          </Disclosure>
          <Disclosure title="Receipt proof" id="receipt-proof">
            {() => <ReceiptProof receipt={mined.receipt} />}
          </Disclosure>
        </>
      )}
      <Disclosure title="Signed bytes" id="raw">
        {() => <RawSection hash={hash} />}
      </Disclosure>
      <Disclosure title="Copy as cast, curl or viem" id="copy-as">
        {() => <CopySection transaction={transaction} />}
      </Disclosure>
    </>
  );
}
