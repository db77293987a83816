/**
 * Executes transactions on contracts of a state in memory, and reads their traces twice: as
 * recorded with the block, and by the call tracer when the block is executed again. Both must be
 * equal.
 */

import assert from "node:assert/strict";
import { createTx, type TypedTxData } from "@ethereumjs/tx";
import {
  type Address,
  type CallFrame,
  decodeTransaction,
  evmCommon,
  fromBigInt,
  type GenesisAccount,
  keccak256,
  privateKeyToAddress,
  restoreTraces,
  type SignedTransaction,
  type Trace,
  type TracerRequest,
  testSpec,
  toHex,
} from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import { type BlockEnv, createExecutor, createMemorySource, genesisState } from "@tandem/state";

const chainId = 31;
const common = evmCommon(chainId, "osaka");
const minimumGasPrice = 60_000_000n;
export const aliceKey = keccak256(new TextEncoder().encode("alice"));
export const alice = privateKeyToAddress(aliceKey);
export const bob: Address = new Uint8Array(20).fill(0xb0);
export const ancestorHash = (number: number) => keccak256(fromBigInt(number + 1));

/** Returns an address of one repeated byte. */
export const at = (byte: number): Address => new Uint8Array(20).fill(byte);

export const env: BlockEnv = {
  number: 1,
  timestamp: 1_700_000_000,
  coinbase: at(0xc0),
  difficulty: 1n,
  gasLimit: 1_000_000_000_000n,
  minimumGasPrice,
};

export const sign = (fields: object, key = aliceKey): SignedTransaction => {
  const type = "authorizationList" in fields ? { type: 4 } : {};
  const price =
    "authorizationList" in fields
      ? { maxFeePerGas: minimumGasPrice, maxPriorityFeePerGas: 0n }
      : { gasPrice: minimumGasPrice };
  const filled = { chainId, nonce: 0, gasLimit: 200_000n, ...type, ...price, ...fields };
  return decodeTransaction(
    createTx(filled as TypedTxData, { common })
      .sign(key)
      .serialize(),
    common,
  );
};

/** Creates contracts by address; the nonce is 1, as for every contract. */
export function openTraceScene(contracts: readonly Partial<GenesisAccount>[]) {
  const source = createMemorySource();
  const executor = createExecutor({ chainId, forks: testSpec.forks, source, clock: systemClock });
  const accounts = contracts.map((contract) => ({ balance: 0n, nonce: 1n, ...contract }));
  const rich = { address: alice, balance: 10n ** 24n };
  const genesis = genesisState([rich, ...(accounts as GenesisAccount[])]);
  source.write(genesis);

  async function replay<Kind extends TracerRequest>(
    tracer: Kind,
    transactions: readonly SignedTransaction[],
    first = transactions.length - 1,
  ) {
    const options = { parentRoot: genesis.stateRoot, env, ancestorHash, timeoutMs: 20_000 };
    return executor.replay({ ...options, transactions, first, tracer });
  }

  /** Executes transactions as one block. @returns its outcome, and the traces of the last one. */
  async function execute(...transactions: readonly SignedTransaction[]) {
    const parentRoot = genesis.stateRoot;
    const execution = await executor.begin({ parentRoot, env, ancestorHash });
    for (const transaction of transactions) {
      assert.equal(await execution.apply(transaction), undefined);
    }
    const outcome = await execution.finish();
    source.write(outcome);
    const traces = restoreTraces(outcome.storedTraces).at(-1) as readonly Trace[];
    const request = { kind: "calls", onlyTopCall: false, withLog: true } as const;
    const [result] = await replay(request, transactions);
    assert.equal(result?.kind, "calls");
    if (traces.length > 0) assertSame(traces, result.call);
    const receipt = outcome.receipts.at(-1);
    assert.ok(receipt);
    const state = executor.reader(outcome.stateRoot);
    return { outcome, receipt, traces, call: result.call, state };
  }

  return { executor, source, root: genesis.stateRoot, execute, replay };
}

/** Errors that the call tracer shows although no frame began. Traces do not have them. */
const refusals = ["insufficient balance for transfer", "max call depth exceeded"];

const flatten = (call: CallFrame): CallFrame[] => [
  call,
  ...call.calls
    .filter(({ error, gasUsed }) => gasUsed > 0n || !refusals.includes(error ?? ""))
    .flatMap(flatten),
];

/** Converts a trace to the form of the call tracer. */
function inCallTerms(trace: Trace): object {
  const { type } = trace;
  if (type === "suicide") {
    const { address, refundAddress, balance } = trace.action;
    return {
      type: "SELFDESTRUCT",
      from: address,
      to: refundAddress,
      value: balance,
      failed: false,
    };
  }
  const { from, gas, value } = trace.action;
  const failed = trace.error !== undefined;
  if (type === "create") {
    const name = trace.action.creationMethod.toUpperCase();
    const { address: to, code } = trace.result ?? {};
    return { type: name, from, to, gas, value, input: trace.action.init, output: code, failed };
  }
  const { callType, to, input } = trace.action;
  const shown = callType === "staticcall" ? undefined : value;
  const output = trace.result?.output;
  return { type: callType.toUpperCase(), from, to, gas, value: shown, input, output, failed };
}

/** Asserts that the traces of one transaction and the result of the call tracer are the same tree. */
export function assertSame(traces: readonly Trace[], root: CallFrame): void {
  const none = new Uint8Array(0);
  const told = flatten(root).map(({ type, from, to, value, gas, input, output, error }) => {
    const failed = error !== undefined;
    if (type === "SELFDESTRUCT") return { type, from, to, value, failed };
    const shown = failed ? undefined : (output ?? none);
    return { type, from, to, gas, value, input, output: shown, failed };
  });
  assert.deepEqual(traces.map(inCallTerms), told);
  const used = traces.flatMap((trace) => (trace.result ? [trace.result.gasUsed] : []));
  const toldUsed = flatten(root).filter((call) => !call.error && call.type !== "SELFDESTRUCT");
  assert.deepEqual(
    used,
    toldUsed.map((call) => call.gasUsed),
  );
}

const text = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(text);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, text(inner)]));
};

/** Compares traces with hex instead of bytes, for readable failures. */
export function assertTraces(found: readonly Trace[], expected: readonly Trace[]): void {
  assert.deepEqual(text(found), text(expected));
}
