/** Executes the most frequent message in the engine's place: one that only transfers value. */
import type { EVMResult } from "@ethereumjs/evm";
import { Account as VmAccount, type Address as VmAddress } from "@ethereumjs/util";
import { type Account, emptyAccount, emptyBytes, emptyCodeHash, isEqual } from "@tandem/primitives";
import type { Recording } from "../frames/frame-sink.js";
import type { AccessJournal } from "../library/access-journal.js";
import type { LibraryEvm } from "../library/library-evm.js";
import type { Message } from "./outermost-message.js";

const wordMax = (1n << 256n) - 1n;

/** Increments the sender's nonce, which remains when the message fails. */
export function countNonce({ evm, state }: LibraryEvm, sender: VmAddress): void {
  const account = state.accountNow(sender) ?? new VmAccount();
  account.nonce++;
  void evm.journal.putAccount(sender, account);
}

/**
 * Executes a message that only transfers value to an account without code, which needs no engine.
 * @returns undefined if the message is another one; nothing has changed then.
 */
export function transferValue(
  library: LibraryEvm,
  message: Message,
  recording: Recording | undefined,
): EVMResult | undefined {
  const { caller, to, value = 0n, gasLimit, data = emptyBytes } = message;
  const { state, loader } = library.state;
  const isListed = (library.evm.journal as unknown as AccessJournal).accessList !== undefined;
  if (to === undefined || value === 0n || loader !== undefined || isListed) return undefined;
  const callee = state.account(to.bytes) ?? emptyAccount;
  const paid = callee.balance + value;
  const isPaid = (state.account(caller.bytes)?.balance ?? 0n) >= value && paid <= wordMax;
  if (!isPaid || isEqual(caller.bytes, to.bytes) || !isEqual(callee.codeHash, emptyCodeHash))
    return undefined;
  if (message.skipNonceIncrement !== true) countNonce(library, caller);
  const payer = state.account(caller.bytes) as Account;
  state.putAccount(caller.bytes, { ...payer, balance: payer.balance - value });
  state.putAccount(to.bytes, { ...callee, balance: paid });
  if (recording !== undefined && !recording.isOfExhaustion) {
    const input = recording.hasData ? data : emptyBytes;
    // Written out: a copy of another object's members takes a microsecond here.
    recording.sink.begin?.({
      opening: "call",
      from: caller.bytes,
      to: to.bytes,
      gas: gasLimit,
      value,
      input,
    });
    recording.sink.end?.({
      gasUsed: 0n,
      failure: undefined,
      output: emptyBytes,
      created: undefined,
    });
  }
  return {
    execResult: { returnValue: emptyBytes, executionGasUsed: 0n, gasRefund: 0n, logs: [] },
  };
}
