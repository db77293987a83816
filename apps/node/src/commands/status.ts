/** Implements `tandem status`: shows the status of a running node. */
import { ExitCode, jsonFlag, type Palette, readFlags, writeJson } from "@tandem/cli";
import { counted, toHex } from "@tandem/primitives";
import { httpClient } from "@tandem/rpc/client";
import { ForeignAnswer, noAnswer } from "@tandem/rpc/errors";
import * as z from "zod";
import { blockAge, shortHash } from "../console/short-forms.js";
import type { CommandBody } from "./command-body.js";
import { paletteFor } from "./palette.js";
import { urlOption } from "./url-option.js";

/** The maximum milliseconds for `/health`. */
const healthMsMax = 10_000;

const options = { url: urlOption, json: jsonFlag };

export const body: CommandBody = {
  about:
    "Shows the health, chain, head and pool of a running node. It needs no development method.",
  options,
  notes: "Exit code: 0 ready, 1 the node is not ready, 2 a flag is wrong, 3 no node answers.",
  async run({ given, output }) {
    const { url, json } = readFlags(options, given);
    const status = await readStatus(url);
    if (json) writeJson(output, status);
    else output.write(`${statusLines(status, paletteFor(output)).join("\n")}\n`);
    return status.health.status === "ready" ? ExitCode.done : ExitCode.failed;
  },
};

const healthShape = z.object({
  status: z.string(),
  headAgeSeconds: z.number(),
  server: z.string().optional(),
  damage: z.string().optional(),
});

type Status = Awaited<ReturnType<typeof readStatus>>;

/** @throws {ConnectionError} if no node answers. */
async function readStatus(url: string) {
  const leaving = new AbortController();
  const client = httpClient(url, { signal: leaving.signal });
  // The process ends once one of them has failed: it does not wait for the other.
  const [health, answers] = await Promise.all([
    readHealth(url),
    client.batch((calls) => [
      calls.web3_clientVersion(),
      calls.eth_chainId(),
      calls.eth_getBlockByNumber({ block: { tag: "latest" } }),
      calls.txpool_status(),
      calls.eth_gasPrice(),
    ]),
  ]).finally(() => leaving.abort());
  const [version, chainId, block, pool, gasPrice] = answers;
  return {
    url,
    version,
    health,
    chainId,
    head: {
      number: block?.number ?? 0,
      hash: block?.hash,
      timestamp: block?.timestamp,
      transactions: block?.transactions.length,
    },
    pool,
    gasPrice,
  };
}

/** The answer of a node that is not ready has status 503, and the same body. */
async function readHealth(url: string) {
  const health = healthShape.safeParse(await fetchHealth(url));
  if (!health.success) throw new ForeignAnswer("the answer to /health has another form");
  return health.data;
}

async function fetchHealth(url: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(healthMsMax);
    const response = await fetch(new URL("/health", url), { signal });
    return await response.json();
  } catch (cause) {
    throw noAnswer(cause);
  }
}

/**
 * Returns the age of the head in seconds, negative if its time is ahead of this machine's clock.
 * `/health` reports 0 for such a head.
 */
function headAge({ health, head }: Status): number {
  if (health.headAgeSeconds > 0 || head.timestamp === undefined) return health.headAgeSeconds;
  return Math.min(0, Math.floor(Date.now() / 1000) - head.timestamp);
}

function statusLines(status: Status, { bold, green, red }: Palette): string[] {
  const { url, version, health, chainId, head, pool, gasPrice } = status;
  const colour = health.status === "ready" ? green : red;
  const hash = head.hash == null ? "" : ` ${shortHash(toHex(head.hash))}`;
  const transactions = counted(head.transactions ?? 0, "transaction");
  return [
    `${bold("Node")}    ${version} at ${url}`,
    `${bold("Health")}  ${colour(health.status)}${health.damage === undefined ? "" : `: ${health.damage}`}`,
    `${bold("Chain")}   id ${chainId}`,
    `${bold("Head")}    block ${head.number}${hash}, ${blockAge(headAge(status))}, ${transactions}`,
    `${bold("Pool")}    ${pool.pending} pending, ${pool.queued} queued`,
    `${bold("Price")}   ${gasPrice} wei for a unit of gas`,
  ];
}
