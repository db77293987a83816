/** Converts errors to JSON-RPC errors. Every error passes here. */

import {
  Fault,
  type FaultData,
  limitText,
  type SimulationRefusal,
  toHex,
  toQuantity,
} from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import type { ErrorForm } from "../../contract/answer-form.js";
import { type ErrorName, RpcError } from "../../contract/errors.js";
import { anvilError } from "../../errors/anvil-errors.js";
import type { FaultConverter } from "../../errors/error-form.js";
import { hardhatError } from "../../errors/hardhat-errors.js";
import { revertMessage } from "../../errors/revert-reason.js";

const ownForms: Readonly<Record<ErrorForm, FaultConverter>> = {
  standard: () => undefined,
  hardhat: hardhatError,
  anvil: anvilError,
};

/** Converts an error. An internal error is logged with its details and answered without them. */
export function toRpcError(
  error: unknown,
  method: string,
  logger: Logger,
  form: ErrorForm = "standard",
): RpcError {
  if (error instanceof RpcError) return error;
  const fault = error instanceof Fault ? error.data : undefined;
  const known = fault && (ownForms[form](fault) ?? fromFault(fault));
  if (known !== undefined) return known;
  if (isAbort(error)) return new RpcError("internal", "the node stopped before it had the answer");
  logger.error({ method, error }, "a request met a defect");
  return new RpcError("internal", "internal error");
}

/** Returns whether a call was ended: by its client, which reads no answer, or since the node stops. */
const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

const simulationErrors: Readonly<Record<SimulationRefusal, ErrorName>> = {
  "nonce-too-low": "simulatedNonceLow",
  "nonce-too-high": "simulatedNonceHigh",
  "fee-too-low": "simulatedFee",
  "intrinsic-gas": "simulatedGas",
  "insufficient-funds": "simulatedFunds",
  "block-gas": "simulatedBlockGas",
  "block-number": "simulatedNumber",
  "block-time": "simulatedTime",
  "sender-has-code": "simulatedSender",
  "init-code": "simulatedInitCode",
  "client-limit": "simulatedLimit",
};

function fromFault(fault: FaultData): RpcError | undefined {
  switch (fault.code) {
    case "transaction-refused":
    case "execution-failed":
    case "unsealable":
    case "no-space":
      return new RpcError("refused", fault.message);
    case "unknown-block":
      return new RpcError("refused", "unknown block");
    case "unknown-account":
      return new RpcError("refused", unknownAccount(fault.address));
    case "reverted":
      return reverted(fault.data);
    case "transaction-failed":
      return fault.error === "Reverted"
        ? reverted(fault.output)
        : new RpcError("refused", `transaction ${toHex(fault.hash)} failed: ${fault.error}`);
    case "simulation-refused":
      return new RpcError(simulationErrors[fault.kind], fault.message);
    case "limit-exceeded":
      return limitExceeded(fault);
    case "bad-request":
      return new RpcError("params", fault.message, fault.imported && { imported: fault.imported });
    case "mining-refused":
      return new RpcError("mining", fault.message, fault.rule && { rule: fault.rule });
    case "unusable-data":
    case "corrupt-data":
      return undefined;
  }
}

const unknownAccount = (address: Uint8Array) =>
  `unknown account: the node holds no key of ${toHex(address)}, and does not impersonate it ` +
  "(see --unlocked and anvil_impersonateAccount)";

const reverted = (output: Uint8Array) =>
  new RpcError("reverted", revertMessage(output), toHex(output));

type LimitFault = Omit<Extract<FaultData, { code: "limit-exceeded" }>, "code">;

/**
 * Returns the error of an exceeded limit.
 * @param fault its limit, its value and, if there is one, a smaller range of blocks.
 */
export function limitExceeded({ limit, max, suggestion }: LimitFault): RpcError {
  const range = suggestion && {
    fromBlock: toQuantity(suggestion.fromBlock),
    toBlock: toQuantity(suggestion.toBlock),
  };
  const advice = range ? `; blocks ${range.fromBlock} to ${range.toBlock} would fit` : "";
  return new RpcError("limit", `${limitText({ limit, max })}${advice}`, {
    limit,
    max,
    ...(range === undefined ? {} : { suggestion: range }),
  });
}
