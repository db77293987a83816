/**
 * Records transfers of the native coin as logs of ERC-20 form, among the logs of the contracts, in
 * order (`traceTransfers` of the execution APIs).
 */
import type { EVMResult, Message } from "@ethereumjs/evm";
import { type Address, fromBigInt, fromHex, isEqual, type Log, padStart } from "@tandem/primitives";
import { beginningOf, endingOf, toAddress } from "./frame-recorder.js";
import {
  type FrameBeginning,
  type FrameEnding,
  type FrameSink,
  type Recording,
  recordingFor,
} from "./frame-sink.js";
import type { Opening, Probe, RunState } from "./probe.js";

/** The address that the execution APIs use for the native coin. */
const coinAddress: Address = new Uint8Array(20).fill(0xee);
/** The keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = fromHex("0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");

interface OpenFrame {
  /** The number of logs before the frame, which is restored when it fails. */
  readonly logsBefore: number;
  /** A creation's transfer, whose recipient is known at the end of the frame. */
  readonly creation: { recipient: Address | undefined } | undefined;
}

interface Transfer {
  readonly from: Address;
  recipient: Address | undefined;
  readonly value: bigint;
}

export class TransferRecorder implements Probe, FrameSink {
  readonly #open: OpenFrame[] = [];
  readonly #events: (Log | Transfer)[] = [];

  /** Returns the logs of succeeded frames; complete once the execution is over. */
  logs(): Log[] {
    return this.#events.map((event) => ("topics" in event ? event : logOf(event)));
  }

  get recording(): Recording {
    return recordingFor(this, Number.POSITIVE_INFINITY);
  }

  onOpen(message: Message, opening: Opening): void {
    this.begin(beginningOf(message, opening));
  }

  begin({ opening, from, to, value }: FrameBeginning): void {
    const logsBefore = this.#events.length;
    // No value is transferred if only the code is another account's.
    const isMoved = value > 0n && opening !== "delegatecall" && opening !== "callcode";
    const transfer = { from, recipient: to, value };
    if (isMoved) this.#events.push(transfer);
    this.#open.push({ logsBefore, creation: isMoved ? transfer : undefined });
  }

  onClose(result: EVMResult): void {
    this.end(endingOf(result));
  }

  end({ failure, created }: FrameEnding): void {
    const frame = this.#open.pop();
    if (frame === undefined) return;
    if (failure !== undefined) this.#events.length = frame.logsBefore;
    else if (frame.creation !== undefined) frame.creation.recipient ??= created;
  }

  onSelfDestruct({ env, stack }: RunState): void {
    const [word] = stack.peek(1);
    this.destroy(env.address.bytes, toAddress(word ?? 0n), env.contract.balance);
  }

  destroy(from: Address, recipient: Address, value: bigint): void {
    if (value > 0n && !isEqual(recipient, from)) this.#events.push({ from, recipient, value });
  }

  onLog({ interpreter }: RunState): void {
    const log = interpreter._result.logs.at(-1);
    if (log !== undefined) this.log({ address: log[0], topics: log[1], data: log[2] });
  }

  log({ address, topics, data }: Log): void {
    this.#events.push({ address, topics: [...topics], data: data.slice() });
  }
}

function logOf({ from, recipient, value }: Transfer): Log {
  const topics = [transferTopic, padStart(from, 32), padStart(recipient ?? new Uint8Array(0), 32)];
  return { address: coinAddress, topics, data: padStart(fromBigInt(value), 32) };
}
