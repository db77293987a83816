/**
 * A call request carried out as if it were a transaction, on a state that is thrown away: what it
 * owes before, the warm addresses of EIP-2929 and 2930, the message, and what is refunded.
 */
import type { Block as VmBlock } from "@ethereumjs/block";
import type { EVM, EVMRunCallOpts, ExecResult } from "@ethereumjs/evm";
import { Account as VmAccount, Address as VmAddress } from "@ethereumjs/util";
import {
  type Address,
  type CallRequest,
  emptyBytes,
  Fault,
  hexDigits,
  type StateOverrides,
} from "@tandem/primitives";
import type { JournaledState } from "../accounts/journaled-state.js";
import { overrideSlices } from "../accounts/override.js";
import { authorizeAll } from "../execution/authorize.js";
import { type AncestorHash, type BlockEnv, vmBlock } from "../execution/block-env.js";
import type { EvmInstance } from "../execution/evm-instance.js";
import { type GasOwed, gasOwed } from "../execution/intrinsic-gas.js";
import { after, runSlices } from "../slices.js";
import { emptyAccount } from "../trie/account-record.js";

/** What a call or an estimate is asked with. */
export interface CallOptions {
  readonly root: Uint8Array;
  /** The block the call pretends to be in. */
  readonly env: BlockEnv;
  readonly ancestorHash: AncestorHash;
  readonly request: CallRequest;
  readonly overrides: StateOverrides;
  /** The most gas a call gets. */
  readonly gasCap: bigint;
  readonly timeoutMs: number;
  /** Of a call: an address whose inputs are told, whoever calls it. */
  readonly listenAt?: Address;
}

/** All that stays the same when one request is run several times with different gas. */
export interface Stage {
  readonly instance: EvmInstance;
  readonly state: JournaledState;
  readonly request: CallRequest;
  readonly from: Address;
  /** Wei a unit of gas; zero when the request names no price. */
  readonly gasPrice: bigint;
  readonly block: VmBlock;
  readonly coinbase: Address;
  readonly owed: GasOwed;
}

export interface Simulated {
  readonly result: ExecResult;
  /** Gas before anything is refunded. */
  readonly gasSpent: bigint;
  /** Gas as the receipt would have it. */
  readonly gasUsed: bigint;
}

const noAddress: Address = new Uint8Array(20);

const refused = (message: string) => new Fault({ code: "execution-failed", message });

/** Wei a unit of gas; a fault when the prices contradict each other or the block. */
function priceOf(request: CallRequest, minimumGasPrice: bigint): bigint | Fault {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas: tip } = request;
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || tip !== undefined)) {
    const message = "both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified";
    return new Fault({ code: "bad-request", message });
  }
  const cap = gasPrice ?? maxFeePerGas ?? 0n;
  if (cap === 0n) return 0n;
  if (tip !== undefined && tip > cap) {
    const fees = `maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${cap}`;
    return refused(`max priority fee per gas higher than max fee per gas: ${fees}`);
  }
  if (cap < minimumGasPrice) {
    const fees = `maxFeePerGas: ${cap}, baseFee: ${minimumGasPrice}`;
    return refused(`max fee per gas less than block base fee: ${fees}`);
  }
  if (gasPrice !== undefined) return gasPrice;
  const price = minimumGasPrice + (tip ?? 0n);
  return price < cap ? price : cap;
}

/**
 * Opens the state and applies the overrides, in slices where there are many.
 * @returns a fault, `bad-request` or `execution-failed`, when the request cannot be carried out.
 * @throws {Fault} `limit-exceeded` over its time; the instance is then of no more use.
 */
export function setStage(
  instance: EvmInstance,
  options: CallOptions,
): Stage | Fault | Promise<Stage | Fault> {
  const gasPrice = priceOf(options.request, options.env.minimumGasPrice);
  if (gasPrice instanceof Fault) return gasPrice;
  const state = instance.open(options.root, options.ancestorHash);
  instance.pace.start(options.timeoutMs);
  // Most calls have none, and are quick enough for what a generator costs to count.
  if (options.overrides.length === 0) return stageOn(instance, state, options, gasPrice);
  return after(
    runSlices(overrideSlices(state, options.overrides), instance.pace.look),
    (contradiction) => contradiction ?? stageOn(instance, state, options, gasPrice),
  );
}

function stageOn(
  instance: EvmInstance,
  state: JournaledState,
  { env, request }: CallOptions,
  gasPrice: bigint,
): Stage | Fault {
  const from = request.from ?? noAddress;
  if ((state.account(from)?.balance ?? 0n) < (request.value ?? 0n)) {
    return refused("insufficient funds for transfer");
  }
  const codeMax = instance.common.isActivatedEIP(3860)
    ? Number(instance.common.param("maxInitCodeSize"))
    : Number.POSITIVE_INFINITY;
  const size = request.data?.length ?? 0;
  if (request.to === undefined && size > codeMax) {
    return refused(`max initcode size exceeded: code size ${size}, limit ${codeMax}`);
  }
  return {
    instance,
    state,
    request,
    from,
    gasPrice,
    // Who pays nothing sees a base price of nothing, so that gasprice - basefee is never negative.
    block: vmBlock(env, gasPrice === 0n ? 0n : env.minimumGasPrice),
    coinbase: env.coinbase,
    owed: gasOwed(request, instance.common),
  };
}

/** Gas a call runs with. */
export function gasGiven({ request, gasCap }: CallOptions): bigint {
  const { gas = gasCap } = request;
  return gas < gasCap ? gas : gasCap;
}

/** Text when `gas` is not even enough to begin with. */
export function shortageOf({ owed }: Stage, gas: bigint): string | undefined {
  if (gas < owed.intrinsic) return `intrinsic gas too low: have ${gas}, want ${owed.intrinsic}`;
  if (gas >= owed.floor) return undefined;
  return `insufficient gas for floor data gas cost: have ${gas}, want ${owed.floor}`;
}

function warmUp({ instance, request, from, coinbase }: Stage): void {
  const { journal } = instance.evm;
  journal.cleanJournal();
  journal.addAlwaysWarmAddress(hexDigits(from));
  if (request.to !== undefined) journal.addAlwaysWarmAddress(hexDigits(request.to));
  if (instance.common.isActivatedEIP(3651)) journal.addAlwaysWarmAddress(hexDigits(coinbase));
  for (const { address, storageKeys } of request.accessList ?? []) {
    journal.addAlwaysWarmAddress(hexDigits(address));
    for (const key of storageKeys) journal.addAlwaysWarmSlot(hexDigits(address), hexDigits(key));
  }
}

/** Before authorizations and the first frame, as a transaction counts it (EIP-7702). */
async function countNonce({ journal, stateManager }: EVM, sender: VmAddress): Promise<void> {
  const account = (await stateManager.getAccount(sender)) ?? new VmAccount();
  account.nonce++;
  await journal.putAccount(sender, account);
}

/**
 * Runs the request once; the state keeps what it did.
 * @param gas at least what is owed: see `shortageOf`.
 * @throws {Fault} `limit-exceeded` over its time; the instance is then of no more use.
 */
export async function simulate(stage: Stage, gas: bigint): Promise<Simulated> {
  const { instance, request, from, owed } = stage;
  warmUp(stage);
  instance.evm.transientStorage.clear();
  const caller = new VmAddress(from);
  const authorizations = request.authorizationList ?? [];
  const isAuthorizing = authorizations.length > 0;
  // Without authorizations the EVM counts the nonce itself, in fewer steps.
  if (isAuthorizing) await countNonce(instance.evm, caller);
  const refundedFirst = isAuthorizing ? await authorizeAll(instance, authorizations) : 0n;
  const options: EVMRunCallOpts = {
    block: stage.block,
    gasPrice: stage.gasPrice,
    caller,
    skipNonceIncrement: isAuthorizing,
    gasLimit: gas - owed.intrinsic,
    value: request.value ?? 0n,
    data: request.data ?? emptyBytes,
  };
  if (request.to !== undefined) options.to = new VmAddress(request.to);
  const { execResult: result } = await instance.evm.runCall(options);
  const gasSpent = owed.intrinsic + result.executionGasUsed;
  const refundMax = gasSpent / instance.common.param("maxRefundQuotient");
  const refund = refundedFirst + (result.gasRefund ?? 0n);
  const gasLeftToPay = gasSpent - (refund < refundMax ? refund : refundMax);
  const gasUsed = gasLeftToPay > owed.floor ? gasLeftToPay : owed.floor;
  return { result, gasSpent, gasUsed };
}

/** As a transaction, the sender pays for all the gas before it runs. */
export function payForGas({ state, from, gasPrice }: Stage, gas: bigint): void {
  const account = state.account(from) ?? emptyAccount;
  state.putAccount(from, { ...account, balance: account.balance - gas * gasPrice });
}

/** Whether the sender has more than it sends along. */
export function balanceOf({ state, from }: Stage): bigint {
  return state.account(from)?.balance ?? 0n;
}
