/** Reads and writes the addresses of nodes: `enode://IDENTIFIER@HOST:PORT`, with 128 digits of the public key. */
import { ECDH } from "node:crypto";
import { bytesOfHex, hexDigits } from "@tandem/primitives";
import { hostAndPort } from "@tandem/runtime";

/** The address of a node. */
export interface Enode {
  /** The public key, a point of secp256k1: 64 bytes. */
  readonly id: Uint8Array;
  /** A name, or an address; one of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

const form =
  /^enode:\/\/([0-9a-f]{128})@(\[[0-9a-f:.]+\]|[^\s:@/[\]]+):([0-9]{1,5})(\?discport=[0-9]+)?$/i;
const portMax = 65_535;

/** Returns whether 64 bytes are the coordinates of a point of secp256k1. */
function isPoint(id: Uint8Array): boolean {
  try {
    ECDH.convertKey(Buffer.concat([Buffer.of(4), id]), "secp256k1");
    return true;
  } catch {
    return false;
  }
}

/** Returns the address in a text; undefined if it has another form, or its identifier is no public key. A port of discovery behind it is ignored. */
export function parseEnode(text: string): Enode | undefined {
  const [, digits, host, port] = form.exec(text) ?? [];
  if (digits === undefined || host === undefined) return undefined;
  const id = bytesOfHex(`0x${digits}`);
  const number = Number(port);
  if (id === undefined || number === 0 || number > portMax || !isPoint(id)) return undefined;
  return { id, host: host.replace(/^\[(.*)\]$/, "$1"), port: number };
}

export const isEnode = (text: string): boolean => parseEnode(text) !== undefined;

/** Returns the address of a node with an identifier, at a host with its port. */
export const enodeAt = (id: Uint8Array, place: string): string =>
  `enode://${hexDigits(id)}@${place}`;

export const formatEnode = ({ id, host, port }: Enode): string =>
  enodeAt(id, hostAndPort(host, port));
