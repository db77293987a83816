/**
 * Executes a call request like a transaction: the warm addresses of EIP-2929 and 2930, the
 * authorizations of EIP-7702, the message, and the refunds.
 */
import type { EVMRunCallOpts, ExecResult } from "@ethereumjs/evm";
import { hexToBytes, Account as VmAccount, Address as VmAddress } from "@ethereumjs/util";
import { emptyBytes, hexDigits } from "@tandem/primitives";
import { after } from "@tandem/runtime";
import { vmBlock } from "../environment/block-env.js";
import type { LibraryEvm, RunMessage } from "../library/library-evm.js";
import { authorizeAll } from "./authorize.js";
import { type EvmCall, hidesBaseFee } from "./evm-call.js";
import { type Execution, executionOf } from "./execution.js";
import { runForgottenCall } from "./forgotten-call.js";

export interface CallOutcome extends Execution {
  /** Gas before refunds. */
  readonly gasSpent: bigint;
  /** Gas as in a receipt. */
  readonly gasUsed: bigint;
}

function warmUp({ evm, common, stock }: LibraryEvm, { request, from, env }: EvmCall): void {
  const { journal } = evm;
  journal.cleanJournal();
  // This package's journal contains them; the library's needs them in each transaction.
  if (stock !== undefined)
    for (const key of evm.precompiles.keys()) journal.addAlwaysWarmAddress(key);
  journal.addAlwaysWarmAddress(hexDigits(from));
  if (request.to !== undefined) journal.addAlwaysWarmAddress(hexDigits(request.to));
  if (common.isActivatedEIP(3651)) journal.addAlwaysWarmAddress(hexDigits(env.coinbase));
  for (const { address, storageKeys } of request.accessList ?? []) {
    journal.addAlwaysWarmAddress(hexDigits(address));
    for (const key of storageKeys) journal.addAlwaysWarmSlot(hexDigits(address), hexDigits(key));
  }
}

/**
 * Increments the sender's nonce before authorizations and the first frame, as a transaction does
 * (EIP-7702).
 */
async function countNonce({ evm, state }: LibraryEvm, sender: VmAddress): Promise<void> {
  const account = (await state.getAccount(sender)) ?? new VmAccount();
  account.nonce++;
  await evm.journal.putAccount(sender, account);
}

/**
 * Executes the request once; its changes remain in the state unless `isForgotten` is set.
 * @throws {Fault} `limit-exceeded` over its time; then the instance must not be used again.
 */
export function runCall(library: LibraryEvm, call: EvmCall): CallOutcome | Promise<CallOutcome> {
  if (call.isForgotten !== true) return runWithLibrary(library, call);
  const running = runForgottenCall(library, call);
  if (running === undefined) return runWithLibrary(library, call);
  return after(running, (ended) =>
    ended === "abandoned"
      ? runWithLibrary(library, call, library.fallBack)
      : outcomeOf(library, call, ended, 0n),
  );
}

/** @param run executes the message; in an engine if it can. */
async function runWithLibrary(
  library: LibraryEvm,
  call: EvmCall,
  run: RunMessage = (options) => library.evm.runCall(options),
): Promise<CallOutcome> {
  const { request, owed, gasPrice } = call;
  const { evm } = library;
  warmUp(library, call);
  evm.transientStorage.clear();
  const caller = new VmAddress(call.from);
  const authorizations = request.authorizationList ?? [];
  const isAuthorizing = authorizations.length > 0;
  // Without authorizations the EVM increments the nonce itself, in fewer steps.
  if (isAuthorizing) await countNonce(library, caller);
  const refundedFirst = isAuthorizing ? await authorizeAll(library, authorizations) : 0n;
  const options: EVMRunCallOpts = {
    block: vmBlock(call.env, hidesBaseFee(call) ? 0n : call.env.minimumGasPrice),
    gasPrice,
    caller,
    skipNonceIncrement: isAuthorizing,
    gasLimit: call.gas - owed.intrinsic,
    value: request.value ?? 0n,
    data: request.data ?? emptyBytes,
  };
  if (request.to !== undefined) options.to = new VmAddress(request.to);
  const { execResult } = await run(options);
  if (call.isForgotten !== true) await removeDestroyed(library, execResult);
  return outcomeOf(library, call, execResult, refundedFirst);
}

/** Removes what SELFDESTRUCT leaves until the end of a transaction (EIP-6780), which `runTx` does for one. */
async function removeDestroyed(
  { common, evm }: LibraryEvm,
  { selfdestruct, createdAddresses }: ExecResult,
): Promise<void> {
  for (const address of selfdestruct?.keys() ?? []) {
    if (common.isActivatedEIP(6780) && createdAddresses?.has(address) !== true) continue;
    await evm.journal.deleteAccount(new VmAddress(hexToBytes(address)));
  }
}

/** @param refundedFirst refund of the authorizations. */
function outcomeOf(
  { common }: LibraryEvm,
  { owed }: EvmCall,
  ended: ExecResult,
  refundedFirst: bigint,
): CallOutcome {
  const gasSpent = owed.intrinsic + ended.executionGasUsed;
  const refundMax = gasSpent / common.param("maxRefundQuotient");
  const refund = refundedFirst + (ended.gasRefund ?? 0n);
  const gasAfterRefund = gasSpent - (refund < refundMax ? refund : refundMax);
  const gasUsed = gasAfterRefund > owed.floor ? gasAfterRefund : owed.floor;
  const { output, failure } = executionOf(ended);
  return { output, failure, gasSpent, gasUsed };
}
