/** Shows the pool: by fee, and by sender with gaps of nonces. */
import { toHex } from "@tandem/primitives";
import { coins, counted, grouped, gwei } from "../format/amounts.js";
import { Section } from "../parts/fields.js";
import { AddressLink, TransactionLink } from "../parts/links.js";
import { Paged } from "../parts/page-steps.js";
import { Ready } from "../parts/states.js";
import { Table } from "../parts/table.js";
import { useTicks } from "../parts/use-ticks.js";
import { useQuery, useSession } from "../session/use-session.js";
import { type PoolFacts, type PoolRow, poolFactsOf } from "./pool-facts.js";

/** Milliseconds between two reads: transactions arrive without a block. */
const intervalMs = 2000;
/** The number of transactions of a page. */
const rowsShown = 100;
const headings = ["Hash", "From", "Nonce", "To", "Value", "Gas price", "Gas limit"];

export function PoolPage() {
  const { client, head } = useSession();
  const ticks = useTicks(intervalMs);
  const query = useQuery(async () => {
    const [content, price] = await Promise.all([client.txpool_content(), client.eth_gasPrice()]);
    return { facts: poolFactsOf(content), price };
  }, [ticks, head.value?.hash]);
  return (
    <>
      <h1>Pool</h1>
      <Ready query={query} what="the pool">
        {({ facts, price }) => <Pool facts={facts} price={price} />}
      </Ready>
    </>
  );
}

function Pool({ facts, price }: { readonly facts: PoolFacts; readonly price: bigint }) {
  const { ready, waiting } = facts;
  return (
    <>
      <p class="note">
        The node recommends a gas price of {gwei(price)}. The best price comes first, and each
        sender's transactions in the order of their nonces.
      </p>
      <Section title={`Can run now (${grouped(ready.length)})`} id="ready">
        <Rows rows={ready} />
      </Section>
      <Section title={`Wait for an earlier nonce (${grouped(waiting.length)})`} id="waiting">
        <Rows rows={waiting} />
      </Section>
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly PoolRow[] }) {
  if (rows.length === 0) return <p class="note">None.</p>;
  return (
    <Paged what="waiting transactions" items={rows} size={rowsShown}>
      {(shown) => (
        <Table headings={headings}>
          {shown.map((row) => (
            <Row key={toHex(row.transaction.hash)} row={row} />
          ))}
        </Table>
      )}
    </Paged>
  );
}

function Row({ row: { transaction, missing } }: { readonly row: PoolRow }) {
  const { hash, from, to, nonce, value, gasPrice, gas } = transaction;
  return (
    <tr>
      <td>
        <TransactionLink value={hash} />
      </td>
      <td>
        <AddressLink value={from} />
      </td>
      <td>
        {grouped(nonce)}
        {missing > 0n && (
          <span class="wait"> ({counted(Number(missing), "nonce")} missing before)</span>
        )}
      </td>
      <td>{to === undefined ? "a new contract" : <AddressLink value={to} />}</td>
      <td>{coins(value)}</td>
      <td>{gwei(gasPrice)}</td>
      <td>{grouped(gas)}</td>
    </tr>
  );
}
