/** eth_estimateGas: the least gas a call succeeds with as a transaction. */
import { Fault } from "@tandem/primitives";
import type { EvmInstance } from "../execution/evm-instance.js";
import { haltMessage, isOutOfGas, isRevert } from "../execution/halt-message.js";
import { callStipend } from "../execution/intrinsic-gas.js";
import { estimateRunsMax } from "../limits.js";
import {
  balanceOf,
  type CallOptions,
  payForGas,
  type Simulated,
  type Stage,
  setStage,
  shortageOf,
  simulate,
} from "./simulate.js";

const failed = (message: string) => new Fault({ code: "execution-failed", message });

const least = (...values: readonly bigint[]) => values.reduce((a, b) => (a < b ? a : b));

/** The most gas there is any sense in trying. */
function ceiling(stage: Stage, { request, env, gasCap }: CallOptions): bigint {
  const asked = request.gas ?? 0n;
  const { common, chain } = stage.instance;
  const wanted = asked >= common.param("txGas") ? asked : env.gasLimit;
  const top = least(wanted, chain.transactionGasLimitCap ?? wanted);
  if (stage.gasPrice === 0n) return least(top, gasCap);
  const cap = request.gasPrice ?? request.maxFeePerGas ?? stage.gasPrice;
  const affordable = (balanceOf(stage) - (request.value ?? 0n)) / cap;
  return least(top, gasCap, affordable);
}

/** Runs with this much gas and takes everything back. Undefined when it is too little to begin. */
async function runWith(stage: Stage, gas: bigint): Promise<Simulated | undefined> {
  if (shortageOf(stage, gas) !== undefined) return undefined;
  stage.state.checkpoint();
  payForGas(stage, gas);
  const simulated = await simulate(stage, gas);
  stage.state.revert();
  stage.state.forgetOriginals();
  return simulated;
}

const succeeds = (simulated: Simulated | undefined) =>
  simulated !== undefined && simulated.result.exceptionError === undefined;

/** Why even the most gas is not enough. */
function explain(simulated: Simulated | undefined, top: bigint): Fault {
  if (simulated === undefined || isOutOfGas(simulated.result)) {
    return failed(`gas required exceeds allowance (${top})`);
  }
  const { result } = simulated;
  if (isRevert(result)) return new Fault({ code: "reverted", data: result.returnValue });
  return failed(haltMessage(result));
}

/**
 * Exact: one unit less fails. What was spent with all the gas there is cannot be undercut, and is
 * enough unless a call inside keeps a 64th back (EIP-150) or asks for gas it does not use.
 * @returns a fault when it does not succeed with any gas.
 * @throws {Fault} `limit-exceeded` over its time; the instance is then of no more use.
 */
export async function estimate(
  instance: EvmInstance,
  options: CallOptions,
): Promise<bigint | Fault> {
  const stage = await setStage(instance, options);
  if (stage instanceof Fault) return stage;
  const top = ceiling(stage, options);
  const first = await runWith(stage, top);
  if (first === undefined || !succeeds(first)) return explain(first, top);

  const { owed } = stage;
  const spent = first.gasSpent > owed.floor ? first.gasSpent : owed.floor;
  const withReserve = ((spent + callStipend) * 64n) / 63n;
  let low = spent - 1n;
  let high = top;
  let runs = 0;
  const narrow = async (gas: bigint) => {
    if (gas <= low || gas >= high) return;
    runs++;
    if (succeeds(await runWith(stage, gas))) high = gas;
    else low = gas;
  };
  await narrow(spent);
  await narrow(withReserve);
  while (low + 1n < high && runs < estimateRunsMax) {
    await narrow(least((low + high) / 2n, low * 2n));
  }
  return high;
}
