/** Formats the page of a whole run: a table for each scene, with subjects side by side. */
import type { Outcome, Result } from "../run-scenes.js";
import {
  advantageOf,
  type ComparedRow,
  comparedRows,
  shown,
  shownAdvantage,
  shownWithSpread,
} from "./figures.js";
import type { Circumstances } from "./machine.js";

const titles: Readonly<Record<string, string>> = {
  ceiling: "What the load generator can do here",
  start: "Start",
  reads: "Reads",
  "loops in a call": "Loops of 30 million gas in a call",
  contracts: "Contracts",
  automine: "A block as soon as there is a transaction",
  interval: "Blocks made on time",
  "interval-durable": "Blocks made on time, each synced to disk",
  history: "Logs and traces",
  subscribers: "Subscribers",
  starvation: "Waiting for others",
  disk: "Disk, memory and length of the chain",
  explorer: "The explorer",
};

export interface Page extends Outcome {
  readonly circumstances: Circumstances;
  /** The peers, without our node. */
  readonly peers: readonly string[];
  readonly command: string;
  readonly note: string | undefined;
}

export function markdownPage(page: Page): string {
  const scenes = [...new Set(page.results.map(({ scene }) => scene))];
  const parts = [
    "<!-- Written by `npm run bench -- --write`. -->",
    "# Benchmarks",
    ...introduction(page),
    ...scenes.flatMap((scene) => [
      `## ${titles[scene] ?? scene}`,
      table(
        page.results.filter((result) => result.scene === scene),
        page.peers,
      ),
    ]),
    ...failureList(page),
  ];
  return `${parts.join("\n\n")}\n`;
}

function introduction({ circumstances, peers, command, note }: Page): string[] {
  const { date, commit, machine } = circumstances;
  const against = peers.length === 0 ? "" : ` Measured in turn with ${peers.join(", ")}.`;
  return [
    [
      `\`${command}\` on ${date.slice(0, 10)}, commit ${commit}: ${machine.cpu}, ${machine.cores} cores,`,
      `${machine.memoryGiB} GiB, ${machine.platform}, Node ${machine.node}; load before the run`,
      `${machine.loadBefore}.${against}${note === undefined ? "" : ` ${note}`}`,
    ].join(" "),
    [
      "Each figure is the median of its runs, with half the distance from the smallest to the",
      "largest. CPU is what the node's process took for 1,000 calls or transactions, user and",
      "system. The ratio says how many times better Tandem is. The load comes from a process of its",
      "own on the same cores: prepared bytes on plain sockets. How a row is measured stands in",
      "`test/src/bench/scenes`; [performance.md](performance.md) says where the time goes.",
    ].join("\n"),
  ];
}

function table(results: readonly Result[], peers: readonly string[]): string {
  const subjects = [...new Set(results.map(({ subject }) => subject))];
  const compared = subjects.length > 1 ? peers : [];
  const hasCpu = results.some(({ cpuMsPer1000 }) => cpuMsPer1000 !== undefined);
  const columns: readonly Column[] = [
    { title: "", cell: ({ about }) => about },
    { title: "unit", cell: ({ unit }) => unit },
    ...subjects.map((name) => figureColumn(name, name, shownWithSpread)),
    ...compared.map((peer) => ({ title: `to ${peer}`, cell: ratioTo(peer) })),
    ...(hasCpu ? subjects : []).map((name) =>
      figureColumn(`CPU ms, ${name}`, name, (result) =>
        result.cpuMsPer1000 === undefined ? "" : shown(result.cpuMsPer1000),
      ),
    ),
  ];
  const lines = [
    columns.map(({ title }) => title),
    columns.map((_, i) => (i < 2 ? "---" : "--:")),
    ...comparedRows(results).map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

interface Column {
  readonly title: string;
  readonly cell: (row: ComparedRow) => string;
}

const figureColumn = (
  title: string,
  subject: string,
  text: (result: Result) => string,
): Column => ({
  title,
  cell({ results }) {
    const found = results.find((result) => result.subject === subject);
    return found === undefined ? "" : text(found);
  },
});

/** Our node is measured first. */
const ratioTo =
  (peer: string) =>
  ({ results: [ours, ...others] }: ComparedRow): string => {
    const theirs = others.find(({ subject }) => subject === peer);
    if (ours === undefined || theirs === undefined) return "";
    return shownAdvantage(advantageOf(ours, theirs));
  };

function failureList({ failures }: Page): string[] {
  if (failures.length === 0) return [];
  const lines = failures.map(
    ({ subject, ids, reason }) =>
      `- ${subject}, ${ids.join(", ")}: ${reason.replaceAll("\n", " ").slice(0, 300)}`,
  );
  return ["## Not measured", lines.join("\n")];
}
