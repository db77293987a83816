/**
 * Measures the effect of a compute thread: concurrent calls and searches, and the latency of other
 * requests meanwhile.
 */
import { toHex } from "@tandem/primitives";
import * as inputs from "../../support/attacks/precompile-inputs.js";
import { callingOnce } from "../../support/attacks/program.js";
import { metric } from "../../support/clients/metric.js";
import { eventually } from "../../support/eventually.js";
import { call } from "../../support/rpc.js";
import { rpcRequest } from "../generator/request.js";
import { rateOf, repeated } from "../rate.js";
import { type Measurement, type Scene, scene, type Tools } from "../scene.js";
import type { Sizes } from "../sizes.js";
import type { RunningSubject, Subject } from "../subject/subject.js";
import { endlessCall, loopers, whileCalling } from "./starvation.js";

const gasLimit = 1_000_000_000;
const contract = `0x${"c1".repeat(20)}`;
const sender = `0x${"5e".repeat(20)}`;
/** Returns code that pushes the number of logs, and counts down in a loop that writes each number into a log. */
const emitterOf = (logs: number) =>
  `0x61${logs.toString(16).padStart(4, "0")}5b6001900380600052600160206000a180600357`;
const blocks = 10;
const searchers = 4;

/** Two nodes with the same chain. */
interface Session {
  readonly alone: RunningSubject;
  readonly threaded: RunningSubject;
}

async function start(subject: Subject, threads: number, logsEach: number): Promise<RunningSubject> {
  const node = await subject.start({ mining: "auto", gasLimit, threads });
  const { url } = node;
  await eventually(
    "threads",
    async () => (await metric(url, "tandem_compute_threads")) === threads,
  );
  await call(url, "hardhat_setCode", [contract, emitterOf(logsEach)]);
  await call(url, "hardhat_setBalance", [sender, "0xffffffffffffffffff"]);
  await call(url, "hardhat_impersonateAccount", [sender]);
  for (let i = 0; i < blocks; i++) {
    await call(url, "eth_sendTransaction", [{ from: sender, to: contract, gas: "0x200000" }]);
  }
  return node;
}

const named = { alone: "no compute thread", threaded: "one compute thread" } as const;

/** Declares the same measurement for both nodes. */
function compared(
  id: string,
  about: string,
  request: (tools: Tools) => Buffer,
  clients: number,
): Measurement<Session> {
  const names = ["alone", "threaded"] as const;
  return {
    rows: names.map((name) => ({
      id: `threads-${id}-${name}`,
      about: `${about}, ${named[name]}`,
      unit: "/s",
      better: "more",
    })),
    async measure(session, tools) {
      const list = [request(tools)];
      const figures = [];
      for (const name of names) {
        const node = session[name];
        const lists = Array.from({ length: clients }, () => list);
        const job = { ...repeated(node.port, lists), isRefusalAllowed: true };
        figures.push(await rateOf(node, job, tools));
      }
      return figures;
    },
  };
}

/** Builds an eth_call of a contract with this code. */
const callOf = (code: Uint8Array, gas: number): Buffer => {
  const override = { [contract]: { code: toHex(code) } };
  return rpcRequest("eth_call", [
    { to: contract, gas: `0x${gas.toString(16)}` },
    "latest",
    override,
  ]);
};

/** Returns the gas that a call can pass to a precompile (EIP-150), beside what surrounds it. */
const gasInside = (gas: number) => Math.floor(((gas - 500_000) * 63) / 64);
const bnPairingGas = 45_000;
const bnPairGas = 34_000;

const starved = (
  id: string,
  about: string,
  request: (callGas: number) => Buffer,
): Measurement<Session> => ({
  rows: [
    {
      id: `threads-starve-${id}`,
      about: `p99 of eth_blockNumber beside ${about}, one compute thread`,
      unit: "ms",
      better: "less",
    },
  ],
  measure: async ({ threaded }, tools) => [
    await whileCalling(threaded.port, request(tools.sizes.callGas), tools),
  ],
});

export const threadsScene = ({ callGas, searchedLogsEach: logsEach }: Sizes): Scene =>
  scene<Session>({
    name: "threads",
    isOursOnly: true,
    prepare: async (subject) => ({
      alone: await start(subject, 0, logsEach),
      threaded: await start(subject, 1, logsEach),
    }),
    async close({ alone, threaded }) {
      await alone.stop();
      await threaded.stop();
    },
    measurements: [
      compared(
        "calls",
        `eth_call of ${callGas / 1e6}M gas, ${loopers} clients`,
        ({ sizes }) => endlessCall(sizes.callGas),
        loopers,
      ),
      compared(
        "logs",
        `eth_getLogs of ${blocks * logsEach} logs, ${searchers} clients`,
        () => rpcRequest("eth_getLogs", [{ fromBlock: "0x0", toBlock: "latest" }]),
        searchers,
      ),
      starved("calls", `${loopers} clients that loop eth_calls`, endlessCall),
      starved("blake2f", `${loopers} clients that call blake2f`, (gas) =>
        callOf(callingOnce(9, inputs.blake2f(gasInside(gas))), gas),
      ),
      starved("pairings", `${loopers} clients that call pairings of bn254`, (gas) => {
        const pairs = Math.floor((gasInside(gas) - bnPairingGas) / bnPairGas);
        return callOf(callingOnce(8, inputs.bnPairing(pairs)), gas);
      }),
    ],
  });
