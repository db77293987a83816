/** Reports the results of `tandem inspect forks`, as a table or as JSON. */
import { columns } from "@tandem/cli";
import { alertName, type Fork, type ObservationKind, type Witness } from "@tandem/consensus";
import { toHex } from "@tandem/primitives";
import { witnessesShown } from "./limits.js";

export interface Finding {
  /** The source of the main chain. */
  readonly source: string;
  readonly headHeight: number;
  readonly bitcoinFrom: number | undefined;
  readonly bitcoinTo: number | undefined;
  readonly counts: Readonly<Record<ObservationKind, number>>;
  readonly forks: readonly Fork[];
}

export function forksAsText(finding: Finding): string {
  const { source, headHeight, bitcoinFrom, bitcoinTo, counts, forks } = finding;
  if (bitcoinFrom === undefined || bitcoinTo === undefined) return "no Bitcoin blocks\n";
  const total = Object.values(counts).reduce((a, b) => a + b);
  const lines = [
    `Bitcoin blocks ${bitcoinFrom} to ${bitcoinTo}: ${total}, ${total - counts.untagged} of them tagged`,
    `tags: ${counts["main-chain"]} of the main chain, ${counts.sibling} of siblings, ` +
      `${counts.witness + counts.repeat} of hidden branches, ${counts.unplaced} of unknown position`,
    `main chain: block ${headHeight} is the newest of ${source}`,
    "",
    ...(forks.length === 0 ? ["no fork"] : tableOf(forks)),
  ];
  return `${lines.flatMap(fitting).join("\n")}\n`;
}

/** Returns the line, or its first columns and the rest below if it is wider than a terminal. */
function fitting(line: string): string[] {
  if (line.length <= columns) return [line];
  const at = line.lastIndexOf(" ", columns);
  return [line.slice(0, at).trimEnd(), ...fitting(`  ${line.slice(at).trim()}`)];
}

function tableOf(forks: readonly Fork[]): string[] {
  const head = ["LEVEL", "LEFT MAIN CHAIN", "BLOCKS", "HEIGHT", "AHEAD", "SHARE", "WITNESSES"];
  const rows = forks.map((fork) => [
    `${fork.level} ${alertName(fork.level)}`,
    fork.range.from === 0 ? `before ${fork.range.to}` : `${fork.range.from} to ${fork.range.to}`,
    `${fork.lengthMin} to ${fork.lengthMax}`,
    String(fork.lastHeight),
    String(fork.ahead),
    `${Math.round(100 * fork.share)} %`,
    witnessList(fork),
  ]);
  const widths = head.map((name, i) =>
    Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, ...forks.flatMap(paceLine)];
}

function witnessList({ witnesses, witnessCount }: Fork): string {
  const newest = witnesses.slice(-witnessesShown).map(({ bitcoinHeight }) => bitcoinHeight);
  const dots = witnessCount > newest.length ? ["..."] : [];
  return `${witnessCount}: ${[...dots, ...newest].join(" ")}`;
}

const timeText = (seconds: number) => new Date(1000 * seconds).toISOString().slice(0, 16);

function paceLine({ id, pace }: Fork): string[] {
  if (pace === undefined) return [];
  const { secondsPerBlock, beganAt, reaches4000At } = pace;
  return [
    `the fork first seen at Bitcoin block ${id}: a block every ${secondsPerBlock.toFixed(1)} s, ` +
      `begun about ${timeText(beganAt)}, 4,000 blocks about ${timeText(reaches4000At)} UTC`,
  ];
}

export function forksAsJson(finding: Finding): string {
  const { forks, bitcoinFrom, bitcoinTo, counts, headHeight, source } = finding;
  const shown = {
    bitcoin: { from: bitcoinFrom ?? null, to: bitcoinTo ?? null, tags: counts },
    mainChain: { source, headHeight },
    forks: forks.map((fork) => ({
      ...fork,
      levelName: alertName(fork.level),
      witnesses: fork.witnesses.map(jsonOfWitness),
    })),
  };
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

function jsonOfWitness({ bitcoinHeight, bitcoinHash, time, tag }: Witness) {
  return {
    bitcoinHeight,
    bitcoinHash: bitcoinHash ? toHex(bitcoinHash).slice(2) : null,
    time: time ?? null,
    height: tag.height,
    prefix: toHex(tag.prefix),
    vector: toHex(tag.vector),
    uncles: tag.uncles,
  };
}
