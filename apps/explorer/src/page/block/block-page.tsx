/** Shows a block: its fields with their meaning, its transactions and its uncles. */
import { toHex } from "@tandem/primitives";
import { grouped } from "../format/amounts.js";
import { Section } from "../parts/fields.js";
import { AddressLink, BlockHashLink, HeightLink } from "../parts/links.js";
import { PageSteps } from "../parts/page-steps.js";
import { Ready } from "../parts/states.js";
import { useKept } from "../parts/use-kept.js";
import { blockName, links } from "../router.js";
import type { Uncle } from "../session/answers.js";
import { useQuery, useSession } from "../session/use-session.js";
import { BlockFields } from "./block-fields.js";
import { BlockProof } from "./block-proof.js";
import { pageSize, readBlock, readTransactions, type ShownBlock } from "./read-block.js";
import { TransactionTable } from "./transaction-table.js";

/** @param props.id a height in decimal, a hash in hex, or a tag. */
export function BlockPage({ id }: { readonly id: string }) {
  const { client, head } = useSession();
  // The block of a height or a tag may change, or may not exist yet.
  const query = useQuery(() => readBlock(client, id), [id, head.value?.hash]);
  return (
    <Ready query={query} what="the block">
      {(block) =>
        block === undefined ? (
          <Missing id={id} newest={head.value?.number} />
        ) : (
          <Block block={block} newest={head.value?.number} />
        )
      }
    </Ready>
  );
}

interface MissingProps {
  readonly id: string;
  readonly newest: number | undefined;
}

function Missing({ id, newest }: MissingProps) {
  return (
    <>
      <h1>Block {blockName(id)}</h1>
      <p class="card bad" role="alert">
        The node has no block {id}.
      </p>
      {newest !== undefined && (
        <nav class="steps" aria-label="Neighbours">
          <a href={links.block(newest)}>Newest block: {newest}</a>
        </nav>
      )}
    </>
  );
}

interface BlockProps {
  readonly block: ShownBlock;
  readonly newest: number | undefined;
}

function Block({ block, newest = 0 }: BlockProps) {
  const { number, isCanonical, uncles } = block;
  // A height names a block of the canonical chain.
  const before = isCanonical ? number - 1 : toHex(block.details.block.parentHash);
  return (
    <>
      <h1>Block {grouped(number)}</h1>
      {!isCanonical && (
        <p class="card wait" role="note">
          This block is not in the canonical chain: it is an uncle, or of a branch that lost. Block{" "}
          <HeightLink height={number} /> of the canonical chain is another one.
        </p>
      )}
      <nav class="steps" aria-label="Neighbours">
        {number > 0 && <a href={links.block(before)}>← Block {number - 1}</a>}
        {isCanonical && number < newest && (
          <a href={links.block(number + 1)}>Block {number + 1} →</a>
        )}
      </nav>
      <Section title="Header" id="header">
        <BlockFields block={block} />
      </Section>
      <Transactions block={block} />
      <BlockProof hash={block.hash} />
      {uncles.length > 0 && <Uncles uncles={uncles} number={number} />}
    </>
  );
}

function Transactions({ block }: { readonly block: ShownBlock }) {
  const { client } = useSession();
  const [wanted, setWanted] = useKept("transactions", 0);
  const count = block.details.block.transactionCount;
  const pages = Math.max(1, Math.ceil(count / pageSize));
  // After a reorg the height has another block, with fewer pages.
  const page = Math.min(wanted, pages - 1);
  const query = useQuery(
    () => readTransactions(client, block, page),
    [block.hash.join(), block.isCanonical, page],
  );
  return (
    <Section title={`Transactions (${grouped(count)})`} id="transactions">
      {count === 0 ? (
        <p class="note">This block has none.</p>
      ) : (
        <Ready query={query} what="the transactions">
          {(rows) => <TransactionTable rows={rows} />}
        </Ready>
      )}
      <PageSteps what="transactions" page={page} pages={pages} go={setWanted} />
    </Section>
  );
}

function Uncles({
  uncles,
  number,
}: {
  readonly uncles: readonly Uncle[];
  readonly number: number;
}) {
  return (
    <Section title={`Uncles (${uncles.length})`} id="uncles">
      <p class="note">
        Blocks with valid work that lost to a block of the chain. Their difficulty counts for this
        branch.
      </p>
      <ul class="rows">
        {uncles.map((uncle) => (
          <li key={uncle.hash?.join()}>
            <span class="first">{uncle.hash && <BlockHashLink value={uncle.hash} />}</span>
            <span>
              height {uncle.number}, {number - (uncle.number ?? number)} below
            </span>
            <span>
              mined by <AddressLink value={uncle.miner} />
            </span>
            <span>difficulty {grouped(uncle.difficulty)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
