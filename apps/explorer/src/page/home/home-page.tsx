/** Shows the state of the chain, and its newest blocks and transactions. */
import { coins, counted, duration, grouped, gwei } from "../format/amounts.js";
import { Section } from "../parts/fields.js";
import { AddressLink, HeightLink, TransactionLink } from "../parts/links.js";
import { outcomeOf } from "../parts/outcome.js";
import { Loading, Ready } from "../parts/states.js";
import type { ListedBlock } from "../session/answers.js";
import { basePriceOf } from "../session/base-price.js";
import { useCompiled } from "../session/compiled.js";
import { TreeView } from "../tree/tree-view.js";
import { type HomeFacts, type ListedTransaction, shownBlocks } from "./home-feed.js";
import { useHeld, useHomeFacts, usePoolCounts } from "./use-home.js";

export function HomePage() {
  return (
    <Ready query={useHomeFacts()} what="the chain">
      {(facts) => (facts === undefined ? <Loading what="the chain" /> : <Chain facts={facts} />)}
    </Ready>
  );
}

function Chain({ facts }: { readonly facts: HomeFacts }) {
  return (
    <>
      <h1 class="unseen">The chain</h1>
      <Figures facts={facts} />
      <Tree facts={facts} />
      <div class="pair">
        <Blocks blocks={facts.blocks.slice(0, shownBlocks)} />
        <Transactions transactions={facts.transactions} />
      </div>
    </>
  );
}

/** Returns the mean seconds between the blocks; undefined for a single one. */
function intervalOf(blocks: readonly ListedBlock[]): number | undefined {
  const [newest, oldest] = [blocks[0], blocks.findLast(({ number }) => number !== 0)];
  if (newest?.number === undefined || oldest?.number === undefined) return undefined;
  const steps = newest.number - oldest.number;
  return steps < 1 ? undefined : (newest.timestamp - oldest.timestamp) / steps;
}

function Figures({ facts }: { readonly facts: HomeFacts }) {
  const { blocks, chainId, client } = facts;
  const pool = usePoolCounts();
  const [head] = blocks;
  const interval = intervalOf(blocks);
  const price = head && basePriceOf(head);
  const figures: readonly (readonly [string, string])[] = [
    ["Head", head?.number === undefined ? "–" : grouped(head.number)],
    ["Mean interval", interval === undefined ? "–" : duration(interval)],
    ["Pool", pool ? `${grouped(pool.pending)} ready, ${grouped(pool.queued)} waiting` : "–"],
    ["Difficulty", grouped(head?.difficulty ?? 0)],
    [price?.name ?? "Minimum gas price", price === undefined ? "–" : gwei(price.wei)],
    ["Chain id", `${chainId}`],
    ["Node", client],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tree({ facts }: { readonly facts: HomeFacts }) {
  const { shown, handlers } = useHeld(facts);
  return (
    <Section title={heightsTitle(shown)} id="tree">
      <div {...handlers}>
        <TreeView nodes={shown.tree} reorgs={shown.reorgs} />
      </div>
    </Section>
  );
}

const heightsTitle = ({ blocks }: HomeFacts) =>
  blocks.length === 1 ? "The first height" : `The last ${counted(blocks.length, "height")}`;

function HeldNote({ isHeld, news }: { readonly isHeld: boolean; readonly news: number }) {
  const text = isHeld && news > 0 ? `${news} newer: the list waits while you read it` : "";
  return (
    <p class="note held" role="status">
      {text}
    </p>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly ListedBlock[] }) {
  const { shown, isHeld, handlers } = useHeld(blocks);
  const news = (blocks[0]?.number ?? 0) - (shown[0]?.number ?? 0);
  return (
    <Section title="Newest blocks" id="blocks">
      <HeldNote isHeld={isHeld} news={news} />
      <ol class="rows columns blocks" {...handlers}>
        {shown.map((block) => (
          <li key={`${block.number}`}>
            <span class="first">
              <HeightLink height={block.number ?? 0} />
            </span>
            <span>
              {counted(block.transactionCount, "transaction")}
              {block.uncles.length > 0 && `, ${counted(block.uncles.length, "uncle")}`}
            </span>
            <span class="miner">
              by <AddressLink value={block.miner} />
            </span>
            <time dateTime={new Date(block.timestamp * 1000).toISOString()}>
              {timeOfDay(block.timestamp)}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Returns the time of day in UTC. */
const timeOfDay = (seconds: number) => new Date(seconds * 1000).toISOString().slice(-13, -5);

function Outcome({ status }: Pick<ListedTransaction, "status">) {
  const outcome = outcomeOf(status);
  return <span class={`badge end ${outcome.class}`}>{outcome.text}</span>;
}

function Transactions({ transactions }: { readonly transactions: readonly ListedTransaction[] }) {
  const { shown, isHeld, handlers } = useHeld(transactions);
  useCompiled(shown.map(({ transaction }) => transaction.to));
  const known = new Set(shown.map(({ transaction }) => transaction.hash.join()));
  const news = transactions.filter(({ transaction }) => !known.has(transaction.hash.join())).length;
  return (
    <Section title="Newest transactions" id="transactions">
      <HeldNote isHeld={isHeld} news={news} />
      {shown.length === 0 && <p class="note">None in the newest blocks.</p>}
      <ol class="rows columns transactions" {...handlers}>
        {shown.map(({ transaction, status }) => (
          <li key={transaction.hash.join()}>
            <span class="first">
              <TransactionLink value={transaction.hash} />
            </span>
            <Outcome status={status} />
            <span>
              <AddressLink value={transaction.from} /> →{" "}
              {transaction.to === undefined ? (
                "a new contract"
              ) : (
                <AddressLink value={transaction.to} />
              )}
            </span>
            <span class="end value">{coins(transaction.value)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
