// Writes the README's table of speed, from the last full run of the benchmark.

/** Rounds to two digits. */
const rate = (value) => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return `${(Math.round(value / step) * step).toLocaleString("en-US")} /s`;
};
const milliseconds = (value) => `${Math.round(value)} ms`;
const kilobytes = (value) => `${(value / 1000).toFixed(1)} KB a block`;

const rows = [
  ["start to first answer", "start", milliseconds],
  ["`eth_blockNumber` over HTTP, 32 connections", "block-number-32", rate],
  ["`eth_getBalance` over HTTP, 32 connections", "get-balance", rate],
  ["`eth_call`, every call different", "token-balance-different", rate],
  ["transfers mined at once, 32 senders, each receipt awaited", "automine-transfers", rate],
  ["transfers mined, 1 s blocks, synced to disk", "interval-transfers-durable", rate],
  ["ERC-20 transfers mined, 1 s blocks, synced to disk", "interval-tokens-durable", rate],
  ["`eth_getLogs`, 100,000 logs", "logs-many", milliseconds],
  ["disk, blocks of one transfer, every state kept", "disk", kilobytes],
];

/**
 * @param readme whose table is replaced: all rows from `| | |` under `## Speed` on.
 * @param run of the benchmark, as in `docs/benchmarks.json`.
 */
export function withSpeed(readme, { results }) {
  const medianOf = (id) => {
    const found = results.find((result) => result.id === id && result.subject === "Tandem");
    if (found === undefined) throw new Error(`docs/benchmarks.json has no row ${id}`);
    return found.median;
  };
  const lines = rows.map(([about, id, show]) => `| ${about} | ${show(medianOf(id))} |`);
  const table = /(## Speed\n[^|]*\| \| \|\n\| --- \| --: \|\n)(?:\|.*\n)+/;
  if (!table.test(readme)) throw new Error("the README has no table of speed");
  return readme.replace(table, (_, head) => `${head}${lines.join("\n")}\n`);
}
