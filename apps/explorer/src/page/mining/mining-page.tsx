/** Shows the miners of the newest blocks, the intervals, and the difficulty of both chains. */
import { useMemo } from "preact/hooks";
import { grouped, percent } from "../format/amounts.js";
import { Section } from "../parts/fields.js";
import { AddressLink } from "../parts/links.js";
import { Loading, Ready } from "../parts/states.js";
import { Table } from "../parts/table.js";
import { RecentBlocks } from "../session/recent-blocks.js";
import { useQuery, useSession } from "../session/use-session.js";
import { Curve } from "./curve.js";
import { LiveAlerts } from "./fork-alerts.js";
import { ForkFinding } from "./fork-finding.js";
import { type Bucket, type MinerShare, type MiningFacts, miningFactsOf } from "./mining-facts.js";
import { OutsideMiners } from "./submissions.js";

/** The number of blocks that are evaluated. */
const blocksMax = 200;

export function MiningPage() {
  const { client, head } = useSession();
  const recent = useMemo(() => new RecentBlocks(client, blocksMax), [client]);
  const newest = head.value;
  const query = useQuery(async () => {
    return newest === undefined ? undefined : miningFactsOf(await recent.upTo(newest));
  }, [newest?.hash]);
  return (
    <>
      <h1>Mining</h1>
      <Ready query={query} what="the newest blocks">
        {(facts) =>
          facts === undefined ? <Loading what="the newest blocks" /> : <Facts facts={facts} />
        }
      </Ready>
      <Section title="Submissions of outside miners" id="submissions">
        <OutsideMiners />
      </Section>
      <Section title="Fork monitor" id="fork-monitor">
        <LiveAlerts />
        <ForkFinding />
      </Section>
    </>
  );
}

function Facts({ facts }: { readonly facts: MiningFacts }) {
  const { miners, intervals, difficulty, bitcoinDifficulty, uncles } = facts;
  return (
    <div class="pair">
      <Section title="Who mined" id="miners">
        <Miners miners={miners} />
      </Section>
      <Section title="Seconds between blocks" id="intervals">
        <Intervals intervals={intervals} />
      </Section>
      <Section title="Difficulty of this chain" id="difficulty">
        <Curve name="Hashes that a block takes on average" points={difficulty} />
      </Section>
      <Section title="Difficulty of Bitcoin" id="bitcoin-difficulty">
        <Curve name="Hashes that a Bitcoin block takes on average" points={bitcoinDifficulty} />
      </Section>
      <Section title="Uncles" id="uncles">
        {uncles.some(({ y }) => y > 0) ? (
          <Curve name="Uncles that a block lists" points={uncles} isBars />
        ) : (
          <p class="note">None of the newest blocks lists an uncle.</p>
        )}
      </Section>
    </div>
  );
}

function Miners({ miners }: { readonly miners: readonly MinerShare[] }) {
  const total = miners.reduce((sum, { blocks }) => sum + blocks, 0);
  if (total === 0) return <p class="note">No blocks yet.</p>;
  return (
    <Table headings={["Miner", "Blocks", "Share", "Uncles listed"]}>
      {miners.map(({ miner, blocks, listedUncles }) => (
        <tr key={miner}>
          <td>
            <AddressLink value={miner} />
          </td>
          <td>{grouped(blocks)}</td>
          <td>{percent(BigInt(blocks), BigInt(total))}</td>
          <td>{grouped(listedUncles)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Intervals({ intervals }: { readonly intervals: readonly Bucket[] }) {
  const most = Math.max(1, ...intervals.map(({ count }) => count));
  return (
    <dl class="histogram">
      {intervals.map(({ label, count }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span class="fill" style={{ width: `${(count / most) * 70}%` }} /> {grouped(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
