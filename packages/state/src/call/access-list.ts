/**
 * Implements eth_createAccessList: finds the addresses and slots that an access list makes cheaper
 * for a call.
 */
import { type AccessListResult, Fault, fromHex, hexDigits } from "@tandem/primitives";
import type { ExecutionContext } from "../execution/execution-context.js";
import { accessListRunsMax } from "../limits.js";
import { type CallOptions, callOf, gasGiven, prepareCall, shortageOf } from "./prepare-call.js";

/** Slots by address, both as hex without a prefix, which are the EVM's keys. */
type Touched = Map<string, Set<string>>;

function touchedBy(list: CallOptions["request"]["accessList"]): Touched {
  const touched: Touched = new Map();
  for (const { address, storageKeys } of list ?? []) {
    const slots = touched.get(hexDigits(address)) ?? new Set();
    touched.set(hexDigits(address), slots);
    for (const key of storageKeys) slots.add(hexDigits(key));
  }
  return touched;
}

const toList = (touched: Touched): AccessListResult["accessList"] =>
  [...touched].map(([address, slots]) => ({
    address: fromHex(`0x${address}`),
    storageKeys: [...slots].map((slot) => fromHex(`0x${slot}`)),
  }));

interface Run {
  readonly touched: Touched;
  readonly gasUsed: bigint;
  readonly error?: string;
}

/** Prepares the request; returns a fault if it cannot begin. */
async function begin(context: ExecutionContext, options: CallOptions) {
  const prepared = await prepareCall(context, options);
  if (prepared instanceof Fault) return prepared;
  return shortageOf(prepared, gasGiven(options)) ?? prepared;
}

/** Executes the request once with its access list. */
async function run(context: ExecutionContext, options: CallOptions): Promise<Run | Fault> {
  const prepared = await begin(context, options);
  if (prepared instanceof Fault) return prepared;
  const gas = gasGiven(options);
  const { accessed, gasUsed, failure } = await context.evm.listAccess(callOf(prepared, gas));
  const touched = touchedBy(options.request.accessList);
  for (const [address, slots] of accessed) {
    touched.set(address, new Set([...(touched.get(address) ?? []), ...slots]));
  }
  return { touched, gasUsed, ...(failure === undefined ? {} : { error: failure.message }) };
}

const weightOf = (touched: Touched) =>
  [...touched.values()].reduce((sum, slots) => sum + 1 + slots.size, 0);

/**
 * Repeats a call with the list found so far until nothing is added, since a contract may access
 * other slots when it has more gas left.
 * @returns a fault when the call cannot begin.
 * @throws {Fault} `limit-exceeded` over its time; then the instance must not be used again.
 */
export async function accessList(
  context: ExecutionContext,
  options: CallOptions,
): Promise<AccessListResult | Fault> {
  const { accessList: given, ...request } = options.request;
  if (given !== undefined) {
    // A list that the gas does not cover may be too long to be looked through.
    const begun = await begin(context, options);
    if (begun instanceof Fault) return begun;
  }
  let list = toList(touchedBy(given));
  let weight = weightOf(touchedBy(list));
  for (let runs = 1; ; runs++) {
    const outcome = await run(context, { ...options, request: { ...request, accessList: list } });
    if (outcome instanceof Fault) return outcome;
    const { touched, ...rest } = outcome;
    if (weightOf(touched) === weight || runs === accessListRunsMax) {
      return { accessList: list, ...rest };
    }
    list = toList(touched);
    weight = weightOf(touched);
  }
}
