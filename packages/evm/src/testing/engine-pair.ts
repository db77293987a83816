/** Runs the same message in the engine and in the unpatched library, and reports differences. */
import { createHash } from "node:crypto";
import { Address } from "@ethereumjs/util";
import {
  type EvmFork,
  emptyCodeHash,
  evmCommon,
  type FrameFailure,
  fromHex,
  toHex,
} from "@tandem/primitives";
import { createLibraryEvm } from "../create-library-evm.js";
import { vmBlock } from "../environment/block-env.js";
import type { StateLoader } from "../environment/evm-state.js";
import type { Frame } from "../frames/frame.js";
import { failureOf } from "../library/frame-failure.js";
import type { LibraryEvm } from "../library/library-evm.js";
import type { StockLibrary } from "../stock/stock-library.js";
import { CallRecorder } from "../trace/call-recorder.js";
import { InputRecorder } from "../trace/input-recorder.js";
import { LateState } from "./late-state.js";
import { MemoryState } from "./memory-state.js";
import { type Draw, drawFrom, randomProgram, randomWord } from "./random-program.js";

const addressOf = (number: bigint) => fromHex(`0x${number.toString(16).padStart(40, "0")}`);
const wordOf = (number: bigint) => fromHex(`0x${number.toString(16).padStart(64, "0")}`);

export const sender = 0x5e4de4n;
const contracts = [0xa00n, 0xa01n, 0xa02n, 0xa03n];
const precompiles = [1n, 2n, 3n, 4n, 5n, 6n, 9n, 0x0bn];
/** Programs also compute addresses of precompiles that they are not given: those of bn254 and BLS12-381. */
const precompileAddresses = new Set(
  Array.from({ length: 0x11 }, (_, i) => toHex(addressOf(BigInt(i + 1)))),
);
const others = [0xb00n, 0xb01n, 0x77n];
const coinbase = 0xc01bn;

/** A world of contracts and a message to one of them. */
export interface Case {
  readonly fork: EvmFork;
  readonly code: ReadonlyMap<bigint, Uint8Array>;
  readonly balances: ReadonlyMap<bigint, bigint>;
  readonly slots: readonly (readonly [contract: bigint, slot: bigint, value: bigint])[];
  /** Is undefined for a creation. */
  readonly to: bigint | undefined;
  readonly value: bigint;
  readonly gas: bigint;
  readonly data: Uint8Array;
  readonly warm: readonly bigint[];
  /** Whether frames and events are recorded. */
  readonly isTraced: boolean;
  /** The account of which only the inputs are recorded, instead of frames and events. */
  readonly watched?: bigint;
  /** Whether accesses are listed. */
  readonly isListed: boolean;
}

const forks = ["london", "shanghai", "cancun", "prague", "osaka", "osaka", "osaka"] as const;

/** Returns the case of a seed. */
export function randomCase(seed: number): Case {
  const draw = drawFrom(seed);
  const accounts = [...contracts, ...contracts, ...precompiles, ...others, sender, coinbase];
  const code = new Map(contracts.map((one) => [one, randomProgram(draw, { accounts }, 14)]));
  if (draw(4) === 0)
    code.set(0xb00n, Uint8Array.of(0xef, 1, 0, ...addressOf(contracts[draw(4)] as bigint)));
  const balances = new Map([...contracts, sender].map((one) => [one, BigInt(draw(3) * draw(100))]));
  balances.set(sender, 1_000_000n);
  // Not drawn, so that the seeds of older cases give the same ones.
  const callee = code.has(0xb00n) && seed % 8 === 3 ? 0xb00n : contracts[0];
  if (draw(20) === 0) balances.set(0xb01n, (1n << 256n) - 10n);
  return {
    fork: forks[draw(forks.length)] as EvmFork,
    code,
    balances,
    slots: contracts.flatMap((one) => slotsOf(draw, one)),
    to: draw(10) === 0 ? undefined : callee,
    value: draw(3) === 0 ? BigInt(draw(1000)) : 0n,
    gas: draw(3) === 0 ? BigInt(draw(60_000)) : draw(3) === 0 ? BigInt(draw(400_000)) : 2_000_000n,
    data: draw(2) === 0 ? randomProgram(draw, { accounts }, 8) : wordOf(randomWord(draw)),
    warm: draw(3) === 0 ? [0xb01n, contracts[1] as bigint] : [],
    isTraced: draw(4) > 0,
    isListed: draw(3) === 0,
  };
}

const slotsOf = (draw: Draw, contract: bigint) =>
  [0n, 1n, 2n].map((slot) => [contract, slot, BigInt(draw(3))] as const);

/** Returns a digest of the outcomes of several executions. */
export const digestOf = (outcomes: readonly string[]): string =>
  createHash("sha256").update(outcomes.join("\n")).digest("hex").slice(0, 16);

export interface Executor {
  /** Returns everything observable of the execution, as JSON. */
  run(one: Case): Promise<string>;
  /** The number of executions that the library had to run. */
  readonly fallbacks: number;
}

/**
 * Creates an executor.
 * @param stock undefined for the engine.
 * @param isLate whether parts of the state must be loaded before they are read.
 */
export function createCaseExecutor(stock: StockLibrary | undefined, isLate = false): Executor {
  const machines = new Map<EvmFork, LibraryEvm>();
  let fallbacks = 0;
  let late = new LateState(hashOf);
  const loader: StateLoader = {
    load: (address, slot) => late.load(address, slot),
    blockHash: (number) => late.blockHash(number),
  };
  const machineOf = async (fork: EvmFork) => {
    const machine =
      machines.get(fork) ??
      (await createLibraryEvm({
        common: evmCommon(31, fork),
        clock: { now: () => 0 },
        state: new MemoryState(),
        loader: isLate ? loader : undefined,
        stock,
        usesEngine: stock === undefined,
        onFallback: () => fallbacks++,
      }));
    machines.set(fork, machine);
    return machine;
  };
  return {
    get fallbacks() {
      return fallbacks;
    },
    async run(one) {
      const machine = await machineOf(one.fork);
      late = new LateState(hashOf);
      const state = isLate ? late : new MemoryState();
      fill(state, one);
      machine.state.state = state;
      machine.ancestors.hashOf = isLate ? () => undefined : hashOf;
      return runCase(machine, state, one);
    },
  };
}

const hashOf = (number: number) => wordOf(BigInt(number) * 7919n);

function fill(state: MemoryState, { code, balances, slots }: Case): void {
  const bare = { nonce: 0n, codeHash: emptyCodeHash };
  for (const [one, balance] of balances) state.putAccount(addressOf(one), { ...bare, balance });
  for (const [one, bytes] of code) state.putCode(addressOf(one), bytes);
  for (const [one, slot, value] of slots)
    state.putSlot(addressOf(one), wordOf(slot), wordOf(value));
  state.forgetOriginals();
}

/** The limit above which traces are not compared: few random cases exceed it. */
const traceBytesMax = 100_000;

/** The texts with which the library and this package refuse a point: the library also calls it a revert. */
const refusals = ["execution reverted", "point not on curve", "fp point not in field"];
const refused: FrameFailure = { kind: "halted", error: "Built-in failed", message: "refused" };

/** Returns the failure of a frame, with one name for every refusal of a point by a precompile. */
function failureIn({ to, failure }: Frame): FrameFailure | undefined {
  const isOfPrecompile = to !== undefined && precompileAddresses.has(toHex(to));
  return isOfPrecompile && refusals.includes(failure?.message ?? "") ? refused : failure;
}

function framesIn(recorder: CallRecorder, frame: Frame | undefined): unknown {
  if (frame === undefined) return undefined;
  const { from, to, input, output, children, ...rest } = frame;
  const logs = recorder.logsOf(frame).map(({ log: { address, topics, data }, childrenBefore }) => {
    return [toHex(address), topics.map(toHex), toHex(data), childrenBefore];
  });
  return {
    ...rest,
    from: toHex(from),
    to: to && toHex(to),
    failure: failureIn(frame),
    input: toHex(input),
    output: toHex(output),
    logs,
    children: children.map((child) => framesIn(recorder, child)),
  };
}

/** Returns the accesses in a canonical order. */
const sorted = (accessed: ReadonlyMap<string, ReadonlySet<string>> | undefined) =>
  accessed &&
  [...accessed].map(([address, slots]) => [address, ...[...slots].sort()].join(" ")).sort();

async function runCase(machine: LibraryEvm, state: MemoryState, one: Case): Promise<string> {
  const { evm } = machine;
  evm.journal.cleanJournal();
  evm.transientStorage.clear();
  for (const key of evm.precompiles.keys()) evm.journal.addAlwaysWarmAddress(key);
  for (const warm of [sender, ...one.warm, ...(one.to === undefined ? [] : [one.to])]) {
    evm.journal.addAlwaysWarmAddress(toHex(addressOf(warm)).slice(2));
  }
  evm.journal.addAlwaysWarmSlot(toHex(addressOf(0xa01n)).slice(2), toHex(wordOf(1n)).slice(2));
  const block = vmBlock({
    number: 300,
    timestamp: 1_700_000_000,
    coinbase: addressOf(coinbase),
    difficulty: 131_072n,
    gasLimit: 30_000_000n,
    minimumGasPrice: 7n,
  });
  const recorder = new CallRecorder(traceBytesMax);
  if (one.isListed) evm.journal.startReportingAccessList();
  const inputs = one.watched === undefined ? undefined : new InputRecorder(addressOf(one.watched));
  const probe = inputs ?? (one.isTraced ? recorder : undefined);
  if (probe !== undefined) machine.socket.plug(probe);
  const { execResult, createdAddress } = await evm.runCall({
    block,
    caller: new Address(addressOf(sender)),
    ...(one.to === undefined ? {} : { to: new Address(addressOf(one.to)) }),
    gasLimit: one.gas,
    gasPrice: 9n,
    value: one.value,
    data: one.data,
  });
  machine.socket.unplug();
  const accessed = sorted(evm.journal.accessList);
  await evm.journal.cleanup();
  const seen = {
    accessed,
    failure: failureOf(execResult),
    output: toHex(execResult.returnValue),
    gas: execResult.executionGasUsed,
    refund: execResult.gasRefund ?? 0n,
    logs: (execResult.logs ?? []).map(([address, topics, data]) => [
      toHex(address),
      topics.map(toHex),
      toHex(data),
    ]),
    destroyed: [...(execResult.selfdestruct ?? new Map()).keys()].sort(),
    created: [...(execResult.selfdestruct ?? new Map()).keys()]
      .filter((key) => machine.common.isActivatedEIP(6780) && execResult.createdAddresses?.has(key))
      .sort(),
    createdAddress: createdAddress?.toString(),
    state: state.contents(),
    inputs: inputs?.inputs.map(toHex),
    frames: one.isTraced && !recorder.isOver ? framesIn(recorder, recorder.root) : recorder.isOver,
  };
  return JSON.stringify(seen, (_, part) => (typeof part === "bigint" ? part.toString() : part), 1);
}
