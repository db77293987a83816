/** Measures contracts in one transaction or call: an exchange, a large deployment, a hundred events. */
import { concat, toHex } from "@tandem/primitives";
import { assemble } from "../../support/assemble.js";
import { call } from "../../support/rpc.js";
import { HttpConnection } from "../generator/http-connection.js";
import { rpcRequest } from "../generator/request.js";
import { costOf, figuresOf, rateOf, repeated } from "../rate.js";
import { type Figure, type Measurement, type Scene, scene, type Tools } from "../scene.js";
import type { Sizes } from "../sizes.js";
import { medianOf } from "../statistics.js";
import type { RunningSubject } from "../subject/subject.js";
import { createSwapInput, deployExchange } from "../swap.js";
import { type Contract, deploy } from "../token.js";
import { fundSenders, mineAll, richWallet, type Wallet } from "../wallet.js";
import { queryRow, timeQuery } from "./query.js";

/** Number of connections, each of which swaps its own amounts. */
const connections = 32;
const wantedLogs = 5;
const allLogs = 100;
const wantedTopic = 1;
const otherTopic = 2;
/** The maximum code size (EIP-170). */
const codeBytes = 24_576;
const deploymentGas = 8_000_000n;
const logsGas = 200_000n;

interface Session {
  readonly node: RunningSubject;
  readonly rich: Wallet;
  readonly holders: readonly Wallet[];
  readonly exchange: Contract;
  readonly emitter: Contract;
}

/** Returns code that emits events of one topic and a word. */
const emitting = (count: number, topic: number) =>
  Array.from({ length: count }, () => assemble(topic, 32, 0, "LOG1"));

/** Returns init code that deploys the code after it. */
function deploying(code: Uint8Array): Uint8Array {
  const length = Uint8Array.of(code.length >> 8, code.length & 0xff);
  const copy = (from: number) => assemble(length, from, 0, "CODECOPY", length, 0, "RETURN");
  return concat(copy(copy(1).length), code);
}

const emitterCode = () =>
  concat(...emitting(wantedLogs, wantedTopic), ...emitting(allLogs - wantedLogs, otherTopic));

/** Returns a code that differs from the others in its last bytes. */
function largeCode(number: number): Uint8Array {
  const code = new Uint8Array(codeBytes).fill(0x5b);
  new DataView(code.buffer).setUint32(codeBytes - 4, number);
  return code;
}

async function prepare(subject: Parameters<Scene["open"]>[0]): Promise<Session> {
  const node = await subject.start({ mining: "manual", gasLimit: 30_000_000 });
  const rich = richWallet(node.chainId);
  const holders = await fundSenders(node, rich, 2);
  const exchange = await deployExchange(node, rich, holders);
  return {
    node,
    rich,
    holders,
    exchange,
    emitter: await deploy(node, rich, deploying(emitterCode())),
  };
}

const swaps = (each: number): Measurement<Session> => ({
  rows: [
    {
      id: "swap-calls",
      about: `eth_call of a swap over three contracts, ${connections * each} amounts`,
      unit: "/s",
      better: "more",
    },
  ],
  async measure({ node, holders, exchange }, tools) {
    const inputOf = createSwapInput();
    const from = toHex((holders[0] as Wallet).address);
    const to = toHex(exchange.address);
    const lists = Array.from({ length: connections }, (_, c) =>
      Array.from({ length: each }, (_, i) => {
        const data = inputOf(1_000_000n + BigInt(c * each + i), i % 2 === 0);
        return rpcRequest("eth_call", [{ from, to, data }, "latest"]);
      }),
    );
    return [await rateOf(node, repeated(node.port, lists), tools)];
  },
});

/** Mines a block for each transaction, one after the other. */
async function sendEach(
  { node }: Session,
  raws: readonly string[],
): Promise<Figure & { readonly times: readonly number[] }> {
  const connection = await HttpConnection.open(node.port);
  const mine = rpcRequest("evm_mine");
  const times: number[] = [];
  try {
    const cost = await costOf(node, async () => {
      for (const raw of raws) {
        const request = rpcRequest("eth_sendRawTransaction", [raw]);
        const begun = performance.now();
        await connection.ask(request);
        await connection.ask(mine);
        times.push(performance.now() - begun);
      }
    });
    return { value: medianOf(times), times, ...figuresOf(cost, raws.length) };
  } finally {
    connection.close();
  }
}

let deployed = 0;

const deployments: Measurement<Session> = {
  rows: [queryRow("deploy-large", `deployment of ${codeBytes} bytes of code, one by one`)],
  async measure(session, { sizes }: Tools) {
    const raws = Array.from({ length: sizes.deployments }, () =>
      session.rich.sign({ data: deploying(largeCode(deployed++)), gasLimit: deploymentGas }),
    );
    const { times: _, ...figure } = await sendEach(session, raws);
    await mineAll(session.node, session.rich, []);
    return [figure];
  },
};

const eventBlocks: Measurement<Session> = {
  rows: [
    {
      id: "blocks-of-logs",
      about: `blocks of one transaction with ${allLogs} logs, one by one`,
      unit: "/s",
      better: "more",
    },
  ],
  async measure(session, { sizes }) {
    const { rich, emitter, node } = session;
    const raws = Array.from({ length: sizes.eventBlocks }, () =>
      rich.sign({ to: emitter.address, gasLimit: logsGas }),
    );
    const { times, ...figure } = await sendEach(session, raws);
    await mineAll(node, rich, []);
    const elapsedMs = times.reduce((sum, time) => sum + time, 0);
    return [{ ...figure, value: (1_000 * times.length) / elapsedMs }];
  },
};

const logsByHash: Measurement<Session> = {
  rows: [
    queryRow("logs-by-hash", `eth_getLogs of one block by hash, ${wantedLogs} of ${allLogs} logs`),
  ],
  async measure({ node, rich, emitter }, { sizes }) {
    const raw = rich.sign({ to: emitter.address, gasLimit: logsGas });
    await mineAll(node, rich, [raw]);
    const { hash } = await call<{ hash: string }>(node.url, "eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    const topics = [`0x${wantedTopic.toString(16).padStart(64, "0")}`];
    const params = [{ blockHash: hash, address: toHex(emitter.address), topics }];
    const query = { method: "eth_getLogs", params, mark: '"logIndex"', expected: wantedLogs };
    return [await timeQuery(node, query, sizes.blockQueries)];
  },
};

export const contractsScene = ({ differentCalls }: Sizes): Scene =>
  scene<Session>({
    name: "contracts",
    prepare,
    close: ({ node }) => node.stop(),
    measurements: [swaps(differentCalls), deployments, eventBlocks, logsByHash],
  });
