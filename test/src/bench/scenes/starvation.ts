/** Measures the latency of a short request while the node is busy. */
import { sendBatches, transactionBatch } from "../feed.js";
import { HttpConnection } from "../generator/http-connection.js";
import { rpcRequest } from "../generator/request.js";
import { makeYielding } from "../make-yielding.js";
import { type Figure, type Row, type Scene, scene, type Tools } from "../scene.js";
import type { Sizes } from "../sizes.js";
import type { RunningSubject, Subject } from "../subject/subject.js";
import { signTransfer } from "../transfers.js";
import { fundSenders, richWallet, type Wallet } from "../wallet.js";

const gasLimit = 1_000_000_000;
const probeEveryMs = 4;
/** Number of clients that send endless loops. */
export const loopers = 8;
/** Init code that jumps to its beginning until the gas is used up. */
const endlessLoop = "0x5b600056";
/** Number of blocks signed for one measurement: more than fit into its time. */
const blocksSigned = 12;

interface Session {
  readonly node: RunningSubject;
  readonly wallets: readonly Wallet[];
}

async function prepare(subject: Subject, { sizes }: Tools): Promise<Session> {
  const node = await subject.start({ mining: "manual", gasLimit });
  return { node, wallets: await fundSenders(node, richWallet(node.chainId), sizes.senders) };
}

async function probe(port: number, { sizes, other }: Tools): Promise<Figure> {
  const request = rpcRequest("eth_blockNumber");
  const pace = { everyMs: probeEveryMs, durationMs: 1.5 * sizes.loadMs };
  const { p99 } = await other.run({ kind: "probe", port, request, ...pace });
  return { value: p99 };
}

/** Sends and mines a block of transfers repeatedly. */
async function whileMining(session: Session, tools: Tools): Promise<Figure> {
  const { node, wallets } = session;
  const rounds = Math.ceil(tools.sizes.blockTransactions / wallets.length);
  const first = wallets.map((wallet) => wallet.nonce());
  const batches = await makeYielding(blocksSigned * rounds, () =>
    transactionBatch(wallets.map((wallet, w) => signTransfer(wallet, w))),
  );
  let isOver = false;
  const mineAgainAndAgain = async () => {
    let mined = 0;
    while (!isOver && mined < blocksSigned) {
      await sendBatches(node.port, batches.slice(mined * rounds, (mined + 1) * rounds));
      await mineOne(node.port);
      mined++;
    }
    return mined;
  };
  const probing = probe(node.port, tools).finally(() => {
    isOver = true;
  });
  const [figure, mined] = await Promise.all([probing, mineAgainAndAgain()]);
  for (const [i, wallet] of wallets.entries()) wallet.rewind((first[i] ?? 0) + mined * rounds);
  return figure;
}

/** Mines on its own connection, because a large block takes a while. */
async function mineOne(port: number): Promise<void> {
  const connection = await HttpConnection.open(port);
  try {
    await connection.ask(rpcRequest("evm_mine"));
  } finally {
    connection.close();
  }
}

/** Probes the node while many clients send calls that run out of gas. */
export async function whileCalling(port: number, request: Buffer, tools: Tools): Promise<Figure> {
  const [figure, load] = await Promise.all([
    probe(port, tools),
    tools.generator.run({
      kind: "http",
      port,
      lists: Array.from({ length: loopers }, () => [request]),
      isRepeated: true,
      // Each call runs out of gas.
      isRefusalAllowed: true,
      isNullAskedAgain: false,
      durationMs: 1.5 * tools.sizes.loadMs,
    }),
  ]);
  if (load.answers === 0) throw new Error("no call ended");
  return figure;
}

export const endlessCall = (callGas: number): Buffer =>
  rpcRequest("eth_call", [{ data: endlessLoop, gas: `0x${callGas.toString(16)}` }, "latest"]);

const row = (id: string, about: string): Row => ({
  id: `starve-${id}`,
  about: `p99 of eth_blockNumber ${about}`,
  unit: "ms",
  better: "less",
});

export const starvationScene = ({ blockTransactions, callGas }: Sizes): Scene =>
  scene<Session>({
    name: "starvation",
    prepare,
    close: ({ node }) => node.stop(),
    measurements: [
      {
        rows: [row("nothing", "while nothing goes on")],
        measure: async ({ node }, tools) => [await probe(node.port, tools)],
      },
      {
        rows: [row("blocks", `while blocks of ${blockTransactions} transfers are sent and mined`)],
        measure: async (session, tools) => [await whileMining(session, tools)],
      },
      {
        rows: [row("calls", `while ${loopers} clients loop eth_calls of ${callGas / 1e6}M gas`)],
        measure: async ({ node }, tools) => [
          await whileCalling(node.port, endlessCall(callGas), tools),
        ],
      },
    ],
  });
