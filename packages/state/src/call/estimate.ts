/** Implements eth_estimateGas: finds the least gas with which a call succeeds as a transaction. */
import { type CallOutcome, callStipend, OutOfGasCounter } from "@tandem/evm";
import { type CallRequest, Fault, type Refusal, type TraceError } from "@tandem/primitives";
import type { ExecutionContext } from "../execution/execution-context.js";
import { estimateRunsMax } from "../limits.js";
import {
  balanceOf,
  type CallOptions,
  callOf,
  type PreparedCall,
  payForGas,
  prepareCall,
  shortageOf,
} from "./prepare-call.js";

const failed = (message: string, error: TraceError, refusal?: Refusal) =>
  new Fault({ code: "execution-failed", message, error, ...(refusal && { refusal }) });

const least = (...values: readonly bigint[]) => values.reduce((a, b) => (a < b ? a : b));

/** Returns the maximum gas to try. */
function ceiling(prepared: PreparedCall, { request, env, gasCap }: CallOptions): bigint {
  const asked = request.gas ?? 0n;
  const { common, chain } = prepared.evm;
  const wanted = asked >= common.param("txGas") ? asked : env.gasLimit;
  const top = least(wanted, chain.transactionGasLimitCap ?? wanted);
  if (prepared.gasPrice === 0n) return least(top, gasCap);
  const cap = request.gasPrice ?? request.maxFeePerGas ?? prepared.gasPrice;
  const affordable = (balanceOf(prepared) - (request.value ?? 0n)) / cap;
  return least(top, gasCap, affordable);
}

/** An execution with some amount of gas. */
interface Run {
  readonly outcome: CallOutcome;
  /** The number of frames that ran out of gas. */
  readonly exhausted: number;
}

/**
 * Executes with this much gas and reverts the state. Returns undefined if the gas does not suffice
 * to begin.
 */
async function runWith(prepared: PreparedCall, gas: bigint): Promise<Run | undefined> {
  if (shortageOf(prepared, gas) !== undefined) return undefined;
  prepared.state.checkpoint();
  payForGas(prepared, gas);
  const counter = new OutOfGasCounter();
  const message = callOf(prepared, gas, { probe: counter }, true);
  const outcome = await prepared.evm.runCall(message);
  prepared.state.revert();
  prepared.state.forgetOriginals();
  return { outcome, exhausted: counter.count };
}

/**
 * Returns whether the call succeeds, and no more inner calls run out of gas than with the maximum.
 */
const isEnough = (run: Run | undefined, exhaustedMax: number) =>
  run !== undefined && run.outcome.failure === undefined && run.exhausted <= exhaustedMax;

/** Returns the reason why the maximum of gas is not enough. */
function explain(outcome: CallOutcome | undefined, top: bigint): Fault {
  const failure = outcome?.failure;
  if (failure === undefined || failure.kind === "out-of-gas") {
    const why = { kind: "gas-over-allowance", allowance: top } as const;
    return failed(`gas required exceeds allowance (${top})`, "Out of gas", why);
  }
  if (failure.kind === "reverted") {
    return new Fault({ code: "reverted", data: (outcome as CallOutcome).output });
  }
  return failed(failure.message, failure.error);
}

/** Returns a request that pays a tip in wei per unit of gas, or its maximum price, unless it names a tip or a gas price. */
export function withTip(request: CallRequest, tip: bigint | undefined): CallRequest {
  if (tip === undefined || request.gasPrice !== undefined) return request;
  const { maxFeePerGas: cap, maxPriorityFeePerGas = cap === undefined ? tip : least(tip, cap) } =
    request;
  return { ...request, maxPriorityFeePerGas, maxFeePerGas: cap ?? maxPriorityFeePerGas };
}

/**
 * Returns the least gas: with one unit less the call fails, or an inner call runs out of gas that
 * does not with the maximum. Contracts continue after such a failure (`try`, or a low-level call
 * whose result is ignored), so the transaction would succeed with another effect. The gas spent
 * with the maximum is a lower bound. It suffices unless an inner call reserves a 64th (EIP-150) or
 * requires gas that it does not use.
 * @returns a fault when the call does not succeed with any gas.
 * @throws {Fault} `limit-exceeded` over its time; then the instance must not be used again.
 */
export async function estimate(
  context: ExecutionContext,
  options: CallOptions,
): Promise<bigint | Fault> {
  const prepared = await prepareCall(context, options);
  if (prepared instanceof Fault) return prepared;
  const top = ceiling(prepared, options);
  const first = await runWith(prepared, top);
  if (first === undefined || first.outcome.failure !== undefined) {
    return explain(first?.outcome, top);
  }

  const { owed } = prepared;
  const { gasSpent } = first.outcome;
  const spent = gasSpent > owed.floor ? gasSpent : owed.floor;
  const withReserve = ((spent + callStipend) * 64n) / 63n;
  let low = spent - 1n;
  let high = top;
  let runs = 0;
  const narrow = async (gas: bigint) => {
    if (gas <= low || gas >= high) return;
    runs++;
    if (isEnough(await runWith(prepared, gas), first.exhausted)) high = gas;
    else low = gas;
  };
  await narrow(spent);
  await narrow(withReserve);
  while (low + 1n < high && runs < estimateRunsMax) {
    await narrow(least((low + high) / 2n, low * 2n));
  }
  const minimum = owed.intrinsic + (options.estimateMargin ?? 0n);
  return high < minimum ? minimum : high;
}
