/**
 * Executes SLOAD and SSTORE on a complete state without a promise for each of their steps, with the prices
 * of EIP-2200, 2929 and 3529. The library's functions are the oracle of the tests, and run where the state
 * is observed, where it may have to be loaded, and where the instruction fails.
 */
import type { Common } from "@ethereumjs/common";
import { fromBigInt, isEqual, toBigInt } from "@tandem/primitives";
import type { LibraryState } from "../library/library-state.js";
import type { RunState } from "../trace/probe.js";
import type { Instruction } from "./code-analysis.js";
import { itemsOf } from "./direct-memory.js";
import { writeWord } from "./memory-word.js";

type Prices = ReturnType<typeof pricesOf>;

function pricesOf(common: Common) {
  const cold = common.param("coldsloadGas");
  const warm = common.param("warmstoragereadGas");
  const create = common.param("sstoreInitEIP2200Gas");
  return {
    cold,
    warm,
    create,
    /** With no more than this left nothing can be stored. */
    sentry: common.param("sstoreSentryEIP2200Gas"),
    noChange: warm,
    change: common.param("sstoreCleanEIP2200Gas"),
    changeAgain: common.param("sstoreDirtyEIP2200Gas"),
    clearRefund: common.param("sstoreClearRefundEIP2200Gas"),
    /** For a slot that is again as the transaction found it: empty, or not. */
    uncreateRefund: create - warm,
    unchangeRefund: common.param("sstoreResetGas") - cold - warm,
  };
}

/** The same bytes for the same word asked again: price and use of a slot each ask. */
function keepLastBytes(bytesOf: (word: bigint) => Uint8Array): (word: bigint) => Uint8Array {
  let lastWord = 0n;
  let lastBytes = bytesOf(lastWord);
  return (word) => {
    if (word !== lastWord) {
      lastBytes = bytesOf(word);
      lastWord = word;
    }
    return lastBytes;
  };
}

/** 32 bytes. */
const slotOf = keepLastBytes((key) => {
  const slot = new Uint8Array(32);
  writeWord(slot, 0, key);
  return slot;
});

/** Without zeros in front, and no bytes for zero: as the state has it. */
const minimal = keepLastBytes(fromBigInt);

/** Key and value on top of the stack. */
function topOf(runState: RunState): readonly [key: bigint, value: bigint] {
  const { _store, _len } = itemsOf(runState);
  return [_store[_len - 1] as bigint, _store[_len - 2] as bigint];
}

/** What makes a slot warm costs. */
function warmUp({ interpreter }: RunState, address: Uint8Array, slot: Uint8Array, cold: bigint) {
  if (interpreter.journal.isWarmedStorage(address, slot)) return 0n;
  interpreter.journal.addWarmedStorage(address, slot);
  return cold;
}

interface Change {
  readonly original: Uint8Array;
  readonly current: Uint8Array;
  readonly value: Uint8Array;
}

/** Price of a change but for the first use of its slot; refunds are made. */
function changePrice(
  { interpreter }: RunState,
  { original, current, value }: Change,
  prices: Prices,
): bigint {
  if (isEqual(current, value)) return prices.noChange;
  if (isEqual(original, current)) {
    if (original.length === 0) return prices.create;
    if (value.length === 0) interpreter.refundGas(prices.clearRefund);
    return prices.change;
  }
  if (original.length > 0 && current.length === 0) interpreter.subRefund(prices.clearRefund);
  if (original.length > 0 && value.length === 0) interpreter.refundGas(prices.clearRefund);
  if (isEqual(original, value)) {
    const isCreated = original.length === 0;
    interpreter.refundGas(isCreated ? prices.uncreateRefund : prices.unchangeRefund);
  }
  return prices.changeAgain;
}

function loadInstruction(library: Instruction, vmState: LibraryState, { cold, warm }: Prices) {
  const { gasHandler, opHandler } = library;
  library.gasHandler = (runState, gas, common) => {
    if (!vmState.isDirect || itemsOf(runState)._len < 1) return gasHandler(runState, gas, common);
    const slot = slotOf(topOf(runState)[0]);
    const cost = warmUp(runState, runState.env.address.bytes, slot, cold);
    return gas + (cost === 0n ? warm : cost);
  };
  library.opHandler = (runState, common) => {
    if (!vmState.isDirect) return opHandler(runState, common);
    const slot = slotOf(runState.stack.pop());
    const value = vmState.state.slot(runState.env.address.bytes, slot);
    runState.stack.push(toBigInt(value));
    return undefined;
  };
}

function storeInstruction(library: Instruction, vmState: LibraryState, prices: Prices) {
  const { gasHandler, opHandler } = library;
  library.gasHandler = (runState, gas, common) => {
    const { interpreter, env } = runState;
    const isOdd = itemsOf(runState)._len < 2 || interpreter.isStatic();
    if (!vmState.isDirect || isOdd || runState.gasLeft <= prices.sentry) {
      return gasHandler(runState, gas, common);
    }
    const [key, value] = topOf(runState);
    const slot = slotOf(key);
    const { bytes } = env.address;
    const change = {
      original: vmState.state.originalSlot(bytes, slot),
      current: vmState.state.slot(bytes, slot),
      value: minimal(value),
    };
    const price = changePrice(runState, change, prices);
    return gas + price + warmUp(runState, bytes, slot, prices.cold);
  };
  library.opHandler = (runState, common) => {
    const { bytes } = runState.env.address;
    const isThere = vmState.isDirect && vmState.state.account(bytes) !== undefined;
    if (!isThere) return opHandler(runState, common);
    const { stack } = runState;
    const slot = slotOf(stack.pop());
    vmState.state.putSlot(bytes, slot, minimal(stack.pop()));
    return undefined;
  };
}

/** Has SLOAD and SSTORE of a table done at once where they can be. */
export function useStorageDirectly(
  table: readonly Instruction[],
  common: Common,
  vmState: LibraryState,
): void {
  const prices = pricesOf(common);
  const [load, store] = [table[0x54], table[0x55]];
  if (load === undefined || store === undefined) throw new Error("an EVM without storage");
  loadInstruction(load, vmState, prices);
  storeInstruction(store, vmState, prices);
}
