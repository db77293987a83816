/** Configures Ponder: one contract on one node, whose addresses come by the environment. */
import { createConfig } from "ponder";

const noted = {
  type: "event",
  name: "Noted",
  inputs: [{ name: "value", type: "uint256", indexed: true }],
} as const;

export default createConfig({
  database: { kind: "pglite", directory: ".ponder/database" },
  chains: {
    tandem: { id: 31, rpc: process.env.NODE_HTTP, ws: process.env.NODE_WS },
  },
  contracts: {
    Notes: {
      abi: [noted],
      chain: "tandem",
      address: process.env.NOTES as `0x${string}`,
      startBlock: 0,
      includeTransactionReceipts: true,
    },
  },
});
