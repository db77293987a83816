/**
 * Records transfers of the native coin as logs of ERC-20 form, among the logs of the contracts, in
 * order (`traceTransfers` of the execution APIs).
 */
import { type Address, fromBigInt, fromHex, isEqual, type Log, padStart } from "@tandem/primitives";
import type { FrameBeginning, FrameEnding } from "../frames/frame-sink.js";
import { SinkProbe } from "../library/sink-probe.js";

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

export class TransferRecorder extends SinkProbe {
  readonly #open: OpenFrame[] = [];
  readonly #events: (Log | Transfer)[] = [];

  /** Returns the logs of succeeded frames; complete once the execution is over. */
  logs(): Log[] {
    return this.#events.map((event) => ("topics" in event ? event : logOf(event)));
  }

  override begin({ opening, from, to, value }: FrameBeginning): void {
    const logsBefore = this.#events.length;
    // No value is transferred if only the code is another account's.
    const isMoved = value > 0n && opening !== "delegatecall" && opening !== "callcode";
    const transfer = { from, recipient: to, value };
    if (isMoved) this.#events.push(transfer);
    this.#open.push({ logsBefore, creation: isMoved ? transfer : undefined });
  }

  override end({ failure, created }: FrameEnding): void {
    const frame = this.#open.pop();
    if (frame === undefined) return;
    if (failure !== undefined) this.#events.length = frame.logsBefore;
    else if (frame.creation !== undefined) frame.creation.recipient ??= created;
  }

  override destroy(from: Address, recipient: Address, value: bigint): void {
    if (value > 0n && !isEqual(recipient, from)) this.#events.push({ from, recipient, value });
  }

  override log({ address, topics, data }: Log): void {
    this.#events.push({ address, topics: [...topics], data: data.slice() });
  }
}

function logOf({ from, recipient, value }: Transfer): Log {
  const topics = [transferTopic, padStart(from, 32), padStart(recipient ?? new Uint8Array(0), 32)];
  return { address: coinAddress, topics, data: padStart(fromBigInt(value), 32) };
}
