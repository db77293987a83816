/** Tests the packets with which nodes agree on keys. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { peerLimits } from "../limits.js";
import { PeerFault } from "../peer-fault.js";
import { eciesDecrypt, eciesEncrypt, eciesOverhead } from "./ecies.js";
import {
  contribute,
  openAck,
  openAuth,
  packetBytes,
  prefixBytes,
  sealAck,
  sealAuth,
  secretsOf,
} from "./handshake.js";
import { createNodeKey, nodeKeyOf } from "./node-key.js";

const isBreach = (error: unknown) => error instanceof PeerFault && error.reason === "breach";
const [initiator, responder] = [createNodeKey(), createNodeKey()];

/** Returns the packets of a handshake, and the keys that each side derives. */
function agree() {
  const [own, other] = [contribute(), contribute()];
  const auth = sealAuth(initiator, own, responder.publicKey);
  const { remoteId, ...fromAuth } = openAuth(auth, responder);
  const ack = sealAck(other, remoteId);
  const fromAck = openAck(ack, initiator);
  const packets = { auth, ack };
  const here = secretsOf({ ...own, ...fromAck, ...packets, isInitiator: true });
  const there = secretsOf({ ...other, ...fromAuth, ...packets, isInitiator: false });
  return { auth, ack, remoteId, here, there };
}

describe("a handshake", () => {
  it("gives both sides the same keys, and the responder the key of the initiator", () => {
    for (let i = 0; i < 20; i++) {
      const { here, there, remoteId } = agree();
      assert.deepEqual(Buffer.from(remoteId), initiator.publicKey);
      assert.deepEqual(here.aesSecret, there.aesSecret);
      assert.deepEqual(here.macSecret, there.macSecret);
      assert.deepEqual(here.egressSeed, there.ingressSeed);
      assert.deepEqual(here.ingressSeed, there.egressSeed);
      assert.notDeepEqual(here.egressSeed, here.ingressSeed);
    }
  });

  it("refuses a packet of which any byte was changed, or that is shorter", () => {
    const { auth, ack } = agree();
    for (const [packet, open] of [
      [auth, (bytes: Buffer) => openAuth(bytes, responder)],
      [ack, (bytes: Buffer) => openAck(bytes, initiator)],
    ] as const) {
      for (let at = 0; at < packet.length; at++) {
        const changed = Buffer.from(packet);
        changed[at] = (changed[at] as number) ^ (1 << (at % 8));
        assert.throws(() => open(changed), isBreach, `byte ${at}`);
      }
      for (const length of [0, 1, 2, 3, 67, 100, packet.length - 1]) {
        assert.throws(() => open(packet.subarray(0, length)), isBreach);
      }
    }
  });

  it("refuses packets for another key, and each packet as the other", () => {
    const { auth, ack } = agree();
    assert.throws(() => openAuth(auth, createNodeKey()), isBreach);
    assert.throws(() => openAck(ack, createNodeKey()), isBreach);
    assert.throws(() => openAck(auth, responder), isBreach);
    assert.throws(() => openAuth(ack, initiator), isBreach);
  });

  it("refuses any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        assert.throws(() => openAuth(bytes, responder), isBreach);
      }),
    );
  });

  it("refuses packets that are too short or too long before it reads them", () => {
    const prefixOf = (length: number) => Buffer.of(length >> 8, length & 255);
    for (const length of [0, eciesOverhead - 1, peerLimits.handshakeBytesMax + 1, 0xffff]) {
      assert.throws(() => packetBytes(prefixOf(length)), isBreach);
    }
    const { auth } = agree();
    assert.equal(packetBytes(auth) + prefixBytes, auth.length);
  });

  it("refuses a public key that is no point of the curve", () => {
    const { ephemeral, nonce } = contribute();
    const remoteEphemeral = Buffer.alloc(64, 0xff);
    const exchanged = { ephemeral, nonce, remoteEphemeral, remoteNonce: nonce };
    const packets = { auth: nonce, ack: nonce, isInitiator: true };
    assert.throws(() => secretsOf({ ...exchanged, ...packets }), isBreach);
  });
});

describe("an encrypted packet", () => {
  it("is decrypted with the key that it is for, and the bytes outside that it covers", () => {
    const shared = Buffer.of(1, 2);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (message) => {
        const packet = eciesEncrypt(message, responder.publicKey, shared);
        assert.equal(packet.length, message.length + eciesOverhead);
        assert.deepEqual(eciesDecrypt(packet, responder, shared), Buffer.from(message));
        assert.throws(() => eciesDecrypt(packet, responder, Buffer.of(1, 3)), TypeError);
        assert.throws(() => eciesDecrypt(packet, initiator, shared), TypeError);
      }),
      { numRuns: 20 },
    );
  });
});

describe("a key of a node", () => {
  it("keeps zeros in front", () => {
    const privateKey = Buffer.alloc(32);
    privateKey[31] = 1;
    const key = nodeKeyOf(privateKey);
    assert.deepEqual(Buffer.from(key.privateKey), privateKey);
    // The generator of secp256k1 (SEC 2, 2.4.1).
    const x = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    assert.equal(Buffer.from(key.publicKey).toString("hex").slice(0, 64), x);
    assert.equal(Buffer.from(key.agree(key.publicKey)).toString("hex"), x);
  });

  it("is an integer from 1 to the order of the curve less 1", () => {
    assert.throws(() => nodeKeyOf(Buffer.alloc(32)), TypeError);
    assert.throws(() => nodeKeyOf(Buffer.alloc(32, 0xff)), TypeError);
  });
});
