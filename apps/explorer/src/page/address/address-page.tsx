/** Shows an account: balance, nonce, code, and its transactions page by page. */

import { bytesOfHex } from "@tandem/primitives";
import { TransactionTable } from "../block/transaction-table.js";
import { EventsSection } from "../logs/events-section.js";
import { Copy } from "../parts/copy.js";
import { Disclosure } from "../parts/disclosure.js";
import { Section } from "../parts/fields.js";
import { Paged } from "../parts/page-steps.js";
import { Loading, Ready } from "../parts/states.js";
import { useKept } from "../parts/use-kept.js";
import { useModule } from "../parts/use-module.js";
import type { TransactionPage } from "../session/answers.js";
import { useCompiled } from "../session/compiled.js";
import { newestOf } from "../session/latest-reader.js";
import { useQuery, useSession } from "../session/use-session.js";
import { AccountFields, readAccount } from "./account-fields.js";
import { BeforeFork } from "./before-fork.js";
import { CreationsSection } from "./creations-section.js";

/** @param props.address in lower-case hex. */
export function AddressPage({ address }: { readonly address: string }) {
  const session = useSession();
  const bytes = bytesOfHex(address) as Uint8Array;
  const account = useQuery(() => readAccount(session, bytes), [address, session.head.value?.hash]);
  useCompiled([bytes]);
  const isContract = (newestOf(account)?.value.code.length ?? 0) > 0;
  return (
    <>
      <h1>Address</h1>
      <p class="card identity">
        <code>{address}</code> <Copy text={address} what="the address" />
      </p>
      <Section title="Account" id="account">
        <Ready query={account} what="the account">
          {(value) => <AccountFields address={address} account={value} />}
        </Ready>
      </Section>
      {isContract && (
        <Disclosure title="Read and write the contract" id="contract">
          {() => <Contract address={address} />}
        </Disclosure>
      )}
      <AccountTransactions address={bytes} />
      <Disclosure title="Token transfers" id="transfers">
        {() => <Transfers address={bytes} />}
      </Disclosure>
      {isContract && (
        <Disclosure title="Events" id="events">
          {() => <EventsSection address={bytes} />}
        </Disclosure>
      )}
      <Disclosure title="Contracts that it created" id="creations">
        {() => <CreationsSection address={bytes} />}
      </Disclosure>
    </>
  );
}

const loadTransfers = () => import("../logs/transfers-section.js");

function Transfers({ address }: { readonly address: Uint8Array }) {
  const loaded = useModule(loadTransfers);
  if (loaded === undefined) return <Loading what="the transfers" />;
  return <loaded.TransfersSection address={address} />;
}

const loadContract = () => import("../contract/contract-section.js");

function Contract({ address }: { readonly address: string }) {
  const loaded = useModule(loadContract);
  if (loaded === undefined) return <Loading what="the contract" />;
  return <loaded.ContractSection address={address} />;
}

const pageSize = 25;

/** The number of rows at once: a search returns the whole of its last block, which may be large. */
const rowsShown = 100;

/** A search begins below or above a height; 0 means the newest or the oldest block. */
interface Cursor {
  readonly direction: "before" | "after";
  readonly number: number;
}

const newest: Cursor = { direction: "before", number: 0 };
const oldest: Cursor = { direction: "after", number: 0 };

function AccountTransactions({ address }: { readonly address: Uint8Array }) {
  const { client, head } = useSession();
  const [cursor, setCursor] = useKept("transactions", newest);
  const { direction, number } = cursor;
  const query = useQuery<TransactionPage>(
    () =>
      direction === "before"
        ? client.ots_searchTransactionsBefore({ address, number, size: pageSize })
        : client.ots_searchTransactionsAfter({ address, number, size: pageSize }),
    // A reorg may change any page, and the newest transactions are on the last page after a height.
    [direction, number, head.value?.hash],
  );
  return (
    <Section title="Transactions" id="transactions">
      <p class="note">Sent by it, to it, and with calls inside that reach it. Newest first.</p>
      <BeforeFork />
      <Ready query={query} what="the transactions">
        {(page) => <Page page={page} go={setCursor} />}
      </Ready>
    </Section>
  );
}

interface PageProps {
  readonly page: TransactionPage;
  go(cursor: Cursor): void;
}

function Page({ page, go }: PageProps) {
  const { txs, receipts, firstPage, lastPage } = page;
  const [first, last] = [txs[0]?.blockNumber, txs.at(-1)?.blockNumber];
  if (txs.length === 0) return <p class="note">There are none.</p>;
  const rows = txs.map((transaction, i) => ({ transaction, receipt: receipts[i] }));
  return (
    <>
      <Paged key={first} what="transactions of these blocks" items={rows} size={rowsShown}>
        {(shown) => <TransactionTable rows={shown} hasHeights />}
      </Paged>
      <nav class="steps" aria-label="Pages of transactions">
        <button type="button" disabled={firstPage} onClick={() => go(newest)}>
          Newest
        </button>
        <button
          type="button"
          disabled={firstPage || first === undefined}
          onClick={() => go({ direction: "after", number: first ?? 0 })}
        >
          ← Newer
        </button>
        <button
          type="button"
          disabled={lastPage || last === undefined}
          onClick={() => go({ direction: "before", number: last ?? 0 })}
        >
          Older →
        </button>
        <button type="button" disabled={lastPage} onClick={() => go(oldest)}>
          Oldest
        </button>
      </nav>
    </>
  );
}
