/** Declares the methods about direct connections between nodes, in geth's shapes. */
import * as z from "@tandem/schema";
import { flag, hash32, objectOf, plainCount, quantity } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { exampleBlockHash } from "../example.js";
import { method } from "../method.js";

const isControl = true;
const text = z.string();
const enode = z
  .string("expected enode://IDENTIFIER@HOST:PORT")
  .describe("The address of a node: enode://IDENTIFIER@HOST:PORT.");
const exampleKey =
  "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798" +
  "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8";
const exampleEnode = `enode://${exampleKey}@127.0.0.1:30303`;
const exampleId = exampleBlockHash.slice(2);
const exampleClient = "Tandem/v0.1.0/linux-x64/node20.20.2";

export const addPeer = method("admin_addPeer", {
  summary: "Keeps a connection to another node of the same chain from now on.",
  isControl,
  isBeyondBlocks: true,
  params: { enode },
  result: flag,
  example: { params: [exampleEnode], result: true },
});

export const removePeer = method("admin_removePeer", {
  summary: "Ends the connection to a node, and does not connect to it again.",
  isControl,
  isBeyondBlocks: true,
  params: { enode },
  result: flag,
  example: { params: [exampleEnode], result: true },
});

export const adminNodeInfo = method("admin_nodeInfo", {
  summary:
    "Returns how other nodes connect to this one, in geth's form. `enode` is null while the node does not listen " +
    "for others.",
  isControl,
  params: {},
  result: objectOf("geth's description of a node", {
    /** The keccak-256 of the public key, without 0x. */
    id: text,
    name: text,
    enode: orNull(text),
    ip: orNull(text),
    listenAddr: orNull(text),
    ports: objectOf("ports", { discovery: plainCount, listener: plainCount }),
    protocols: objectOf("protocols", {
      rsk: objectOf("a chain", {
        network: plainCount,
        difficulty: quantity,
        genesis: hash32,
        head: hash32,
      }),
    }),
  }),
  example: {
    params: [],
    result: {
      id: exampleId,
      name: exampleClient,
      enode: exampleEnode,
      ip: "127.0.0.1",
      listenAddr: "127.0.0.1:30303",
      ports: { discovery: 0, listener: 30303 },
      protocols: {
        rsk: {
          network: 31,
          difficulty: "0x1267",
          genesis: exampleBlockHash,
          head: exampleBlockHash,
        },
      },
    },
  },
});

export const peers = method("admin_peers", {
  summary: "Returns the connected nodes, in geth's form.",
  isControl,
  params: {},
  result: z.array(
    objectOf("a peer", {
      /** The keccak-256 of the public key, without 0x. */
      id: text,
      name: text,
      enode: text,
      caps: z.array(text),
      network: objectOf("a connection", {
        localAddress: text,
        remoteAddress: text,
        inbound: flag,
        trusted: flag,
        static: flag,
      }),
      protocols: objectOf("protocols", {
        rsk: objectOf("a head", {
          version: plainCount,
          difficulty: orNull(quantity),
          head: orNull(hash32),
        }),
      }),
    }),
  ),
  example: {
    params: [],
    result: [
      {
        id: exampleId,
        name: exampleClient,
        enode: exampleEnode,
        caps: ["rsk/62"],
        network: {
          localAddress: "127.0.0.1:50842",
          remoteAddress: "127.0.0.1:30303",
          inbound: false,
          trusted: false,
          static: true,
        },
        protocols: { rsk: { version: 62, difficulty: "0x1267", head: exampleBlockHash } },
      },
    ],
  },
});
