/** Encodes the first message of a connection, which says what each side speaks (devp2p, "Hello", code 0). */
import { encodeRlp, fromBigInt, RlpCursor, toNumber } from "@tandem/primitives";
import { breach, decodeOrBreach } from "../peer-fault.js";
import { publicKeyBytes } from "./node-key.js";

/** The version of the base protocol: from version 5 on, messages are compressed. */
const baseVersion = 4;
/** A capability and its version. */
export interface Capability {
  readonly name: string;
  readonly version: number;
}

export interface Hello {
  /** The name of the program, for people. */
  readonly client: string;
  readonly capabilities: readonly Capability[];
  /** The port on which the node listens; 0 if it does not. */
  readonly port: number;
  /** The identifier of the node: 64 bytes. */
  readonly id: Uint8Array;
}

const capabilitiesMax = 64;
const textBytesMax = 256;

export function encodeHello({ client, capabilities, port, id }: Hello): Uint8Array {
  return encodeRlp([
    fromBigInt(baseVersion),
    Buffer.from(client),
    capabilities.map(({ name, version }) => [Buffer.from(name), fromBigInt(version)]),
    fromBigInt(port),
    id,
  ]);
}

/** @throws {PeerFault} `breach` */
export function decodeHello(bytes: Uint8Array): Hello {
  return decodeOrBreach("Hello", () => {
    const cursor = new RlpCursor(bytes);
    cursor.enter();
    toNumber(cursor.take());
    const client = text(cursor.take());
    const capabilities: Capability[] = [];
    const end = cursor.enter();
    while (cursor.isBefore(end)) {
      if (capabilities.length === capabilitiesMax) throw breach("too many capabilities");
      cursor.enter();
      const name = text(cursor.take());
      capabilities.push({ name, version: toNumber(cursor.take()) });
    }
    const port = toNumber(cursor.take());
    const id = cursor.take();
    if (id.length !== publicKeyBytes) throw new TypeError("an identifier has 64 bytes");
    // Later versions may append items.
    return { client, capabilities, port, id };
  });
}

function text(bytes: Uint8Array): string {
  if (bytes.length > textBytesMax) throw new RangeError("a name is too long");
  return Buffer.from(bytes).toString("utf8");
}
