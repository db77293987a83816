/** Measures short requests at the maximum rate of the node. */
import { fromHex, toHex } from "@tandem/primitives";
import { call } from "../../support/rpc.js";
import { callAll } from "../../support/rpc-batch.js";
import { senderOf } from "../../support/signer.js";
import type { SocketJob } from "../generator/jobs.js";
import { batchRequest, rpcRequest, rpcText } from "../generator/request.js";
import { rateOf, repeated, rotated } from "../rate.js";
import { type Measurement, type Scene, scene, type Tools } from "../scene.js";
import type { Sizes } from "../sizes.js";
import type { RunningSubject, Subject } from "../subject/subject.js";
import { balanceOf, deployToken } from "../token.js";
import { fundSenders, richWallet } from "../wallet.js";

const batchLength = 100;
const batchConnections = 8;
const socketConnections = 8;
const underWayEach = 64;
/** Number of connections, each of which requests its own holders. */
const differentConnections = 32;

interface Session {
  readonly node: RunningSubject;
  readonly accounts: readonly string[];
  readonly token: string;
  /** The height of a block with a transfer of each sender, and their hashes. */
  readonly full: string;
  readonly hashes: readonly string[];
}

async function prepare(subject: Subject, { sizes: { senders } }: Tools): Promise<Session> {
  const node = await subject.start({ mining: "manual", gasLimit: 30_000_000 });
  const rich = richWallet(node.chainId);
  const wallets = await fundSenders(node, rich, senders);
  const token = await deployToken(node, rich, wallets);
  const to = senderOf(senders).address;
  const hashes = await callAll<string>(
    node.url,
    wallets.map((wallet) => ({
      method: "eth_sendRawTransaction",
      params: [wallet.sign({ to, value: 1n, gasLimit: 21_000n })],
    })),
  );
  await call(node.url, "evm_mine");
  const full = await call<string>(node.url, "eth_blockNumber");
  const count = await call<string>(node.url, "eth_getBlockTransactionCountByNumber", [full]);
  if (Number(count) !== senders) throw new Error(`the full block has ${count} transactions`);
  const accounts = wallets.map(({ address }) => toHex(address));
  return { node, accounts, token: toHex(token.address), full, hashes };
}

const overHttp = (
  id: string,
  about: string,
  connections: number,
  requestsOf: (session: Session) => readonly Buffer[],
): Measurement<Session> => ({
  rows: [{ id, about: `${about}, ${connections} connections`, unit: "/s", better: "more" }],
  async measure(session, tools) {
    const { node } = session;
    const lists = rotated(requestsOf(session), connections);
    return [await rateOf(node, repeated(node.port, lists), tools)];
  },
});

const blockNumber = () => [rpcRequest("eth_blockNumber")];

const balances = ({ accounts }: Session) =>
  accounts.map((account) => rpcRequest("eth_getBalance", [account, "latest"]));

const tokenBalance = (token: string, holder: Uint8Array) =>
  rpcRequest("eth_call", [{ to: token, data: balanceOf(holder) }, "latest"]);

const tokenBalances = ({ accounts, token }: Session) =>
  accounts.map((account) => tokenBalance(token, fromHex(account)));

/** Measures calls that are not repeated for seconds, because a node may cache answers. */
const differentCalls = (each: number): Measurement<Session> => ({
  rows: [
    {
      id: "token-balance-different",
      about: `eth_call of balanceOf, ${differentConnections * each} holders`,
      unit: "/s",
      better: "more",
    },
  ],
  async measure({ node, token }, tools) {
    const lists = Array.from({ length: differentConnections }, (_, c) =>
      Array.from({ length: each }, (_, i) => {
        const holder = new Uint8Array(20).fill(0xaa);
        new DataView(holder.buffer).setUint32(16, c * each + i);
        return tokenBalance(token, holder);
      }),
    );
    return [await rateOf(node, repeated(node.port, lists), tools)];
  },
});

const batched: Measurement<Session> = {
  rows: [
    {
      id: "batch-get-balance",
      about: `eth_getBalance in batches of ${batchLength}, ${batchConnections} connections`,
      unit: "/s",
      better: "more",
    },
  ],
  async measure({ node, accounts }, tools) {
    const request = batchRequest(
      Array.from({ length: batchLength }, (_, i) => ({
        method: "eth_getBalance",
        params: [accounts[i % accounts.length], "latest"],
      })),
    );
    const lists = rotated([request], batchConnections);
    return [await rateOf(node, repeated(node.port, lists), tools, batchLength)];
  },
};

/** @param port of a server that answers every message. */
export const pipelined = (port: number): SocketJob => ({
  kind: "socket",
  port,
  text: rpcText("eth_blockNumber"),
  connections: socketConnections,
  underWay: underWayEach,
  durationMs: 0,
});

export const pipelinedAbout = `WebSocket, ${socketConnections} connections, ${underWayEach} under way on each`;

const overSockets: Measurement<Session> = {
  rows: [
    {
      id: "socket-block-number",
      about: `eth_blockNumber, ${pipelinedAbout}`,
      unit: "/s",
      better: "more",
    },
  ],
  measure: async ({ node }, tools) => [await rateOf(node, pipelined(node.port), tools)],
};

export const readsScene = ({ differentCalls: each, senders }: Sizes): Scene =>
  scene<Session>({
    name: "reads",
    prepare,
    close: ({ node }) => node.stop(),
    measurements: [
      overHttp("block-number-32", "eth_blockNumber", 32, blockNumber),
      overHttp("block-number-128", "eth_blockNumber", 128, blockNumber),
      overHttp("get-balance", "eth_getBalance", 32, balances),
      overHttp("full-block", `block with ${senders} whole transactions`, 32, ({ full }) => [
        rpcRequest("eth_getBlockByNumber", [full, true]),
      ]),
      overHttp("receipt", "eth_getTransactionReceipt", 32, ({ hashes }) =>
        hashes.map((hash) => rpcRequest("eth_getTransactionReceipt", [hash])),
      ),
      overHttp("trace-block-rate", `trace_block, ${senders} traces`, 32, ({ full }) => [
        rpcRequest("trace_block", [full]),
      ]),
      overHttp("trace-transaction-rate", "trace_transaction", 32, ({ hashes }) =>
        hashes.map((hash) => rpcRequest("trace_transaction", [hash])),
      ),
      overHttp("token-balance", `eth_call of balanceOf, ${senders} holders`, 32, tokenBalances),
      differentCalls(each),
      batched,
      overSockets,
    ],
  });
