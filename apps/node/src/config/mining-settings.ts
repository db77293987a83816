/** Declares the settings of how blocks are mined, and with which Bitcoin chain. */
import { integer, maybe, oneOf, text, value } from "@tandem/cli";
import { isBitcoinRpcUrl } from "../bitcoin-node/rpc.js";

/** The script OP_TRUE. */
export const anybodysScript = "51";

export const miningSettings = {
  mining: value(
    oneOf("auto", "interval", "manual", "external"),
    "auto",
    "auto|interval|manual|external",
    "when blocks are mined: for each transaction, at an interval, by evm_mine, or by external miners",
  ),
  "interval-ms": {
    ...value(
      integer(1, 86_400_000),
      1000,
      "N",
      "milliseconds between blocks, with --mining interval",
    ),
    needs: { setting: "mining", value: "interval" },
  },
  coinbase: value(
    maybe(text.regex(/^0x[0-9a-f]{40}$/i, "expected an address of 20 bytes in hex")),
    undefined,
    "ADDRESS",
    "account that receives the fees of this node's blocks; by default the one at m/44'/60'/0'/1/0 of the mnemonic",
  ),
  "bitcoin-rpc": {
    ...value(
      maybe(text.refine(isBitcoinRpcUrl, "expected http://user:password@host:port")),
      undefined,
      "URL",
      "Bitcoin node to merge-mine with; without it an embedded Bitcoin chain",
    ),
    isSecret: true,
  },
  "bitcoin-payout": {
    ...value(
      text.regex(/^(?:[0-9a-f]{2}){1,100}$/i, "expected an output script, 1 to 100 bytes of hex"),
      anybodysScript,
      "HEX",
      "with --bitcoin-rpc: output script of the Bitcoin coinbase; anyone can spend the default one",
    ),
    needs: { setting: "bitcoin-rpc" },
  },
};
