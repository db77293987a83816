/** Implements the methods that contract/eth/client.ts declares. */
import type * as contract from "../../contract/eth/client.js";
import { showForkConfig } from "../../contract/shape/fork-config.js";
import { showSync } from "../../contract/shape/sync.js";
import type { Handler } from "../handler.js";

export const accounts: Handler<typeof contract.accounts> = (node) => [...node.accounts()];

export const baseFee: Handler<typeof contract.baseFee> = (node) => node.nextMinimumGasPrice();

/** The lowest price of blob gas (EIP-4844), which Hardhat's network and anvil return. */
const blobBaseFeeMin = 1n;

export const blobBaseFee: Handler<typeof contract.blobBaseFee> = (_node, _params, { errorForm }) =>
  errorForm === "standard" ? 0n : blobBaseFeeMin;

export const blockNumber: Handler<typeof contract.blockNumber> = (node) => node.headNumber();

export const chainId: Handler<typeof contract.chainId> = (node) => node.chainId;

export const coinbase: Handler<typeof contract.coinbase> = (node) =>
  node.controls.targets().coinbase;

export const config: Handler<typeof contract.config> = (node) => ({
  current: showForkConfig(node.forkConfig(), node.chainId),
  next: undefined,
  last: undefined,
});

export const gasPrice: Handler<typeof contract.gasPrice> = (node) => node.gasPrice();

export const hashrate: Handler<typeof contract.hashrate> = () => 0n;

/**
 * Returns the difference of `eth_gasPrice` and `baseFeePerGas`, since clients add the two. On Hardhat's network and
 * anvil the tip is the same whatever a developer requests for the next block.
 */
export const maxPriorityFeePerGas: Handler<typeof contract.maxPriorityFeePerGas> = async (
  node,
  _params,
  { errorForm },
) => {
  const head = errorForm === "standard" ? await node.block({ tag: "latest" }) : undefined;
  const tip = node.gasPrice() - (head?.header.minimumGasPrice ?? node.nextMinimumGasPrice());
  return tip > 0n ? tip : 0n;
};

export const protocolVersion: Handler<typeof contract.protocolVersion> = (node) =>
  node.protocolVersion;

export const syncing: Handler<typeof contract.syncing> = (node) => showSync(node.syncing());
