/** Encodes the messages of the base protocol (devp2p version 4), and the codes of all messages. */
import { encodeRlp, encodeString, fromBigInt, RlpCursor } from "@tandem/primitives";
import { breach, disconnectReason, PeerFault } from "../peer-fault.js";

/** The codes of the base protocol. Those of a capability begin at `capabilityOffset`. */
export const baseCode = { hello: 0, disconnect: 1, ping: 2, pong: 3 } as const;
export const capabilityOffset = 0x10;

export interface Message {
  readonly code: number;
  readonly payload: Uint8Array;
}

/** The payload of Ping and Pong. */
export const emptyList = encodeRlp([]);

/** Encodes a message as the content of a frame: its code, and the payload. */
export const encodeFrame = ({ code, payload }: Message): Uint8Array =>
  Buffer.concat([encodeString(fromBigInt(code)), payload]);

/** Divides the content of a frame into the code and its payload. @throws {PeerFault} `breach` */
export function decodeFrame(frame: Uint8Array): Message {
  const cursor = new RlpCursor(frame);
  try {
    const code = cursor.take();
    if (code.length > 1) throw new RangeError("a code above 255");
    return { code: code[0] ?? 0, payload: frame.subarray(cursor.end) };
  } catch (error) {
    throw breach("a message without a code", error);
  }
}

/** Encodes Disconnect. */
export const encodeReason = ({ reason }: PeerFault): Uint8Array =>
  encodeRlp([fromBigInt(disconnectReason[reason])]);

/** Returns the reason that a Disconnect names: a list with it, or the number alone. */
export function decodeReason(payload: Uint8Array): PeerFault {
  const cursor = new RlpCursor(payload);
  let told = -1;
  try {
    if (cursor.isAtList) cursor.enter();
    told = cursor.take()[0] ?? 0;
  } catch {
    // It ends the connection in any form.
  }
  const known = Object.entries(disconnectReason).find(([, number]) => number === told)?.[0];
  return new PeerFault("requested", `the other side disconnected: ${known ?? `reason ${told}`}`);
}
