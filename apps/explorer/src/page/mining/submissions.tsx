/** Shows the submissions of external miners, and their results. */
import { grouped, utc } from "../format/amounts.js";
import { BlockHashLink, HeightLink } from "../parts/links.js";
import { Ready } from "../parts/states.js";
import { useTicks } from "../parts/use-ticks.js";
import type { Submissions } from "../session/answers.js";
import { useQuery, useSession } from "../session/use-session.js";

/** Milliseconds between two reads: a refused submission results in no block. */
const intervalMs = 5000;

const resultWords: Readonly<Record<string, string>> = {
  IMPORTED_BEST: "became the head",
  IMPORTED_NOT_BEST: "valid, beside the chain",
  EXIST: "known already",
  INVALID_BLOCK: "broke a rule",
  NO_PARENT: "without a parent",
  REFUSED: "refused",
};

export function OutsideMiners() {
  const { client, head } = useSession();
  const query = useQuery(
    () => client.tandem_getSubmissions(),
    [useTicks(intervalMs), head.value?.hash],
  );
  return (
    <Ready query={query} what="the submissions">
      {(submissions) => <Shown submissions={submissions} />}
    </Ready>
  );
}

function Shown({ submissions: { counts, latest } }: { readonly submissions: Submissions }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return <p class="note">Nothing was submitted since the node started.</p>;
  const told = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([result, count]) => `${grouped(count)} ${resultWords[result] ?? result}`);
  return (
    <>
      <p>
        {grouped(total)} since the node started: {told.join(", ")}. The newest first:
      </p>
      <ul class="rows" data-submissions>
        {latest.map(({ timestamp, result, blockNumber, blockHash, reason }, i) => (
          <li key={`${i}`}>
            <span>{utc(timestamp)}</span>
            <span class={result === "REFUSED" || result === "INVALID_BLOCK" ? "bad" : "good"}>
              {resultWords[result] ?? result}
            </span>
            {blockNumber !== undefined && (
              <span>
                <HeightLink height={blockNumber} />
              </span>
            )}
            {blockHash !== undefined && <BlockHashLink value={blockHash} />}
            {reason !== undefined && <span class="reason">{reason}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
