/** Declares why a connection to another node ends. */

/** The reasons of a disconnection (devp2p's base protocol). */
export const disconnectReason = {
  requested: 0x00,
  connectionFailed: 0x01,
  breach: 0x02,
  useless: 0x03,
  tooManyPeers: 0x04,
  alreadyConnected: 0x05,
  incompatible: 0x06,
  quitting: 0x08,
  unexpectedIdentity: 0x09,
  isSelf: 0x0a,
  timeout: 0x0b,
  subprotocol: 0x10,
} as const;

export type DisconnectReason = keyof typeof disconnectReason;

/** Is thrown when a connection cannot be used any more. */
export class PeerFault extends Error {
  override readonly name = "PeerFault";
  readonly reason: DisconnectReason;

  /** @param reason what the other side is told. */
  constructor(reason: DisconnectReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Returns the error for bytes that the protocol does not allow. */
export const breach = (message: string, cause?: unknown): PeerFault =>
  new PeerFault("breach", message, cause === undefined ? undefined : { cause });

/** Is thrown when this node fails: by a bug, or by data that it cannot read. Its cause is the error. */
export class OwnFault extends PeerFault {}

/** Returns what ends a connection when this node fails. */
export const faultOf = (error: unknown): PeerFault =>
  error instanceof PeerFault
    ? error
    : new OwnFault("subprotocol", `this node failed: ${error}`, { cause: error });

/** Runs a decoder of a peer's bytes. @throws {PeerFault} `breach` where it throws a RangeError or TypeError. */
export function decodeOrBreach<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) {
      throw breach(`${what}: ${error.message}`, error);
    }
    throw error;
  }
}

/** Is thrown when a peer that was asked for a hash tells a head below that height: it has no answer any more. */
export class ChainChanged extends Error {
  override readonly name = "ChainChanged";
}
