/** A block as soon as there is a transaction, and many who send at once. */
import { call } from "../../support/rpc.js";
import { senderOf } from "../../support/signer.js";
import { rpcRequest } from "../generator/request.js";
import { madeInTurns } from "../in-turns.js";
import { costOf, figuresOf } from "../rate.js";
import { type Figure, type Measurement, type Scene, scene, type Tools } from "../scene.js";
import type { RunningSubject, Subject } from "../subject/subject.js";
import { type Contract, deployToken, tokenGas, transferOf } from "../token.js";
import { fundSenders, leftPending, richWallet, type Wallet } from "../wallet.js";

const senders = 32;
const recipients = Array.from({ length: 997 }, (_, i) => senderOf(1_000 + i).address);
/** Of a measurement's transactions, the part that is sent before it. */
const warmUpShare = 1 / 8;
/** Milliseconds in which a node may still mine what it has answered. */
const graceMs = 1_000;
/** Blocks asked for until nothing is pending. */
const nudgesMax = 50;

export interface Session {
  readonly node: RunningSubject;
  readonly wallets: readonly Wallet[];
  readonly token: Contract;
}

/** Raw transaction number `i` of a measurement. */
export type Sign = (wallet: Wallet, i: number) => string;

export const signTransfer: Sign = (wallet, i) =>
  wallet.sign({ to: recipientOf(i), value: 1n, gasLimit: 21_000n });

export function signTokenTransfer({ address }: Contract): Sign {
  const calls = recipients.map((to) => transferOf(to, 1n));
  return (wallet, i) => {
    const data = calls[i % calls.length] as Uint8Array;
    return wallet.sign({ to: address, data, gasLimit: tokenGas });
  };
}

const recipientOf = (i: number) => recipients[i % recipients.length] as Uint8Array;

async function prepare(subject: Subject): Promise<Session> {
  const node = await subject.start({ mining: "auto", gasLimit: 30_000_000 });
  const rich = richWallet(node.chainId);
  const wallets = await fundSenders(node, rich, senders);
  return { node, wallets, token: await deployToken(node, rich, wallets) };
}

/** Sends until the time or the transactions are used up. @returns how many were answered. */
async function send(session: Session, { sizes, generator }: Tools, sign: Sign, count: number) {
  const { node, wallets } = session;
  const before = wallets.map((wallet) => wallet.nonce());
  const requests = await madeInTurns(Math.ceil(count / senders), (i) =>
    wallets.map((wallet, w) =>
      rpcRequest("eth_sendRawTransaction", [sign(wallet, i * senders + w)]),
    ),
  );
  const lists = wallets.map((_, w) => requests.map((round) => round[w] as Buffer));
  const result = await generator.run({
    kind: "http",
    port: node.port,
    lists,
    isRepeated: false,
    isRefusalAllowed: false,
    durationMs: 2 * sizes.loadMs,
  });
  for (const [i, wallet] of wallets.entries()) {
    wallet.rewind((before[i] ?? 0) + (result.answersEach[i] ?? 0));
  }
  return result;
}

async function measure(session: Session, tools: Tools, sign: Sign): Promise<Figure[]> {
  const { node, wallets } = session;
  const count = tools.sizes.automineTransactions;
  await send(session, tools, sign, count * warmUpShare);
  await settle(node, wallets);
  const { value, ...cost } = await costOf(node, () => send(session, tools, sign, count));
  const mined = value.answers - (await leftPending(node, wallets));
  const left = await settle(node, wallets);
  return [{ value: (mined * 1_000) / value.elapsedMs, ...figuresOf(cost, mined) }, { value: left }];
}

/** @returns how many were still pending after the grace; then they are pushed into blocks. */
async function settle(node: RunningSubject, wallets: readonly Wallet[]): Promise<number> {
  const end = performance.now() + graceMs;
  let left = await leftPending(node, wallets);
  while (left > 0 && performance.now() < end) left = await leftPending(node, wallets);
  for (let nudges = 0, now = left; now > 0 && nudges < nudgesMax; nudges++) {
    await call(node.url, "evm_mine");
    now = await leftPending(node, wallets);
  }
  return left;
}

const rowsOf = (id: string, what: string): Measurement<Session>["rows"] => [
  {
    id: `automine-${id}`,
    about: `${what}, automine, ${senders} senders`,
    unit: "/s",
    better: "more",
  },
  {
    id: `automine-${id}-pending`,
    about: `${what} left pending ${graceMs / 1_000} s after`,
    unit: "txs",
    better: "less",
  },
];

export const automineScene = (): Scene =>
  scene<Session>({
    name: "automine",
    prepare,
    close: ({ node }) => node.stop(),
    measurements: [
      {
        rows: rowsOf("transfers", "transfers"),
        measure: (session, tools) => measure(session, tools, signTransfer),
      },
      {
        rows: rowsOf("tokens", "ERC-20 transfers"),
        measure: (session, tools) => measure(session, tools, signTokenTransfer(session.token)),
      },
    ],
  });
