/** Implements the methods that contract/dev/mining.ts declares. */
import { type Controls, miningTimesOf, type TxHash, toBigInt, toHex } from "@tandem/primitives";
import type { Backend } from "../../backend/backend.js";
import type * as contract from "../../contract/dev/mining.js";
import { RpcError } from "../../contract/errors.js";
import { withoutOutput } from "../../errors/hardhat-errors.js";
import type { Call, Handler } from "../handler.js";

/** Intervals below this number are seconds: an interval of so few milliseconds is not useful. */
const secondsBelow = 100;

/** Returns undefined for zero, which means no interval. */
const orNone = (interval: number) => (interval === 0 ? undefined : interval);

export const mine: Handler<typeof contract.mine> = async (
  { controls },
  { blocks, interval },
  { errorForm },
) => {
  const set = controls.timestampInterval();
  const isAnvil = errorForm === "anvil";
  // On anvil an interval that was set for all blocks prevails over that of one call.
  const requested = isAnvil && set !== undefined ? set : interval;
  const intervalSeconds = orNone(requested ?? set ?? 1);
  // On anvil the interval is before each block, and so before the only one too.
  const leadSeconds = isAnvil && set === undefined ? orNone(interval ?? 0) : undefined;
  await controls.mine({ count: blocks, intervalSeconds, leadSeconds });
};

export const setAutomine: Handler<typeof contract.setAutomine> = (
  { controls },
  { enabled },
  { errorForm },
) => {
  if (errorForm === "anvil") {
    // On anvil the modes exclude each other: automining ends an interval.
    const isChange = controls.mining().isAutomine !== enabled;
    const interval = isChange ? { intervalMs: undefined } : {};
    return controls.setMining({ isAutomine: enabled, ...interval });
  }
  // Hardhat's network mines pending transactions together with the next transaction.
  return controls.setMining({ isAutomine: enabled }, { isLater: errorForm === "hardhat" });
};

export const getAutomine: Handler<typeof contract.getAutomine> = ({ controls }) =>
  controls.mining().isAutomine;

export const isMining: Handler<typeof contract.isMining> = ({ controls }) => {
  const { isAutomine, intervalMs } = controls.mining();
  return isAutomine || intervalMs !== undefined;
};

export const setIntervalMining: Handler<typeof contract.setIntervalMining> = (
  { controls },
  { interval },
  { errorForm },
) => {
  if (typeof interval !== "number") {
    const [intervalMsMin, intervalMs] = interval;
    if (intervalMsMin > intervalMs) throw minimumOverMaximum();
    const others = errorForm === "anvil" ? { isAutomine: false } : {};
    return controls.setMining({ ...others, intervalMs, intervalMsMin });
  }
  if (errorForm === "anvil") return onlyAtInterval(controls, interval);
  const milliseconds = interval < secondsBelow ? interval * 1000 : interval;
  return controls.setMining({ intervalMs: orNone(milliseconds) });
};

/** Turns automining off, and mines at an interval unless it is zero. */
const onlyAtInterval = (controls: Controls, seconds: number) =>
  controls.setMining({ isAutomine: false, intervalMs: orNone(seconds * 1000) });

const minimumOverMaximum = () =>
  withoutOutput("params", "Minimum value in range is greater than maximum value");

export const anvilIntervalMining: Handler<typeof contract.anvilIntervalMining> = (
  { controls },
  { seconds },
) => onlyAtInterval(controls, seconds);

export const getIntervalMining: Handler<typeof contract.getIntervalMining> = ({ controls }) => {
  const { intervalMs } = controls.mining();
  return intervalMs && Math.ceil(intervalMs / 1000);
};

export const minerStart: Handler<typeof contract.minerStart> = ({ controls }) => {
  const mode = controls.mining();
  const times = miningTimesOf(mode.stopped ?? mode);
  const isNone = !times.isAutomine && times.intervalMs === undefined;
  return controls.setMining({ ...times, isAutomine: times.isAutomine || isNone });
};

export const minerStop: Handler<typeof contract.minerStop> = ({ controls }) => {
  const mode = controls.mining();
  const stopped = mode.stopped ?? miningTimesOf(mode);
  return controls.setMining({ isAutomine: false, intervalMs: undefined, stopped });
};

export const setBlockGasLimit: Handler<typeof contract.setBlockGasLimit> = async (
  node,
  { gasLimit },
  call,
) => {
  const { controls } = node;
  const { errorForm } = call;
  // On Hardhat's network and anvil, the next block has this limit already.
  if (errorForm === "hardhat" && gasLimit === 0n) throw noGasLimit();
  if (errorForm === "standard") await controls.setTargets({ gasLimitTarget: gasLimit });
  else await controls.setGasLimit(gasLimit);
  if (errorForm === "hardhat") await dropOver(gasLimit, node, call);
};

/** Drops the transactions that no block can have from now on. */
async function dropOver(gasLimit: bigint, node: Backend, call: Call): Promise<void> {
  const { pending, queued } = await node.poolContent(call);
  for (const { fields, hash } of [...pending, ...queued]) {
    if (fields.gasLimit > gasLimit) await node.controls.drop(hash);
  }
}

const noGasLimit = () => withoutOutput("refused", "Block gas limit must be greater than 0");

/** Hardhat's network and anvil take no minimum price where blocks have a base fee. */
function priceIsOfBlocks(form: "hardhat" | "anvil"): RpcError {
  const message = `${form}_setMinGasPrice is not supported when EIP-1559 is active`;
  return form === "anvil" ? new RpcError("params", message) : withoutOutput("refused", message);
}

export const setMinGasPrice: Handler<typeof contract.setMinGasPrice> = async (
  { controls },
  { price },
  { errorForm },
) => {
  if (errorForm !== "standard") throw priceIsOfBlocks(errorForm);
  await controls.setTargets({ minimumGasPriceTarget: price });
};

export const setNextBlockBaseFeePerGas: Handler<typeof contract.setNextBlockBaseFeePerGas> = async (
  { controls },
  { price },
  { errorForm },
) => {
  await controls.setNextMinimumGasPrice(price);
  // On Hardhat's network and anvil, a lowered base fee does not return to the target while blocks are small.
  const isLasting = errorForm !== "standard" && price < controls.targets().minimumGasPriceTarget;
  if (isLasting) await controls.setTargets({ minimumGasPriceTarget: price });
};

export const setPrevRandao: Handler<typeof contract.setPrevRandao> = ({ controls }, { value }) =>
  controls.setNextPrevRandao(toBigInt(value));

export const setCoinbase: Handler<typeof contract.setCoinbase> = ({ controls }, { address }) =>
  controls.setTargets({ coinbase: address });

export const dropTransaction: Handler<typeof contract.dropTransaction> = async (
  node,
  { hash },
  { errorForm },
) => {
  if (await node.controls.drop(hash)) return true;
  if (errorForm === "hardhat" && node.receipt(hash) !== undefined) throw alreadyMined(hash);
  return false;
};

const alreadyMined = (hash: TxHash) =>
  withoutOutput(
    "params",
    `Transaction ${toHex(hash)} cannot be dropped because it's already mined`,
  );

export const anvilDropTransaction: Handler<typeof contract.anvilDropTransaction> = async (
  { controls },
  { hash },
) => ((await controls.drop(hash)) ? hash : undefined);

export const dropAllTransactions: Handler<typeof contract.dropAllTransactions> = ({ controls }) =>
  controls.dropAll(undefined);

export const removePoolTransactions: Handler<typeof contract.removePoolTransactions> = (
  { controls },
  { sender },
) => controls.dropAll(sender);
