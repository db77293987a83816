// Measures the intervals and uncles of 700 consecutive headers of the public network's main chain
// of July 2022, which the tests contain, with the column names of docs/difficulty-study.csv.
import { readFileSync } from "node:fs";
import { decodeHeader, fromHex } from "../packages/primitives/dist/index.js";

const file = new URL("../test/vectors/rootstock/mainnet-4479841-4480540.json", import.meta.url);

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(xs, ys) {
  const [mx, my] = [mean(xs), mean(ys)];
  const products = (as, ma, bs, mb) => as.reduce((sum, a, i) => sum + (a - ma) * (bs[i] - mb), 0);
  return products(xs, mx, ys, my) / Math.sqrt(products(xs, mx, xs, mx) * products(ys, my, ys, my));
}

/**
 * @returns the same columns as a run of the simulator, as numbers, and the miners' shares, the
 * largest first.
 */
export function realHeaders() {
  const headers = JSON.parse(readFileSync(file, "utf8"))
    .headers.map(({ rlp }) => decodeHeader(fromHex(rlp)))
    .sort((a, b) => a.number - b.number);
  const measured = headers.slice(1);
  const intervals = measured.map(({ timestamp }, i) => timestamp - headers[i].timestamp);
  const uncles = measured.map(({ uncleCount }) => uncleCount);
  const sorted = [...intervals].sort((a, b) => a - b);
  const quantile = (part) => sorted[Math.floor(part * (sorted.length - 1))];
  const found = {};
  for (const { coinbase } of measured) {
    const miner = Buffer.from(coinbase).toString("hex");
    found[miner] = (found[miner] ?? 0) + 1;
  }
  const listing = (count) => uncles.filter((one) => one === count).length / uncles.length;
  return {
    shares: Object.values(found)
      .sort((a, b) => b - a)
      .map((own) => own / measured.length),
    columns: {
      blocks: measured.length,
      "uncles-per-block": mean(uncles),
      "interval-mean": mean(intervals),
      "interval-p10": quantile(0.1),
      "interval-median": quantile(0.5),
      "interval-p90": quantile(0.9),
      "interval-p99": quantile(0.99),
      "correlation-own": correlation(intervals, uncles),
      "correlation-previous": correlation(intervals.slice(0, -1), uncles.slice(1)),
      "correlation-next": correlation(intervals.slice(1), uncles.slice(0, -1)),
      ...Object.fromEntries(
        [0, 1, 2, 3, 4, 5].map((count) => [`listing-${count}`, listing(count)]),
      ),
    },
  };
}
