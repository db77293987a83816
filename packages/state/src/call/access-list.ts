/** eth_createAccessList: the addresses and slots a call would have cheaper for being named. */
import type { EVMResult } from "@ethereumjs/evm";
import { type AccessListResult, type Address, Fault, fromHex, toHex } from "@tandem/primitives";
import { creationAddress } from "../execution/creation-address.js";
import type { EvmInstance } from "../execution/evm-instance.js";
import { accessListRunsMax } from "../limits.js";
import { failureOf } from "../trace/frame-failure.js";
import type { Probe } from "../trace/probe.js";
import {
  type CallOptions,
  gasGiven,
  type Stage,
  setStage,
  shortageOf,
  simulate,
} from "./simulate.js";

/** Slots by address, both as hex without a prefix: the VM's own keys. */
type Touched = Map<string, Set<string>>;

const bare = (bytes: Uint8Array) => toHex(bytes).slice(2);

function touchedBy(list: CallOptions["request"]["accessList"]): Touched {
  const touched: Touched = new Map();
  for (const { address, storageKeys } of list ?? []) {
    const slots = touched.get(bare(address)) ?? new Set();
    touched.set(bare(address), slots);
    for (const key of storageKeys) slots.add(bare(key));
  }
  return touched;
}

const toList = (touched: Touched): AccessListResult["accessList"] =>
  [...touched].map(([address, slots]) => ({
    address: fromHex(`0x${address}`),
    storageKeys: [...slots].map((slot) => fromHex(`0x${slot}`)),
  }));

/** What is warm in any case, and would only cost more for being named without slots. */
function warmAnyway({ instance, state, from, request, coinbase }: Stage): Set<string> {
  const nonce = state.account(from)?.nonce ?? 0n;
  const to: Address = request.to ?? creationAddress(from, nonce);
  const isCoinbaseWarm = instance.common.isActivatedEIP(3651);
  const warm = [from, to, ...(isCoinbaseWarm ? [coinbase] : [])].map(bare);
  return new Set([...warm, ...instance.evm.precompiles.keys()]);
}

/** Notes the contracts that are created. */
function creationProbe(created: Set<string>): Probe {
  return {
    onOpen() {},
    onClose({ createdAddress }: EVMResult) {
      if (createdAddress !== undefined) created.add(bare(createdAddress.bytes));
    },
    onSelfDestruct() {},
  };
}

interface Run {
  readonly touched: Touched;
  readonly gasUsed: bigint;
  readonly error?: string;
}

/** Runs the request once with the list it has. */
async function run(instance: EvmInstance, options: CallOptions): Promise<Run | Fault> {
  const stage = await setStage(instance, options);
  if (stage instanceof Fault) return stage;
  const gas = gasGiven(options);
  const shortage = shortageOf(stage, gas);
  if (shortage !== undefined) return new Fault({ code: "execution-failed", message: shortage });
  const skipped = warmAnyway(stage);
  const { journal } = instance.evm;
  journal.startReportingAccessList();
  instance.socket.plug(creationProbe(skipped));
  const { result, gasUsed } = await simulate(stage, gas);
  instance.socket.unplug();
  const touched = touchedBy(options.request.accessList);
  for (const [address, slots] of journal.accessList ?? []) {
    if (slots.size === 0 && skipped.has(address)) continue;
    touched.set(address, new Set([...(touched.get(address) ?? []), ...slots]));
  }
  delete journal.accessList;
  const failure = failureOf(result);
  return { touched, gasUsed, ...(failure === undefined ? {} : { error: failure.message }) };
}

const weightOf = (touched: Touched) =>
  [...touched.values()].reduce((sum, slots) => sum + 1 + slots.size, 0);

/**
 * Repeated with the list found so far until nothing is added, because a contract may look
 * elsewhere when it has more gas left.
 * @returns a fault when the call cannot begin.
 * @throws {Fault} `limit-exceeded` over its time; the instance is then of no more use.
 */
export async function accessList(
  instance: EvmInstance,
  options: CallOptions,
): Promise<AccessListResult | Fault> {
  const { accessList: given, ...request } = options.request;
  let list = toList(touchedBy(given));
  let weight = weightOf(touchedBy(list));
  for (let runs = 1; ; runs++) {
    const outcome = await run(instance, { ...options, request: { ...request, accessList: list } });
    if (outcome instanceof Fault) return outcome;
    const { touched, ...rest } = outcome;
    if (weightOf(touched) === weight || runs === accessListRunsMax) {
      return { accessList: list, ...rest };
    }
    list = toList(touched);
    weight = weightOf(touched);
  }
}
