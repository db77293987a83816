/** Measures automining with many concurrent senders. */
import { rpcRequest } from "../generator/request.js";
import { makeYielding } from "../make-yielding.js";
import { costOf, figuresOf } from "../rate.js";
import {
  type Figure,
  type Measurement,
  type Row,
  type Scene,
  scene,
  type Tools,
} from "../scene.js";
import type { Sizes } from "../sizes.js";
import type { RunningSubject, Subject } from "../subject/subject.js";
import { type Contract, deployToken } from "../token.js";
import { type Sign, signTokenTransfer, signTransfer } from "../transfers.js";
import { fundSenders, hashOf, leftPending, richWallet, type Wallet } from "../wallet.js";

const senders = 32;
/** The fraction of a measurement's transactions that one sender sends before it. */
const warmUpShare = 1 / 40;

/** The event after which a sender continues: the receipt of a transaction, or the answer. */
type Waits = "receipt" | "answer";

/** The requests of each sender, in order. */
type Lists = readonly (readonly Buffer[])[];

async function signAll(
  wallets: readonly Wallet[],
  sign: Sign,
  count: number,
  waits: Waits,
): Promise<Lists> {
  const rounds = await makeYielding(Math.ceil(count / wallets.length), (i) =>
    wallets.map((wallet, w) => {
      const raw = sign(wallet, i * wallets.length + w);
      const send = rpcRequest("eth_sendRawTransaction", [raw]);
      if (waits === "answer") return [send];
      return [send, rpcRequest("eth_getTransactionReceipt", [hashOf(raw)])];
    }),
  );
  return wallets.map((_, w) => rounds.flatMap((round) => round[w] ?? []));
}

/**
 * Sends until the time or the transactions are used up. @returns the number of sent transactions,
 * and the elapsed time.
 */
async function send(
  { port }: RunningSubject,
  { sizes, generator }: Tools,
  wallets: readonly Wallet[],
  lists: Lists,
  waits: Waits,
): Promise<{ readonly sent: number; readonly elapsedMs: number }> {
  const { answersEach, elapsedMs } = await generator.run({
    kind: "http",
    port,
    lists,
    isRepeated: false,
    isRefusalAllowed: false,
    isNullAskedAgain: waits === "receipt",
    durationMs: 2 * sizes.loadMs,
  });
  const requestsEach = waits === "receipt" ? 2 : 1;
  let sent = 0;
  for (const [i, wallet] of wallets.entries()) {
    wallet.rewind(Math.ceil((answersEach[i] ?? 0) / requestsEach));
    sent += wallet.nonce();
  }
  return { sent, elapsedMs };
}

interface Loaded {
  readonly mined: number;
  readonly elapsedMs: number;
  readonly left: number;
}

async function load(
  node: RunningSubject,
  tools: Tools,
  wallets: readonly Wallet[],
  lists: Lists,
  waits: Waits,
): Promise<Loaded> {
  const { sent, elapsedMs } = await send(node, tools, wallets, lists, waits);
  const sentAt = performance.now();
  const leftAtEnd = await leftPending(node, wallets);
  let left = leftAtEnd;
  const endAt = sentAt + tools.sizes.graceMs;
  while (left > 0 && performance.now() < endAt) left = await leftPending(node, wallets);
  // Transactions that are mined late count, and so does the time until then; those that are never
  // mined do not.
  return left === 0
    ? { mined: sent, elapsedMs: elapsedMs + performance.now() - sentAt, left }
    : { mined: sent - leftAtEnd, elapsedMs, left };
}

/** Runs one measurement on its own node, because a node that lost transactions cannot be used again. */
async function measure(
  subject: Subject,
  tools: Tools,
  signOf: (token: Contract) => Sign,
  waits: Waits,
): Promise<Figure[]> {
  const node = await subject.start({ mining: "auto", gasLimit: 30_000_000 });
  try {
    const rich = richWallet(node.chainId);
    const [first, ...wallets] = await fundSenders(node, rich, 1 + senders);
    const warmers = first === undefined ? [] : [first];
    const sign = signOf(await deployToken(node, rich, [...warmers, ...wallets]));
    const count = tools.sizes.automineTransactions;
    const warmUp = await signAll(warmers, sign, count * warmUpShare, waits);
    await load(node, tools, warmers, warmUp, waits);
    const lists = await signAll(wallets, sign, count, waits);
    const { value, ...cost } = await costOf(node, () => load(node, tools, wallets, lists, waits));
    const { mined, elapsedMs, left } = value;
    return [{ value: (mined * 1_000) / elapsedMs, ...figuresOf(cost, mined) }, { value: left }];
  } finally {
    await node.stop();
  }
}

const rate = (id: string, about: string): Row => ({
  id: `automine-${id}`,
  about: `${about}, automine, ${senders} senders`,
  unit: "/s",
  better: "more",
});

const pending = (id: string, graceMs: number): Row => ({
  id: `automine-${id}-pending`,
  about: `of these not mined ${graceMs / 1_000} s after`,
  unit: "txs",
  better: "less",
});

const measurementOf = (
  graceMs: number,
  id: string,
  about: string,
  waits: Waits,
  signOf: (token: Contract) => Sign,
): Measurement<Subject> => ({
  rows: [rate(id, about), pending(id, graceMs)],
  measure: (subject, tools) => measure(subject, tools, signOf, waits),
});

export const automineScene = ({ graceMs }: Sizes): Scene =>
  scene<Subject>({
    name: "automine",
    prepare: async (subject) => subject,
    close: async () => {},
    measurements: [
      measurementOf(
        graceMs,
        "transfers",
        "transfers, each receipt awaited",
        "receipt",
        () => signTransfer,
      ),
      measurementOf(
        graceMs,
        "tokens",
        "ERC-20 transfers, each receipt awaited",
        "receipt",
        signTokenTransfer,
      ),
      measurementOf(
        graceMs,
        "flood",
        "transfers, each answer awaited",
        "answer",
        () => signTransfer,
      ),
    ],
  });
