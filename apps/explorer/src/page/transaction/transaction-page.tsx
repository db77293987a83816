/** Shows a transaction: its outcome, its fields, its input, and its logs. */
import { toHex } from "@tandem/primitives";
import { useState } from "preact/hooks";
import { DecodedCall, Logs } from "../abi/decoded.js";
import { knownItems } from "../abi/kept-abis.js";
import { useDecoder } from "../abi/use-decoder.js";
import { counted, grouped } from "../format/amounts.js";
import { isTransfer } from "../logs/transfers.js";
import { Bounded } from "../parts/bounded.js";
import { Copy } from "../parts/copy.js";
import { Section } from "../parts/fields.js";
import { LongText } from "../parts/long-text.js";
import { outcomeOf } from "../parts/outcome.js";
import { Ready } from "../parts/states.js";
import { useModule } from "../parts/use-module.js";
import { useTicks } from "../parts/use-ticks.js";
import { useCompiled } from "../session/compiled.js";
import { useQuery, useSession } from "../session/use-session.js";
import { type Failure, readTransaction, type ShownTransaction } from "./read-transaction.js";
import { TransactionFields } from "./transaction-fields.js";

/** Milliseconds between two reads while it is not mined: the pool changes without a block. */
const intervalMs = 2000;

/** @param props.hash in hex. */
export function TransactionPage({ hash }: { readonly hash: string }) {
  const { client, head } = useSession();
  const [isMined, setMined] = useState(false);
  const ticks = useTicks(intervalMs, !isMined);
  // The transaction may become mined, pending again in a reorg, or dropped.
  const query = useQuery(async () => {
    const shown = await readTransaction(client, hash);
    setMined(shown?.mined !== undefined);
    return shown;
  }, [hash, head.value?.hash, ticks]);
  return (
    <>
      <h1>Transaction</h1>
      <p class="card identity">
        <code>{hash}</code> <Copy text={hash} what="the transaction hash" />
      </p>
      <Ready query={query} what="the transaction">
        {(shown) => (shown === undefined ? <Missing hash={hash} /> : <Shown shown={shown} />)}
      </Ready>
    </>
  );
}

const Missing = ({ hash }: { readonly hash: string }) => (
  <p class="card bad" role="alert">
    The node has no transaction {hash}, neither mined nor pending.
  </p>
);

const loadDeep = () => import("./deep/deep.js");
const loadTransfers = () => import("../logs/transaction-transfers.js");

function Shown({ shown }: { readonly shown: ShownTransaction }) {
  const { transaction, mined } = shown;
  const deep = useModule(loadDeep);
  const transfers = mined?.receipt.logs.filter(isTransfer) ?? [];
  const tokens = useModule(loadTransfers, transfers.length > 0);
  const accounts = [transaction.to, mined?.receipt.contractAddress];
  const logged = mined?.receipt.logs.map(({ address }) => address) ?? [];
  useCompiled([...accounts, ...logged]);
  return (
    <>
      <Status shown={shown} />
      {deep !== undefined && <deep.FailurePlace shown={shown} />}
      <Section title="Transaction" id="fields">
        <TransactionFields shown={shown} />
      </Section>
      {tokens !== undefined && transfers.length > 0 && (
        <tokens.TransactionTransfers logs={transfers} />
      )}
      <Section title="Input data" id="input">
        <Input data={transaction.input} to={transaction.to} />
      </Section>
      {mined !== undefined && (
        <Section title={`Logs (${mined.receipt.logs.length})`} id="logs">
          <Logs logs={mined.receipt.logs} />
        </Section>
      )}
      {deep !== undefined && <deep.Deep shown={shown} />}
    </>
  );
}

function Status({ shown: { mined, missingNonce } }: { readonly shown: ShownTransaction }) {
  if (mined === undefined) {
    return (
      <p class="card status wait" role="status">
        {missingNonce === undefined
          ? "Pending: it waits in the pool for a block."
          : `Pending: it waits for the transaction of its sender with the nonce ${grouped(missingNonce)}, which was not sent.`}
      </p>
    );
  }
  if (mined.failure === undefined) {
    const outcome = outcomeOf(mined.receipt.status);
    return (
      <p class={`card status ${outcome.class}`} role="status">
        {outcome.text}
      </p>
    );
  }
  return <FailedStatus failure={mined.failure} />;
}

function FailedStatus({ failure }: { readonly failure: Failure }) {
  const { error, output } = failure;
  const decoder = useDecoder(output.length > 0);
  const reason = decoder?.reasonText(toHex(output), knownItems());
  return (
    <p class="card status bad" role="status">
      Failed: {error}
      {output.length > 0 && (
        <>
          : <Bounded text={reason ?? toHex(output)} what="the reason" />
        </>
      )}
    </p>
  );
}

interface InputProps {
  readonly data: Uint8Array;
  /** Undefined for the creation of a contract. */
  readonly to: Uint8Array | undefined;
}

function Input({ data, to }: InputProps) {
  const isCreation = to === undefined;
  const decoder = useDecoder(data.length >= 4 && !isCreation);
  if (data.length === 0) return <p class="note">The transaction has no input data.</p>;
  const hex = toHex(data);
  const decoded = isCreation ? undefined : decoder?.decodeInput(hex, knownItems(to && toHex(to)));
  return (
    <>
      {isCreation && <p class="note">Code that runs once and returns the code of the contract.</p>}
      {decoded !== undefined && <DecodedCall decoded={decoded} />}
      <h3>
        Raw, {counted(data.length, "byte")} <Copy text={hex} what="the input data" />
      </h3>
      <LongText text={hex} what="the input data" />
    </>
  );
}
