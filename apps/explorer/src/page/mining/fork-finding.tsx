/** Shows what the fork monitor found in Bitcoin's coinbases, from a file that its command wrote. */
import { useState } from "preact/hooks";
import { z } from "zod";
import { grouped } from "../format/amounts.js";
import { FileInput } from "../parts/file-input.js";
import { readJson } from "../parts/read-json.js";

const forksMax = 1000;

const fork = z.object({
  id: z.number(),
  level: z.number(),
  levelName: z.string(),
  range: z.object({ from: z.number(), to: z.number() }),
  lengthMin: z.number(),
  lengthMax: z.number(),
  lastHeight: z.number(),
  ahead: z.number(),
  share: z.number(),
  witnessCount: z.number(),
});

const finding = z.object({
  bitcoin: z.object({
    from: z.number().nullable(),
    to: z.number().nullable(),
    tags: z.record(z.string(), z.number()),
  }),
  mainChain: z.object({ source: z.string(), headHeight: z.number() }),
  forks: z.array(fork).max(forksMax),
});

type Finding = z.infer<typeof finding>;
type Fork = z.infer<typeof fork>;

export function ForkMonitor() {
  const [found, setFound] = useState<Finding>();
  const take = (text: string, name: string) => {
    setFound(readJson(finding, text, "a finding of `inspect forks --json`"));
    return `${name} is shown below.`;
  };
  return (
    <>
      <FileInput id="forks-file" legend="Finding" accept=".json" take={take}>
        <p class="note">
          The monitor reads Bitcoin's blocks, which this page cannot. Choose or drop what{" "}
          <code>tandem inspect forks --json</code> printed. It stays in this browser.
        </p>
      </FileInput>
      {found !== undefined && <Shown finding={found} />}
    </>
  );
}

function Shown({ finding: { bitcoin, mainChain, forks } }: { readonly finding: Finding }) {
  const tags = Object.entries(bitcoin.tags).map(([kind, count]) => `${grouped(count)} ${kind}`);
  return (
    <>
      <p>
        Bitcoin blocks {bitcoin.from ?? "–"} to {bitcoin.to ?? "–"}: {tags.join(", ")}. The head of{" "}
        {mainChain.source} was block {grouped(mainChain.headHeight)}.
      </p>
      {forks.length === 0 && <p class="good">✓ No hidden branch was found.</p>}
      <ul class="plain">
        {forks.map((one) => (
          <Alert key={one.id} fork={one} />
        ))}
      </ul>
    </>
  );
}

function Alert({ fork: one }: { readonly fork: Fork }) {
  const { level, levelName, range, lengthMin, lengthMax, lastHeight, ahead, share } = one;
  return (
    <li>
      <strong class={level > 0 ? "bad" : "wait"}>
        Level {level}, {levelName}
      </strong>
      : a branch that left the chain between heights {range.from} and {range.to}, of{" "}
      {grouped(lengthMin)} to {grouped(lengthMax)} blocks up to height {lastHeight} ({ahead} from
      the head), with {Math.round(share * 100)} % of the hash power by {grouped(one.witnessCount)}{" "}
      witnesses.
    </li>
  );
}
