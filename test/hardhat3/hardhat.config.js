/** Configures Hardhat 3: its plugins, the compiler of npm, and the node, whose address comes by the environment. */
import { createRequire } from "node:module";
import ethers from "@nomicfoundation/hardhat-ethers";
import matchers from "@nomicfoundation/hardhat-ethers-chai-matchers";
import mocha from "@nomicfoundation/hardhat-mocha";
import helpers from "@nomicfoundation/hardhat-network-helpers";
import { defineConfig } from "hardhat/config";

const { resolve } = createRequire(import.meta.url);

export default defineConfig({
  plugins: [ethers, matchers, mocha, helpers],
  solidity: { version: "0.8.28", path: resolve("solc/soljson.js") },
  networks: {
    localhost: { type: "http", chainType: "l1", url: process.env.NODE_URL, timeout: 300_000 },
    fork: { type: "edr-simulated", chainId: 31_337, forking: { url: process.env.NODE_URL } },
  },
  // Hardhat executes in the blocks of a forked chain only if it knows the chain's rules.
  chainDescriptors: {
    31337: {
      name: "Tandem",
      chainType: "l1",
      hardforkHistory: { osaka: { blockNumber: 0 } },
    },
  },
  test: { mocha: { timeout: 300_000 } },
});
