/** Lists transactions of a block or of an account. */
import { coins, grouped } from "../format/amounts.js";
import { Created } from "../parts/created.js";
import { AddressLink, HeightLink, TransactionLink } from "../parts/links.js";
import { outcomeOf } from "../parts/outcome.js";
import { Table } from "../parts/table.js";
import type { Receipt, Transaction } from "../session/answers.js";
import { useCompiled } from "../session/compiled.js";

export interface TransactionRow {
  readonly transaction: Transaction;
  readonly receipt: Receipt | undefined;
}

interface TableProps {
  readonly rows: readonly TransactionRow[];
  /** Adds a column with the heights. */
  readonly hasHeights?: boolean;
}

/** The headings after those that find a transaction. */
const headings = ["Status", "From", "To", "Value", "Gas used"];

export function TransactionTable({ rows, hasHeights = false }: TableProps) {
  useCompiled(rows.map(({ transaction, receipt }) => transaction.to ?? receipt?.contractAddress));
  return (
    <Table headings={["Hash", ...(hasHeights ? ["Block"] : []), ...headings]}>
      {rows.map((row) => (
        <Row key={row.transaction.hash.join()} row={row} hasHeights={hasHeights} />
      ))}
    </Table>
  );
}

function Row({ row, hasHeights }: { readonly row: TransactionRow; readonly hasHeights: boolean }) {
  const { transaction, receipt } = row;
  return (
    <tr>
      <td>
        <TransactionLink value={transaction.hash} />
      </td>
      {hasHeights && (
        <td>
          {transaction.blockNumber === undefined ? (
            "–"
          ) : (
            <HeightLink height={transaction.blockNumber} />
          )}
        </td>
      )}
      <td>{receipt === undefined ? "–" : <Status receipt={receipt} />}</td>
      <td>
        <AddressLink value={transaction.from} />
      </td>
      <td>
        {transaction.to === undefined ? (
          <Created receipt={receipt} />
        ) : (
          <AddressLink value={transaction.to} />
        )}
      </td>
      <td>{coins(transaction.value)}</td>
      <td>{receipt === undefined ? "–" : grouped(receipt.gasUsed)}</td>
    </tr>
  );
}

function Status({ receipt }: { readonly receipt: Receipt }) {
  const outcome = outcomeOf(receipt.status);
  return <span class={outcome.class}>{outcome.text}</span>;
}
