/** Lists transactions of a block or of an account. */
import { coins, grouped } from "../format/amounts.js";
import { Created } from "../parts/created.js";
import { AddressLink, HeightLink, TransactionLink } from "../parts/links.js";
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

export function TransactionTable({ rows, hasHeights = false }: TableProps) {
  useCompiled(rows.map(({ transaction, receipt }) => transaction.to ?? receipt?.contractAddress));
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Hash</th>
            {hasHeights && <th scope="col">Block</th>}
            <th scope="col">Status</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Value</th>
            <th scope="col">Gas used</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.transaction.hash.join()} row={row} hasHeights={hasHeights} />
          ))}
        </tbody>
      </table>
    </div>
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
  return receipt.status === 1 ? <span class="good">Success</span> : <span class="bad">Failed</span>;
}
