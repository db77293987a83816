/** Summarizes a run for a terminal: the scenario, its main figures, and its expectations. */
import type { ChainResults, ExpectationResult, Results } from "../results/results.js";
import { bound, countedFigure, figure, percent } from "./figures.js";
import { aligned, fitting } from "./table.js";

/**
 * Returns the summary in lines of at most 80 columns, without line ends, but for tables with longer
 * names. It begins with one sentence.
 */
export function summary(results: Results, name: string): string[] {
  return [
    ...fitting(sentence(results, name)),
    "",
    ...chainLines(results),
    "",
    ...poolLines(results),
    ...strategyLines(results),
    ...attackLines(results).flatMap(fitting),
    ...monitorLines(results).flatMap(fitting),
    ...expectationLines(results),
  ];
}

function sentence({ seed, hours, bitcoin, child, pools, events }: Results, name: string): string {
  const count = pools.reduce((sum, pool) => sum + pool.count, 0);
  const who = count === 1 ? "one pool" : countedFigure(count, "pool");
  const blocks =
    child === undefined
      ? countedFigure(bitcoin.mined, "Bitcoin block")
      : `${countedFigure(bitcoin.mined, "Bitcoin block")} and ${countedFigure(child.mined, "merge-mined block")}`;
  return `Simulated ${name}, seed ${seed}: ${countedFigure(hours, "hour")} of ${who} found ${blocks} (${countedFigure(events, "event")}).`;
}

interface ChainFigure {
  readonly name: string;
  readonly of: (chain: ChainResults) => string;
}

const chainFigures: readonly ChainFigure[] = [
  { name: "main-chain blocks", of: ({ main }) => figure(main) },
  { name: "stale blocks", of: ({ stale }) => figure(stale) },
  { name: "stale share", of: ({ staleShare }) => percent(staleShare) },
  { name: "mean interval, s", of: ({ intervalSeconds }) => figure(intervalSeconds.mean) },
  { name: "median interval, s", of: ({ intervalSeconds }) => figure(intervalSeconds.median) },
  { name: "difficulty, last / first", of: ({ difficulty }) => ratio(difficulty) },
  { name: "reorgs the observer saw", of: ({ reorgs }) => figure(reorgs.count) },
  { name: "deepest of them, blocks", of: ({ reorgs }) => figure(reorgs.deepest) },
];

const ratio = ({ first, last }: ChainResults["difficulty"]) =>
  first === 0 ? "–" : figure(last / first);

function chainLines({ bitcoin, child }: Results): string[] {
  if (child === undefined) {
    return aligned([["", "Bitcoin"], ...chainFigures.map(({ name, of }) => [name, of(bitcoin)])]);
  }
  const tagged = bitcoin.taggedShare === undefined ? "–" : percent(bitcoin.taggedShare);
  return aligned([
    ["", "Bitcoin", "merge-mined"],
    ...chainFigures.map(({ name, of }) => [name, of(bitcoin), of(child)]),
    ["uncles per block", "–", figure(child.unclesPerBlock)],
    ["age of timestamps, s", "–", figure(child.timestampAgeSeconds.mean)],
    ["blocks with a tag", tagged, "–"],
  ]);
}

function poolLines({ pools, child }: Results): string[] {
  const rows = pools.map(({ name, count, hashShare, bitcoin, child: own }) => [
    count > 1 ? `${name} × ${figure(count)}` : name,
    percent(hashShare),
    percent(bitcoin.mainShare),
    ...(own === undefined
      ? []
      : [own.hashShare, own.mainShare, own.revenueShare, own.staleShare].map(percent)),
  ]);
  const head =
    child === undefined
      ? [["pool", "hash power", "Bitcoin blocks"]]
      : [
          ["", "Bitcoin", "Bitcoin", "child", "child", "child", "child"],
          ["pool", "hash power", "blocks", "hash power", "blocks", "revenue", "stale"],
        ];
  return [...aligned([...head, ...rows]), ""];
}

function strategyLines({ pools }: Results): string[] {
  const lines = pools.flatMap(({ name, strategy, attackedChain }) =>
    attackedChain === undefined
      ? []
      : [`Strategy of ${name}: ${strategy} on ${chainNames[attackedChain]}.`],
  );
  return lines.length > 0 ? [...lines, ""] : [];
}

const chainNames = { bitcoin: "Bitcoin", child: "the merge-mined chain" } as const;

function attackLines({ attacks }: Results): string[] {
  const lines = attacks.map(
    ({ pool, confirmations, trials, successes, success }) =>
      `Double-spends of ${pool} against ${countedFigure(confirmations, "confirmation")}: ${figure(successes)} of ${figure(trials)} (${percent(success.share)}, 99 % sure of ${percent(success.low)} to ${percent(success.high)})`,
  );
  return lines.length > 0 ? [...lines, ""] : [];
}

function monitorLines({ forkMonitor }: Results): string[] {
  if (forkMonitor === undefined) return [];
  const { blocks, tagged, forkTags, alertCount, highestLevel } = forkMonitor;
  return [
    `Fork monitor: ${figure(tagged)} of ${figure(blocks)} Bitcoin blocks have a tag, ${figure(forkTags)} tell of a hidden branch: ${alertsOf(alertCount, highestLevel)}`,
    "",
  ];
}

function alertsOf(count: number, highestLevel: number): string {
  if (count === 0) return "no alert";
  if (count === 1) return `one alert, of level ${highestLevel}`;
  return `${figure(count)} alerts, the highest of level ${highestLevel}`;
}

/** Formats one expectation: ok or FAILED, the metric, what was expected and what was found. */
function expectationLines({ expectations, isAsExpected }: Results): string[] {
  if (expectations.length === 0) return ["Nothing was expected."];
  const failed = expectations.filter(({ isMet }) => !isMet).length;
  const end = isAsExpected
    ? holds(expectations.length)
    : `${figure(failed)} of ${countedFigure(expectations.length, "expectation")} FAILED.`;
  const verdicts = expectations.map(({ isMet }) => (isMet ? "ok    " : "FAILED"));
  const lines = aligned(
    expectations.map((one) => [one.metric, "found", figure(one.found), expected(one)]),
    [0, 1, 3],
  );
  return [...lines.map((line, i) => `${verdicts[i]}  ${line}`), end];
}

const holds = (count: number) =>
  count === 1 ? "The one expectation holds." : `All ${figure(count)} expectations hold.`;

function expected({ min, max }: ExpectationResult): string {
  if (min === undefined) return `expected at most ${bound(max ?? 0)}`;
  if (max === undefined) return `expected at least ${bound(min)}`;
  return `expected ${bound(min)} to ${bound(max)}`;
}
