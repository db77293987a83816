/** Measures contracts that repeat an operation until their gas is used up, as a call. */
import { concat, fromHex, toHex } from "@tandem/primitives";
import { assemble, calling, type Part } from "../../support/assemble.js";
import { HttpConnection } from "../generator/http-connection.js";
import { rpcRequest } from "../generator/request.js";
import {
  type Figure,
  type Measurement,
  type Row,
  type Scene,
  scene,
  type Tools,
} from "../scene.js";
import { medianOf } from "../statistics.js";
import { threadsCpuMsOf } from "../subject/process-usage.js";
import type { RunningSubject, Subject } from "../subject/subject.js";

const contract = fromHex(`0x${"c1".repeat(20)}`);
const second = fromHex(`0x${"c2".repeat(20)}`);
const third = fromHex(`0x${"c3".repeat(20)}`);
const sha256 = fromHex(`0x${"00".repeat(19)}02`);
const recover = fromHex(`0x${"00".repeat(19)}01`);
const word = fromHex(`0x${"f7".repeat(31)}43`);
const modulus = fromHex(`0x${"ee".repeat(32)}`);
const callsEach = 5;

/** Repeats the parts until the gas is used up. @param first is executed once before. */
const loopOf = (parts: readonly Part[], first: Uint8Array = new Uint8Array(0)): Uint8Array =>
  concat(first, assemble("JUMPDEST", ...parts, first.length, "JUMP"));

const gasAsked = 100_000;

const increment = assemble(1, "SLOAD", 1, "ADD", 1, "SSTORE", "STOP");
const passOn = assemble(...calling("CALL", third, { gas: gasAsked }), "STOP");

const loops: Readonly<Record<string, readonly [about: string, code: Uint8Array]>> = {
  arithmetic: ["ADD, MUL, SUB", loopOf([3, "ADD", 7, "MUL", 5, "SUB"], assemble(1))],
  memory: ["MSTORE and MLOAD", loopOf([1, 0, "MSTORE", 0, "MLOAD", "POP"])],
  keccak: ["KECCAK256 of 32 bytes", loopOf([32, 0, "KECCAK256", "POP"])],
  mulmod: ["MULMOD of whole words", loopOf([modulus, word, word, "MULMOD", "POP"])],
  sload: ["SLOAD of a warm slot", loopOf([1, "SLOAD", "POP"])],
  sstore: ["SSTORE of another value", loopOf(["GAS", 1, "SSTORE"])],
  call: [
    "CALL of a contract that stops",
    loopOf([...calling("CALL", third, { gas: gasAsked }), "POP"]),
  ],
  staticcall: [
    "STATICCALL of a contract that stops",
    loopOf([...calling("STATICCALL", third, { gas: gasAsked }), "POP"]),
  ],
  delegatecall: [
    "DELEGATECALL of a contract that stops",
    loopOf([...calling("DELEGATECALL", third, { gas: gasAsked }), "POP"]),
  ],
  create2: ["CREATE2 of a contract without code", loopOf(["GAS", 0, 0, 0, "CREATE2", "POP"])],
  sha256: [
    "STATICCALL of SHA-256, 32 bytes",
    loopOf([...calling("STATICCALL", sha256, { gas: gasAsked, input: 32 }), "POP"]),
  ],
  ecrecover: [
    "STATICCALL of ECRECOVER",
    loopOf([...calling("STATICCALL", recover, { gas: gasAsked, input: 128 }), "POP"]),
  ],
  nested: [
    "a contract calls a second, and that a third, which adds one to a slot",
    loopOf([...calling("CALL", second, { gas: gasAsked }), "POP"]),
  ],
};

interface Session {
  readonly node: RunningSubject;
}

const prepare = async (subject: Subject): Promise<Session> => ({
  node: await subject.start({ mining: "manual", gasLimit: 30_000_000 }),
});

/** All requests differ, because a node may cache answers. */
const requestOf = (code: Uint8Array, gas: number, number: number) => {
  const data = `0x${number.toString(16).padStart(64, "0")}`;
  const call = { to: toHex(contract), gas: `0x${gas.toString(16)}`, data };
  const codes = [
    [contract, code],
    [second, passOn],
    [third, code === loops.nested?.[1] ? increment : assemble("STOP")],
  ] as const;
  const overrides = Object.fromEntries(
    codes.map(([address, bytes]) => [toHex(address), { code: toHex(bytes) }]),
  );
  return rpcRequest("eth_call", [call, "latest", overrides]);
};

async function measureLoop(session: Session, code: Uint8Array, tools: Tools): Promise<Figure> {
  const connection = await HttpConnection.open(session.node.port);
  // Each call runs out of gas.
  connection.isRefusalAllowed = true;
  const { pid } = session.node;
  const times: number[] = [];
  const cpuTimes: number[] = [];
  try {
    for (let i = 0; i < callsEach; i++) {
      const request = requestOf(code, tools.sizes.callGas, i);
      const before = threadsCpuMsOf(pid) ?? Number.NaN;
      const begun = performance.now();
      await connection.ask(request);
      times.push(performance.now() - begun);
      cpuTimes.push((threadsCpuMsOf(pid) ?? Number.NaN) - before);
    }
  } finally {
    connection.close();
  }
  return { value: medianOf(times), cpuMsPer1000: 1_000 * medianOf(cpuTimes) };
}

const measurements = Object.entries(loops).map(([name, [about, code]]): Measurement<Session> => {
  const row: Row = { id: `loop-${name}`, about: `a loop of ${about}`, unit: "ms", better: "less" };
  return {
    rows: [row],
    measure: async (session, tools) => [await measureLoop(session, code, tools)],
  };
});

export const loopsScene = (): Scene =>
  scene({
    name: "loops in a call",
    prepare,
    close: ({ node }) => node.stop(),
    measurements,
  });
