/**
 * Prepares a call request on a state that is discarded: its price, overrides, and intrinsic gas.
 */

import {
  type AncestorHash,
  type BlockEnv,
  type EvmCall,
  type EvmInstance,
  type GasOwed,
  runSlices,
  type Watcher,
} from "@tandem/evm";
import {
  type Address,
  type CallRequest,
  emptyAccount,
  emptyCodeHash,
  Fault,
  isEqual,
  type Refusal,
  type StateOverrides,
} from "@tandem/primitives";
import { after, type Cancellation } from "@tandem/runtime";
import type { JournaledState } from "../accounts/journaled-state.js";
import { overrideSlices } from "../accounts/override.js";
import { type ExecutionContext, openState } from "../execution/execution-context.js";

/** The parameters of a call or an estimate. */
export interface CallOptions {
  readonly root: Uint8Array;
  /** The block in which the call is executed. */
  readonly env: BlockEnv;
  readonly ancestorHash: AncestorHash;
  readonly request: CallRequest;
  readonly overrides: StateOverrides;
  /** The maximum gas of a call. */
  readonly gasCap: bigint;
  readonly timeoutMs: number;
  /**
   * Whether the sender is credited what it lacks for the value and the gas, instead of refusing the
   * request: always, or only for a transfer to an account without code.
   */
  readonly fundsSender?: boolean | "transfers";
  /**
   * Whether a price below the block's minimum is taken, instead of refusing the request, and BASEFEE returns that
   * minimum even if the price is zero.
   */
  readonly takesLowPrices?: boolean;
  /** For an estimate, the minimum gas above the intrinsic gas of the transaction. */
  readonly estimateMargin?: bigint;
  /** For a call, an address whose inputs are recorded, whoever calls it. */
  readonly recordInputsOf?: Address | undefined;
  /** Ends the execution with an AbortError, in place of what cancels the executor. */
  readonly cancellation?: Cancellation | undefined;
}

/**
 * A request that can be executed, several times with different gas if the state is reverted in
 * between.
 */
export interface PreparedCall {
  readonly evm: ExecutionContext["evm"];
  readonly state: JournaledState;
  readonly request: CallRequest;
  readonly from: Address;
  /** Wei per unit of gas; zero if the request has no price. */
  readonly gasPrice: bigint;
  /** Whether BASEFEE returns the block's price although the call pays nothing. */
  readonly keepsBaseFee: boolean;
  readonly env: BlockEnv;
  readonly owed: GasOwed;
}

const noAddress: Address = new Uint8Array(20);

const refused = (message: string, refusal?: Refusal) =>
  new Fault({ code: "execution-failed", message, ...(refusal && { refusal }) });

/** Returns a fault if the request names another chain than this one. */
export function otherChainOf({ chainId }: CallRequest, { common }: EvmInstance): Fault | undefined {
  if (chainId === undefined || chainId === common.chainId()) return undefined;
  const message = `chainId does not match node's (have=${chainId}, want=${common.chainId()})`;
  return new Fault({ code: "bad-request", message });
}

/** Returns why no transaction can have the authorizations of a call (EIP-7702), or undefined. */
export function authorizationProblem({ to, authorizationList }: CallRequest): string | undefined {
  if (authorizationList === undefined) return undefined;
  if (to === undefined) return "a creation cannot have authorizations";
  return authorizationList.length === 0 ? "an empty list of authorizations" : undefined;
}

/** Returns wei per unit of gas, or a fault if the request contradicts itself, the chain or the block. */
function priceOf(
  evm: EvmInstance,
  { request, env, takesLowPrices = false }: CallOptions,
): bigint | Fault {
  const { minimumGasPrice } = env;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas: tip } = request;
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || tip !== undefined)) {
    const message = "both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified";
    return new Fault({ code: "bad-request", message });
  }
  const otherChain = otherChainOf(request, evm);
  if (otherChain !== undefined) return otherChain;
  const problem = authorizationProblem(request);
  if (problem !== undefined) return new Fault({ code: "bad-request", message: problem });
  const cap = gasPrice ?? maxFeePerGas ?? 0n;
  if (cap === 0n) return 0n;
  if (tip !== undefined && tip > cap) {
    const fees = `maxPriorityFeePerGas: ${tip}, maxFeePerGas: ${cap}`;
    const why = { kind: "tip-over-cap", tip, cap } as const;
    return refused(`max priority fee per gas higher than max fee per gas: ${fees}`, why);
  }
  if (cap < minimumGasPrice) {
    if (takesLowPrices) return cap;
    const fees = `maxFeePerGas: ${cap}, baseFee: ${minimumGasPrice}`;
    return refused(`max fee per gas less than block base fee: ${fees}`);
  }
  if (gasPrice !== undefined) return gasPrice;
  const price = minimumGasPrice + (tip ?? 0n);
  return price < cap ? price : cap;
}

/**
 * Opens the state and applies the overrides, in slices if there are many.
 * @param earlier a state on which transactions were executed, in place of the one at the root.
 * @returns a fault, `bad-request` or `execution-failed`, when the request cannot be executed.
 * @throws {Fault} `limit-exceeded` over its time; then the instance must not be used again.
 */
export function prepareCall(
  context: ExecutionContext,
  options: CallOptions,
  earlier?: JournaledState,
): PreparedCall | Fault | Promise<PreparedCall | Fault> {
  const { evm } = context;
  const gasPrice = priceOf(evm, options);
  if (gasPrice instanceof Fault) return gasPrice;
  const state = earlier ?? openState(context, options.root, options.ancestorHash);
  evm.limitTime(options.timeoutMs);
  // Most calls have no overrides, and are so short that the cost of a generator is noticeable.
  if (options.overrides.length === 0) return preparedOn(evm, state, options, gasPrice);
  return after(
    runSlices(overrideSlices(state, options.overrides), evm.yieldIfDue),
    (contradiction) => contradiction ?? preparedOn(evm, state, options, gasPrice),
  );
}

/**
 * Prepares a call on the state that an earlier call left, as the next transaction of a block; overrides are not applied
 * again.
 */
export function prepareNext(
  { evm }: ExecutionContext,
  state: JournaledState,
  options: CallOptions,
): PreparedCall | Fault {
  const gasPrice = priceOf(evm, options);
  if (gasPrice instanceof Fault) return gasPrice;
  // The cost of SSTORE depends on the values before this call, not before the first one (EIP-2200).
  state.forgetOriginals();
  return preparedOn(evm, state, options, gasPrice);
}

function preparedOn(
  evm: ExecutionContext["evm"],
  state: JournaledState,
  { env, request, fundsSender = false, takesLowPrices: keepsBaseFee = false, gasCap }: CallOptions,
  gasPrice: bigint,
): PreparedCall | Fault {
  const from = request.from ?? noAddress;
  const { value: cost = 0n } = request;
  const isFunded = fundsSender === "transfers" ? isTransfer(state, request) : fundsSender;
  if (isFunded)
    fundSender(state, from, cost + gasCap * (request.gasPrice ?? request.maxFeePerGas ?? 0n));
  const balance = state.account(from)?.balance ?? 0n;
  if (balance < cost) {
    const why = { kind: "insufficient-funds", balance, cost } as const;
    return refused("insufficient funds for transfer", why);
  }
  const excess = request.to === undefined ? initCodeExcess(evm, request) : undefined;
  if (excess !== undefined) return excess;
  return { evm, state, request, from, gasPrice, keepsBaseFee, env, owed: evm.gasOwed(request) };
}

/** Returns a fault if the init code of a creation is too long (EIP-3860). */
function initCodeExcess(
  { common }: ExecutionContext["evm"],
  { data }: CallRequest,
): Fault | undefined {
  if (!common.isActivatedEIP(3860)) return undefined;
  const size = BigInt(data?.length ?? 0);
  const limit = common.param("maxInitCodeSize");
  if (size <= limit) return undefined;
  const why = { kind: "init-code-too-long", size, limit } as const;
  return refused(`max initcode size exceeded: code size ${size}, limit ${limit}`, why);
}

/** Returns whether a request only moves value: its target has no code, and it has no data. */
function isTransfer(state: JournaledState, { to, data }: CallRequest): boolean {
  if (to === undefined || (data !== undefined && data.length > 0)) return false;
  const account = state.account(to);
  return account === undefined || isEqual(account.codeHash, emptyCodeHash);
}

/** Raises the balance of an account to `wanted` wei if it is lower. */
function fundSender(state: JournaledState, address: Address, wanted: bigint): void {
  const account = state.account(address) ?? emptyAccount;
  if (account.balance < wanted) state.putAccount(address, { ...account, balance: wanted });
}

/**
 * Returns the call with this much gas, in the form that the EVM executes.
 * @param isForgotten as in the form.
 */
export function callOf(
  prepared: PreparedCall,
  gas: bigint,
  watcher?: Watcher,
  isForgotten = false,
): EvmCall {
  const { request, from, env, gasPrice, keepsBaseFee, owed } = prepared;
  return { request, from, env, gasPrice, keepsBaseFee, gas, owed, watcher, isForgotten };
}

/** Returns the gas limit of a call. */
export function gasGiven({ request, gasCap }: CallOptions): bigint {
  const { gas = gasCap } = request;
  return gas < gasCap ? gas : gasCap;
}

/** Returns a fault if `gas` is less than the intrinsic gas. */
export function shortageOf({ owed }: PreparedCall, gas: bigint): Fault | undefined {
  const { intrinsic, floor } = owed;
  if (gas < intrinsic) {
    const words = `intrinsic gas too low: have ${gas}, want ${intrinsic}`;
    return refused(words, { kind: "gas-too-low", minimum: intrinsic, found: gas });
  }
  if (gas >= floor) return undefined;
  const words = `insufficient gas for floor data gas cost: have ${gas}, want ${floor}`;
  return refused(words, { kind: "gas-below-floor", minimum: floor, found: gas });
}

/**
 * Deducts the price of all the gas from the sender before the call is executed, as a transaction
 * does.
 */
export function payForGas({ state, from, gasPrice }: PreparedCall, gas: bigint): void {
  const account = state.account(from) ?? emptyAccount;
  state.putAccount(from, { ...account, balance: account.balance - gas * gasPrice });
}

/** Returns the balance of the sender in wei. */
export function balanceOf({ state, from }: PreparedCall): bigint {
  return state.account(from)?.balance ?? 0n;
}
