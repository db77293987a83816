/** Executes the calls of one simulated block in sequence, on the state after the block before. */
import {
  type AncestorHash,
  type BlockEnv,
  type EvmInstance,
  type GasOwed,
  runSlices,
  TransferRecorder,
} from "@tandem/evm";
import {
  type Address,
  type CallRequest,
  EncodedList,
  emptyAccount,
  emptyBytes,
  Fault,
  isEmptyOrDelegation,
  type SignedTransaction,
  type SimulatedBlockRequest,
  type SimulatedCall,
  type SimulationRefusal,
  type SimulationRequest,
  storeReceiptSteps,
  summarizeReceipts,
} from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { JournaledState } from "../accounts/journaled-state.js";
import { overrideSlices } from "../accounts/override.js";
import { type ExecutionContext, openState } from "../execution/execution-context.js";
import { type RefusalKind, refusalOf } from "../execution/refusal.js";
import { type Applied, runTransaction } from "../execution/run-transaction.js";
import { nonceMax, transactionOf } from "./call-transaction.js";

export interface SimulateBlockOptions
  extends Omit<SimulatedBlockRequest, "blockOverrides">,
    Pick<SimulationRequest, "traceTransfers" | "validation"> {
  readonly root: Uint8Array;
  readonly env: BlockEnv;
  readonly ancestorHash: AncestorHash;
  /** Maximum gas of all calls together. */
  readonly gasCap: bigint;
}

/** The time of a whole simulation. */
export interface SimulationTime {
  readonly timeoutMs: number;
  /** The clock's time when the simulation began. */
  readonly startedAt: number;
}

/** The outcome of a simulated block. The simulation stores the nodes and code of its state. */
export interface SimulatedOutcome {
  readonly transactions: readonly SignedTransaction[];
  readonly calls: readonly SimulatedCall[];
  readonly gasUsed: bigint;
  /** The fees in wei. */
  readonly paidFees: bigint;
  readonly logsBloom: Uint8Array;
  readonly stateRoot: Uint8Array;
  readonly receiptsRoot: Uint8Array;
}

const noAddress: Address = new Uint8Array(20);

const refused = (kind: SimulationRefusal, message: string) =>
  new Fault({ code: "simulation-refused", kind, message });

/**
 * The refusals of blocks that have error codes of their own; others mean that the call is no valid
 * transaction.
 */
const refusals: Partial<Record<RefusalKind, SimulationRefusal>> = {
  "nonce-too-low": "nonce-too-low",
  "nonce-too-high": "nonce-too-high",
  "fee-too-low": "fee-too-low",
  "intrinsic-gas": "intrinsic-gas",
  "floor-gas": "intrinsic-gas",
  "insufficient-funds": "insufficient-funds",
  "block-gas": "block-gas",
  "sender-has-code": "sender-has-code",
};

/** The refusals that geth checks before the code of the sender. */
const refusedBeforeCode: ReadonlySet<RefusalKind | undefined> = new Set([
  "gas-limit-cap",
  "nonce-too-low",
  "nonce-too-high",
  "fee-too-low",
] as const);

class BlockSimulation {
  readonly #evm: EvmInstance;
  readonly #options: SimulateBlockOptions;
  readonly #state: JournaledState;
  readonly transactions: SignedTransaction[] = [];
  readonly storedReceipts = new EncodedList();
  readonly calls: SimulatedCall[] = [];
  gasUsed = 0n;

  constructor(evm: EvmInstance, options: SimulateBlockOptions, state: JournaledState) {
    this.#evm = evm;
    this.#options = options;
    this.#state = state;
  }

  /** Executes the next call. @throws {Fault} `simulation-refused`, `bad-request`, `limit-exceeded`. */
  async run(call: CallRequest): Promise<void> {
    const evm = this.#evm;
    const from = call.from ?? noAddress;
    const isExhausted = this.#leaveNonce(from);
    const { nonce } = this.#state.account(from) ?? emptyAccount;
    this.#assertStartable(call);
    const placed = { call, from, gas: this.#gasOf(call) };
    const shown = transactionOf({ ...placed, nonce: this.#shownNonce(call, nonce) }, evm);
    const isChecked = this.#options.validation || shown.fields.nonce === nonce;
    const executed = isChecked ? shown : transactionOf({ ...placed, nonce }, evm);
    const env = this.#envFor(executed);
    this.#assertExecutable(executed, env);
    const recorder = this.#options.traceTransfers ? new TransferRecorder() : undefined;
    const position = { state: this.#state, env, gasUsed: this.gasUsed };
    const watcher = recorder && { probe: recorder };
    const applied = await runTransaction(evm, position, executed, watcher);
    if (isExhausted) this.#setNonce(from, 0n);
    this.transactions.push(shown);
    this.calls.push(callOf(applied, evm.gasOwed(call), recorder));
    this.gasUsed += applied.receipt.gasUsed;
    await runYielding(storeReceiptSteps(applied.receipt, this.storedReceipts));
  }

  #setNonce(address: Address, nonce: bigint): void {
    const account = this.#state.account(address) ?? emptyAccount;
    this.#state.putAccount(address, { ...account, nonce });
  }

  /**
   * If nonces are not checked, lowers a nonce that no transaction can have to the maximum. Returns
   * whether it did: the account then continues with nonce 0, as in geth.
   */
  #leaveNonce(address: Address): boolean {
    const { nonce } = this.#state.account(address) ?? emptyAccount;
    if (this.#options.validation || nonce <= nonceMax) return false;
    this.#setNonce(address, nonceMax);
    return true;
  }

  #shownNonce({ nonce: asked }: CallRequest, nonce: bigint): bigint {
    if (asked === undefined) return nonce;
    return this.#options.validation || asked <= nonceMax ? asked : nonceMax;
  }

  /** Returns the call's gas, or the remaining gas of the block, limited by the remaining cap. */
  #gasOf({ gas }: CallRequest): bigint {
    const { env, gasCap } = this.#options;
    const left = env.gasLimit - this.gasUsed;
    if (gas !== undefined && gas > left) {
      throw refused("block-gas", `block gas limit reached: ${left} of ${env.gasLimit} are left`);
    }
    const capLeft = gasCap - this.gasUsed;
    const minimum = this.#evm.common.param("txGas");
    if (capLeft < minimum) throw refused("client-limit", "the calls use more gas than is allowed");
    const wanted = this.#withinTransactionCap(gas ?? left, gas === undefined);
    return wanted < capLeft ? wanted : capLeft;
  }

  #withinTransactionCap(gas: bigint, isDefault: boolean): bigint {
    const { transactionGasLimitCap: cap } = this.#evm.chain;
    return isDefault && cap !== undefined && gas > cap ? cap : gas;
  }

  /** Returns the environment of a call: one without a price reads none, as in `eth_call`. */
  #envFor({ fields }: SignedTransaction): BlockEnv {
    const { env, validation } = this.#options;
    const price = "maxFeePerGas" in fields ? fields.maxFeePerGas : fields.gasPrice;
    return validation || price > 0n ? env : { ...env, minimumGasPrice: 0n };
  }

  #assertStartable(call: CallRequest): void {
    const { common } = this.#evm;
    const size = call.data?.length ?? 0;
    if (call.to !== undefined || !common.isActivatedEIP(3860)) return;
    const limit = Number(common.param("maxInitCodeSize"));
    const words = `max initcode size exceeded: code size ${size}, limit ${limit}`;
    if (size > limit) throw refused("init-code", words);
  }

  #assertExecutable(transaction: SignedTransaction, env: BlockEnv): void {
    const cap = this.#options.validation ? this.#evm.chain.transactionGasLimitCap : undefined;
    const refusal = refusalOf(transaction, { state: this.#state, env, gasUsed: this.gasUsed }, cap);
    if (!refusedBeforeCode.has(refusal?.kind)) this.#assertOwned(transaction.sender);
    if (refusal === undefined) return;
    const kind = refusals[refusal.kind];
    if (kind !== undefined) throw refused(kind, refusal.message);
    throw new Fault({ code: "bad-request", message: refusal.message });
  }

  /** Refuses a sender with code, as blocks do (EIP-3607). */
  #assertOwned(sender: Address): void {
    if (!this.#options.validation) return;
    if (!isEmptyOrDelegation(this.#state.code(sender))) {
      throw refused("sender-has-code", "sender is not an externally owned account");
    }
  }
}

function callOf(
  { outcome, receipt }: Applied,
  { intrinsic, floor }: GasOwed,
  recorder: TransferRecorder | undefined,
) {
  const { failure, output, executionGas } = outcome;
  const spent = intrinsic + executionGas;
  const gas = { gasUsed: receipt.gasUsed, maxUsedGas: spent > floor ? spent : floor };
  if (failure === undefined) {
    return { returnData: output, logs: recorder?.logs() ?? receipt.logs, ...gas };
  }
  const failed = { returnData: emptyBytes, logs: [], ...gas };
  if (failure.kind === "reverted")
    return { ...failed, failure: { kind: "reverted", output } as const };
  return { ...failed, failure: { kind: "halted", message: failure.message } as const };
}

/**
 * Executes a block of calls.
 * @param keep adds the facts of the state after the block, in steps.
 * @throws {Fault} `simulation-refused`, `bad-request`, or `limit-exceeded` over its time; then the
 * instance must not be used again.
 */
export async function simulateBlock(
  context: ExecutionContext,
  options: SimulateBlockOptions,
  { timeoutMs, startedAt }: SimulationTime,
  keep: (hashed: ReturnType<JournaledState["hash"]>) => Generator<void, void>,
): Promise<SimulatedOutcome> {
  const { evm } = context;
  const state = openState(context, options.root, options.ancestorHash);
  evm.limitTime(timeoutMs, startedAt);
  const contradiction = await runSlices(overrideSlices(state, options.overrides), evm.yieldIfDue);
  if (contradiction !== undefined) throw contradiction;
  const block = new BlockSimulation(evm, options, state);
  for (const call of options.calls) {
    const pause = evm.yieldIfDue();
    if (pause !== undefined) await pause;
    await block.run(call);
  }
  const { receiptsRoot, logsBloom, gasUsed, paidFees } = await summarizeReceipts(
    block.storedReceipts.bytes(),
  );
  const hashed = await runYielding(state.hashSteps());
  await runYielding(keep(hashed));
  const { transactions, calls } = block;
  const { stateRoot } = hashed;
  return { transactions, calls, gasUsed, paidFees, logsBloom, stateRoot, receiptsRoot };
}
