/** Implements `tandem status`: shows the status of a running node. */
import { ExitCode, jsonFlag, type Palette, printable, readFlags, writeJson } from "@tandem/cli";
import { counted, toHex } from "@tandem/primitives";
import { type Client, httpClient, readJson } from "@tandem/rpc/client";
import { ForeignAnswer, isUnknownMethod, noAnswer } from "@tandem/rpc/errors";
import * as z from "zod";
import { urlOption } from "../config/url-option.js";
import { blockAge, shortHash } from "../console/short-forms.js";
import type { CommandBody } from "./command-body.js";
import { paletteFor } from "./palette.js";

/** The maximum milliseconds for `/health`. */
const healthMsMax = 10_000;
/** The maximum bytes of its answer. */
const healthBytesMax = 64 * 1024;

const options = { url: urlOption, json: jsonFlag };

export const body: CommandBody = {
  about:
    "Shows the health, chain, head and pool of a running node. It needs no development method.",
  options,
  notes: "Exit code: 0 ready, 1 the node is not ready, 2 a flag is wrong, 3 no node answers.",
  async run({ given, output }) {
    const { url, json } = readFlags(options, given);
    const status = await readStatus(url);
    if (json) writeJson(output, factsOf(status));
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

/**
 * Reads the status. A fact whose method the API key does not permit, or the node lacks, is undefined.
 * @throws {ConnectionError} if no node answers.
 */
async function readStatus(url: string) {
  const leaving = new AbortController();
  const client = httpClient(url, { signal: leaving.signal });
  const refusals: string[] = [];
  const ifPermitted = <T>(answer: Promise<T>): Promise<T | undefined> =>
    answer.catch((error: unknown) => {
      if (!isUnknownMethod(error)) throw error;
      refusals.push((error as Error).message);
      return undefined;
    });
  // The process ends once one of them has failed: it does not wait for the other.
  const [health, answers] = await Promise.all([
    readHealth(url),
    client.batch((calls) => [
      ifPermitted(calls.web3_clientVersion()),
      ifPermitted(calls.eth_chainId()),
      ifPermitted(calls.eth_getBlockByNumber({ block: { tag: "latest" } })),
      ifPermitted(calls.txpool_status()),
      ifPermitted(calls.eth_gasPrice()),
      ifPermitted(calls.net_peerCount()),
    ]),
  ]).finally(() => leaving.abort());
  const [version, chainId, block, pool, gasPrice, peers] = answers;
  const head = block && headOf(block);
  return { url, version, health, chainId, head, pool, gasPrice, peers, refusals };
}

const headOf = (block: Pick<Block, "number" | "hash" | "timestamp" | "transactions">) => ({
  number: block.number ?? 0,
  hash: block.hash,
  timestamp: block.timestamp,
  transactions: block.transactions.length,
});

type Block = NonNullable<Awaited<ReturnType<Client["eth_getBlockByNumber"]>>>;

/** Returns the status for JSON, in which a fact that is not known is null. */
const factsOf = (status: Status): object =>
  Object.fromEntries(Object.entries(status).map(([name, fact]) => [name, fact ?? null]));

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
    return await readJson(response, healthBytesMax);
  } catch (cause) {
    throw noAnswer(cause);
  }
}

/**
 * Returns the age of the head in seconds, negative if its time is ahead of this machine's clock.
 * `/health` reports 0 for such a head.
 */
function headAge({ health, head }: Status): number {
  if (health.headAgeSeconds > 0 || head === undefined) return health.headAgeSeconds;
  return Math.min(0, Math.floor(Date.now() / 1000) - head.timestamp);
}

function statusLines(status: Status, { bold, green, red }: Palette): string[] {
  const { url, version, health, chainId, pool, gasPrice, peers, refusals } = status;
  const colour = health.status === "ready" ? green : red;
  const damage = health.damage === undefined ? "" : `: ${printable(health.damage)}`;
  return [
    `${bold("Node")}    ${version === undefined ? url : `${printable(version)} at ${url}`}`,
    `${bold("Health")}  ${colour(printable(health.status))}${damage}`,
    ...(chainId === undefined ? [] : [`${bold("Chain")}   id ${chainId}`]),
    `${bold("Head")}    ${headLine(status)}`,
    ...(pool === undefined
      ? []
      : [`${bold("Pool")}    ${pool.pending} pending, ${pool.queued} queued`]),
    ...(gasPrice === undefined ? [] : [`${bold("Price")}   ${gasPrice} wei for a unit of gas`]),
    // Most nodes stand alone.
    ...(peers === undefined || peers === 0 ? [] : [`${bold("Peers")}   ${peers}`]),
    ...refusals.map((refusal) => `Not shown: ${printable(refusal)}`),
  ];
}

function headLine(status: Status): string {
  const age = blockAge(headAge(status));
  if (status.head === undefined) return age;
  const { number, hash, transactions } = status.head;
  const shownHash = hash == null ? "" : ` ${shortHash(toHex(hash))}`;
  return `block ${number}${shownHash}, ${age}, ${counted(transactions, "transaction")}`;
}
