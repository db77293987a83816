/** Shows the hidden branches that the node's own fork monitor found in the blocks of its Bitcoin node. */
import { grouped, utc } from "../format/amounts.js";
import { Ready } from "../parts/states.js";
import { useTicks } from "../parts/use-ticks.js";
import type { ForkAlerts } from "../session/answers.js";
import { useQuery, useSession } from "../session/use-session.js";
import { AlertList, type ShownAlert, witnessesInWords } from "./alert-list.js";

/** Milliseconds between two reads: an alert depends on Bitcoin's blocks, not on blocks of this chain. */
const intervalMs = 5000;

const failureWords: Readonly<Record<NonNullable<ForkAlerts["failure"]>, string>> = {
  unreachable: "nothing answers at its address",
  late: "it does not answer in time",
  unauthorized: "it refused the user or password",
  "bad-answer": "it gave no usable answer",
  refused: "it refused a request",
};

export function LiveAlerts() {
  const { client } = useSession();
  const query = useQuery(() => client.tandem_getForkAlerts(), [useTicks(intervalMs)]);
  return (
    <Ready query={query} what="the alerts">
      {(alerts) => (alerts === undefined ? <NoBitcoinNode /> : <Shown alerts={alerts} />)}
    </Ready>
  );
}

function NoBitcoinNode() {
  return (
    <p class="note" data-alerts>
      No Bitcoin node is configured, so this node watches for no hidden branches. With{" "}
      <code>--bitcoin-rpc</code> it reads Bitcoin's blocks as they come, and shows here what they
      tell.
    </p>
  );
}

function Shown({ alerts }: { readonly alerts: ForkAlerts }) {
  const { bitcoinFrom, bitcoinTo, failure, forks } = alerts;
  const hasBlocks = bitcoinFrom !== undefined && bitcoinTo !== undefined;
  return (
    <div data-alerts>
      {failure !== undefined && (
        <p class="bad">Bitcoin's blocks cannot be read at present: {failureWords[failure]}.</p>
      )}
      {hasBlocks ? (
        <p>
          The node watches Bitcoin: blocks {grouped(bitcoinFrom)} to {grouped(bitcoinTo)} have been
          read. {tagsInWords(alerts)}
        </p>
      ) : (
        failure === undefined && <p class="note">The first blocks of Bitcoin are being read.</p>
      )}
      {hasBlocks && <AlertList alerts={forks.map(alertOf)} />}
    </div>
  );
}

function tagsInWords({ tags }: ForkAlerts): string {
  const tagged = Object.values(tags).reduce((sum, count) => sum + count, 0) - tags.untagged;
  const hidden = tags.witness + tags.repeat;
  return `${grouped(tagged)} tag a block of this network: ${grouped(tags["main-chain"])} of the chain, ${grouped(tags.sibling)} beside it, ${grouped(hidden)} hidden, ${grouped(tags.unplaced)} of no known place.`;
}

function alertOf(fork: ForkAlerts["forks"][number]): ShownAlert {
  const { firstBitcoinHeight: id, leftAfter, leftBefore, witnesses, beganAt, ...rest } = fork;
  const newest = witnesses.at(-1);
  const seen = [`since Bitcoin block ${grouped(id)}`];
  if (newest !== undefined && newest.bitcoinHeight !== id) {
    const time = newest.timestamp === undefined ? "" : ` (${utc(newest.timestamp)})`;
    seen.push(`last in block ${grouped(newest.bitcoinHeight)}${time}`);
  }
  if (beganAt !== undefined) seen.push(`begun about ${utc(beganAt)}`);
  return {
    ...rest,
    id,
    leftAfter,
    leftBefore,
    lastHeight: fork.lastNumber,
    since: `Seen by ${witnessesInWords(fork.witnessCount)}, ${seen.join(", ")}.`,
  };
}
