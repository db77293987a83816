/** Executes a call and lists the addresses and slots it accesses (EIP-2930). */
import { type Address, creationAddress, hexDigits } from "@tandem/primitives";
import type { FrameEnding, Recording } from "../frames/frame-sink.js";
import type { LibraryEvm } from "../library/library-evm.js";
import { SinkProbe } from "../library/sink-probe.js";
import type { EvmCall } from "./evm-call.js";
import { type CallOutcome, runCall } from "./run-call.js";

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
class CreationRecorder extends SinkProbe {
  readonly #created: Set<string>;

  constructor(created: Set<string>) {
    super();
    this.#created = created;
  }

  override get recording(): Recording {
    return { ...super.recording, hasData: false };
  }

  override end({ created }: FrameEnding): void {
    if (created !== undefined) this.#created.add(hexDigits(created));
  }
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
  library.socket.plug(new CreationRecorder(skipped));
  const outcome = await runCall(library, call);
  library.socket.unplug();
  const accessed = [...(journal.accessList ?? [])].filter(
    ([address, slots]) => slots.size > 0 || !skipped.has(address),
  );
  delete journal.accessList;
  return { ...outcome, accessed: new Map(accessed) };
}
