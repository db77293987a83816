/**
 * Makes and reads the two packets with which nodes agree on keys (RLPx, "Initial Handshake", in the form of
 * EIP-8: a length of two bytes, big-endian, and an encrypted RLP list with random bytes behind it).
 */
import { randomBytes, randomInt } from "node:crypto";
import {
  encodeRlp,
  keccak256,
  type RlpItem,
  recoverPublicKey,
  rlpParts,
  signHash,
} from "@tandem/primitives";
import { peerLimits } from "../limits.js";
import { breach, decodeOrBreach } from "../peer-fault.js";
import { eciesDecrypt, eciesEncrypt, eciesOverhead } from "./ecies.js";
import { createNodeKey, type NodeKey, publicKeyBytes } from "./node-key.js";

const nonceBytes = 32;
const signatureBytes = 65;
const version = Uint8Array.of(4);
/** Packets have 100 to 300 random bytes, so that their length does not tell what they are (EIP-8). */
const paddingMin = 100;
const paddingMax = 300;
/** The bytes of the length in front of a packet. */
export const prefixBytes = 2;

/** The keys of a connection, and what its authentication codes begin with. */
export interface SessionSecrets {
  readonly aesSecret: Uint8Array;
  readonly macSecret: Uint8Array;
  /** The bytes that the codes of outgoing and incoming frames begin with. */
  readonly egressSeed: Uint8Array;
  readonly ingressSeed: Uint8Array;
}

/** Has what one side contributes to the keys. */
export interface Contribution {
  readonly ephemeral: NodeKey;
  /** 32 random bytes. */
  readonly nonce: Uint8Array;
}

export const contribute = (): Contribution => ({
  ephemeral: createNodeKey(),
  nonce: randomBytes(nonceBytes),
});

const xor = (a: Uint8Array, b: Uint8Array) => a.map((byte, i) => byte ^ (b[i] as number));

/** Encrypts a packet with its length in front. */
function sealPacket(body: RlpItem, to: Uint8Array): Buffer {
  const padding = randomBytes(randomInt(paddingMin, paddingMax));
  const message = Buffer.concat([encodeRlp(body), padding]);
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt16BE(message.length + eciesOverhead);
  return Buffer.concat([prefix, eciesEncrypt(message, to, prefix)]);
}

/** Decrypts a packet, with its length, and returns the first items of its list. Others are ignored (EIP-8). */
function openPacket(packet: Uint8Array, key: NodeKey, lengths: readonly number[]): Uint8Array[] {
  return decodeOrBreach("the handshake", () => {
    const prefix = packet.subarray(0, prefixBytes);
    const message = eciesDecrypt(packet.subarray(prefixBytes), key, prefix);
    const [list] = rlpParts(message);
    const items: Uint8Array[] = [];
    for (const { content, isList } of rlpParts(list?.content ?? message)) {
      if (items.length === lengths.length) break;
      if (isList || content.length !== lengths[items.length]) {
        throw new TypeError(`item ${items.length} has another form`);
      }
      items.push(content);
    }
    if (items.length < lengths.length) throw new TypeError("items are missing");
    return items;
  });
}

/** Reads the length of a packet. @throws {PeerFault} `breach` */
export function packetBytes(prefix: Uint8Array): number {
  const length = ((prefix[0] as number) << 8) | (prefix[1] as number);
  if (length > peerLimits.handshakeBytesMax || length < eciesOverhead) {
    throw breach(`a packet of the handshake has ${length} bytes`);
  }
  return length;
}

/** Makes the first packet, as the side that connects. @param to the identifier of the other node. */
export function sealAuth(key: NodeKey, { ephemeral, nonce }: Contribution, to: Uint8Array): Buffer {
  const signed = xor(key.agree(to), nonce);
  const { r, s, recoveryId } = signHash(signed, ephemeral.privateKey);
  const signature = Buffer.concat([r, s, Buffer.of(recoveryId)]);
  return sealPacket([signature, key.publicKey, nonce, version], to);
}

export interface OpenedAuth {
  /** The identifier of the node that connects. */
  readonly remoteId: Uint8Array;
  readonly remoteEphemeral: Uint8Array;
  readonly remoteNonce: Uint8Array;
}

/** Reads the first packet. @throws {PeerFault} `breach` */
export function openAuth(packet: Uint8Array, key: NodeKey): OpenedAuth {
  const lengths = [signatureBytes, publicKeyBytes, nonceBytes];
  const [signature, remoteId, remoteNonce] = openPacket(packet, key, lengths) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const remoteEphemeral = decodeOrBreach("the handshake", () => {
    const signed = xor(key.agree(remoteId), remoteNonce);
    return recovered(signed, signature);
  });
  return { remoteId, remoteEphemeral, remoteNonce };
}

/** @throws {TypeError} if the signature recovers to no point. */
function recovered(signed: Uint8Array, signature: Uint8Array): Uint8Array {
  const recoveryId = signature[signatureBytes - 1] as number;
  if (recoveryId > 1) throw new TypeError("a recovery id above 1");
  try {
    return recoverPublicKey(
      signed,
      recoveryId,
      signature.subarray(0, 32),
      signature.subarray(32, 64),
    );
  } catch (cause) {
    throw new TypeError("a signature of no key", { cause });
  }
}

/** Makes the second packet, as the side that was connected to. */
export const sealAck = ({ ephemeral, nonce }: Contribution, to: Uint8Array): Buffer =>
  sealPacket([ephemeral.publicKey, nonce, version], to);

/** Reads the second packet. @throws {PeerFault} `breach` */
export function openAck(packet: Uint8Array, key: NodeKey) {
  const [remoteEphemeral, remoteNonce] = openPacket(packet, key, [publicKeyBytes, nonceBytes]) as [
    Uint8Array,
    Uint8Array,
  ];
  return { remoteEphemeral, remoteNonce };
}

/** Has what both sides have exchanged, as one of them sees it. */
export interface Exchanged extends Contribution {
  readonly isInitiator: boolean;
  readonly remoteEphemeral: Uint8Array;
  readonly remoteNonce: Uint8Array;
  /** The packets with their lengths. */
  readonly auth: Uint8Array;
  readonly ack: Uint8Array;
}

/** Derives the keys of a connection. @throws {PeerFault} `breach` */
export function secretsOf(exchanged: Exchanged): SessionSecrets {
  const { ephemeral, nonce, isInitiator, remoteEphemeral, remoteNonce, auth, ack } = exchanged;
  const agreed = decodeOrBreach("the handshake", () => ephemeral.agree(remoteEphemeral));
  const hashed = (a: Uint8Array, b: Uint8Array) => keccak256(Buffer.concat([a, b]));
  const [own, other] = [nonce, remoteNonce];
  const nonces = isInitiator ? hashed(other, own) : hashed(own, other);
  const aesSecret = hashed(agreed, hashed(agreed, nonces));
  const macSecret = hashed(agreed, aesSecret);
  const [sent, received] = isInitiator ? [auth, ack] : [ack, auth];
  return {
    aesSecret,
    macSecret,
    egressSeed: Buffer.concat([xor(macSecret, other), sent]),
    ingressSeed: Buffer.concat([xor(macSecret, own), received]),
  };
}
