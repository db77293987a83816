/** Shows the results of the fork monitor from a file that its command wrote. */
import { useState } from "preact/hooks";
import { z } from "zod";
import { grouped } from "../format/amounts.js";
import { FileInput } from "../parts/file-input.js";
import { readJson } from "../parts/read-json.js";
import { AlertList, type ShownAlert, witnessesInWords } from "./alert-list.js";

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

export function ForkFinding() {
  const [found, setFound] = useState<Finding>();
  const take = (text: string, name: string) => {
    setFound(readJson(finding, text, "a finding of `inspect forks --json`"));
    return `${name} is shown below.`;
  };
  return (
    <>
      <FileInput id="forks-file" legend="Another finding" accept=".json" take={take}>
        <p class="note">
          Choose or drop what <code>tandem inspect forks --json</code> printed, of any Bitcoin node
          or file of its blocks. It stays in this browser.
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
      <AlertList alerts={forks.map(alertOf)} />
    </>
  );
}

const alertOf = ({ range, witnessCount, ...fork }: Fork): ShownAlert => ({
  ...fork,
  leftAfter: range.from,
  leftBefore: range.to,
  since: `Seen by ${witnessesInWords(witnessCount)}, since Bitcoin block ${grouped(fork.id)}.`,
});
