/** Declares the `eth_` methods of specification section 4, "Chain and client information". */
import * as z from "@tandem/schema";
import { address, count, quantity } from "../codec/wire.js";
import { exampleAddress } from "../example.js";
import { method } from "../method.js";
import { nothing } from "../shape/control.js";
import { forkConfig } from "../shape/fork-config.js";
import { syncState } from "../shape/sync.js";

export const accounts = method("eth_accounts", {
  summary:
    "Returns the addresses whose keys the node holds: none, unless it was started with `--unlocked`.",
  aliases: ["eth_requestAccounts"],
  params: {},
  result: z.array(address),
  example: { params: [], result: [] },
});

export const blockNumber = method("eth_blockNumber", {
  summary: "Returns the number of the newest block.",
  params: {},
  result: count,
  example: { params: [], result: "0x4b7" },
});

export const baseFee = method("eth_baseFee", {
  summary:
    "Returns the minimum gas price of the next block, in wei, which serves as its base fee: the last price of " +
    "`eth_feeHistory` up to the newest block.",
  params: {},
  result: quantity,
  example: { params: [], result: "0x3938700" },
});

export const blobBaseFee = method("eth_blobBaseFee", {
  summary:
    "Returns the price of blob gas, in wei: zero, since the chain has no blobs (EIP-4844); one, the " +
    "lowest price there is, with `--errors hardhat` or `anvil`.",
  params: {},
  result: quantity,
  example: { params: [], result: "0x0" },
});

export const chainId = method("eth_chainId", {
  summary:
    "Returns the chain id for which transactions are signed: 0x1f on the test network, 0x1e on the " +
    "main one.",
  params: {},
  result: count,
  example: { params: [], result: "0x1f" },
});

export const coinbase = method("eth_coinbase", {
  summary: "Returns the address that receives the fees of the blocks of this node.",
  params: {},
  result: address,
  example: { params: [], result: exampleAddress },
});

export const config = method("eth_config", {
  summary:
    "Returns the rules of the EVM that apply to the newest block (EIP-7910). Forks of this chain begin at a " +
    "height, `blockHeight`, so that the time of a later one is not known: `next` and `last` are null. There are " +
    "no blobs and no system contracts.",
  params: {},
  result: z.object({ current: forkConfig, next: nothing, last: nothing }),
  example: {
    params: [],
    result: {
      current: {
        activationTime: 0,
        blockHeight: "0x0",
        blobSchedule: null,
        chainId: "0x1f",
        forkId: "0x2d6f6ab8",
        precompiles: {
          BLAKE2F: "0x0000000000000000000000000000000000000009",
          ECREC: "0x0000000000000000000000000000000000000001",
        },
        systemContracts: {},
      },
      next: null,
      last: null,
    },
  },
});

export const gasPrice = method("eth_gasPrice", {
  summary: "Returns the current gas price, in wei.",
  params: {},
  result: quantity,
  example: { params: [], result: "0x3ef1480" },
});

export const hashrate = method("eth_hashrate", {
  summary:
    "Returns the hashes per second of the node's own mining: always zero, since the work is done by " +
    "Bitcoin miners.",
  params: {},
  result: quantity,
  example: { params: [], result: "0x0" },
});

export const maxPriorityFeePerGas = method("eth_maxPriorityFeePerGas", {
  summary:
    "Returns the priority fee that, added to the head's minimum gas price, gives `eth_gasPrice`, in " +
    "wei.",
  params: {},
  result: quantity,
  example: { params: [], result: "0x5b8d80" },
});

export const protocolVersion = method("eth_protocolVersion", {
  summary: "Returns the protocol version.",
  params: {},
  result: count,
  example: { params: [], result: "0x3e" },
});

export const syncing = method("eth_syncing", {
  summary: "Returns the progress of a sync, or false if the node is not syncing.",
  params: {},
  result: syncState,
  example: { params: [], result: false },
});
