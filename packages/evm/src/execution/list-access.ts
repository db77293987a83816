/** Executes a call and lists the addresses and slots it accesses (EIP-2930). */
import type { EVMResult } from "@ethereumjs/evm";
import { type Address, creationAddress, hexDigits } from "@tandem/primitives";
import type { LibraryEvm } from "../library/library-evm.js";
import { type FrameEnding, recordingFor } from "../trace/frame-sink.js";
import type { Probe } from "../trace/probe.js";
import { type CallOutcome, type EvmCall, runCall } from "./run-call.js";

/** Slots by address, both as hex digits without a prefix. */
export type AccessedSlots = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the addresses that are warm in any case, which listing without slots would only make more
 * expensive.
 */
function alwaysWarm({ common, evm, state }: LibraryEvm, { request, from, env }: EvmCall) {
  const nonce = state.state.account(from)?.nonce ?? 0n;
  const to: Address = request.to ?? creationAddress(from, nonce);
  const coinbase = common.isActivatedEIP(3651) ? [env.coinbase] : [];
  return new Set([...[from, to, ...coinbase].map(hexDigits), ...evm.precompiles.keys()]);
}

/** Records the contracts that are created. */
function creationProbe(created: Set<string>): Probe {
  const add = (address: Address | undefined) => {
    if (address !== undefined) created.add(hexDigits(address));
  };
  const sink = { end: (ending: FrameEnding) => add(ending.created) };
  return {
    onOpen() {},
    onClose: ({ createdAddress }: EVMResult) => add(createdAddress?.bytes),
    onSelfDestruct() {},
    recording: { ...recordingFor(sink, Number.POSITIVE_INFINITY), hasData: false },
  };
}

/**
 * Executes the request once, as `runCall` does. Addresses without slots that are warm in any case,
 * or were created by the call, are not listed.
 */
export async function listAccess(
  library: LibraryEvm,
  call: EvmCall,
): Promise<CallOutcome & { readonly accessed: AccessedSlots }> {
  const skipped = alwaysWarm(library, call);
  const { journal } = library.evm;
  journal.startReportingAccessList();
  library.socket.plug(creationProbe(skipped));
  const outcome = await runCall(library, call);
  library.socket.unplug();
  const accessed = [...(journal.accessList ?? [])].filter(
    ([address, slots]) => slots.size > 0 || !skipped.has(address),
  );
  delete journal.accessList;
  return { ...outcome, accessed: new Map(accessed) };
}
